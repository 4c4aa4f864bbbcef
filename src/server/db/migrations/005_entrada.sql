-- Tries to sign in, counted for an address (no account), for an account (no address) and for the two together.
-- Takes the place of usuarios.falhas_login and usuarios.bloqueado_ate, which nothing reads any more.
create table tentativas_login (
  -- The digest of an e-mail, known or not: nobody's e-mail is kept here. '' for all accounts of the address.
  conta text not null,
  -- '' for all addresses of the account.
  endereco text not null,
  falhas integer not null,
  ultima timestamptz not null,
  -- From then on the failures are forgotten.
  expira timestamptz not null,
  -- The last time the account signed in from the address.
  entrada timestamptz,
  primary key (conta, endereco)
);
