-- The database's name for itself; the folder of files says the same one in `identidade`, and only then is it swept.
create table instalacao (
  unica boolean primary key default true check (unica),
  identidade text not null,
  data_criacao timestamptz not null default now()
);
