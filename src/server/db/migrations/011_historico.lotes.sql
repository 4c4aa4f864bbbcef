-- The tickets' history, oldest first, into that of every record. Each part says how far it came: none is moved twice.
with lote as (
  select id, id_ticket, id_usuario, acao, de_status, para_status, comentario, data_criacao
  from tickets_historico where id > (select ultimo from historico_mudanca) order by id limit 20000
), movidas as (
  insert into historico (recurso, id_registro, id_usuario, acao, de_status, para_status, comentario, data_criacao)
  select 'tickets', id_ticket, id_usuario, acao, de_status::text, para_status::text, comentario, data_criacao from lote order by id
)
update historico_mudanca set ultimo = (select max(id) from lote) where exists (select from lote)
returning (select count(*) from lote) as linhas
