-- One row while the demonstration is being made: whoever finds it at start finds one that was interrupted.
create table demonstracao (
  unica boolean primary key default true check (unica),
  data_criacao timestamptz not null default now()
);
