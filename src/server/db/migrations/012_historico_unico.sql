-- All of it was moved.
drop table tickets_historico;
drop table historico_mudanca;
-- The records that one person did something to: what a robot worked on.
create index on historico (id_usuario, recurso, id_registro);
analyze historico;
