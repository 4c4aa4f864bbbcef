-- One history of every record: what a step of a life cycle adds to an entry. Statuses as text, since their ids may be.
alter table historico add column de_status text, add column para_status text, add column comentario text;
-- How far the next migration has come in moving the tickets' own.
create table historico_mudanca (
  unica boolean primary key default true check (unica),
  ultimo integer not null
);
insert into historico_mudanca (ultimo) values (0);
