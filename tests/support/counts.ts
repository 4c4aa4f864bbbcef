import {sql} from 'kysely';
import type {DbOrTrx} from '../../src/server/db/tables.ts';

/**
 * Where counts and records differ, in one statement, and so at one moment. Written from what is promised, not from how it is
 * done: what is folded at each level, and what waits to be.
 */
export const differences = async (db: DbOrTrx): Promise<unknown[]> => {
  const {rows} = await sql`
    with record as (
      select 'criado' as marco, id_filial, id_empresa, (data_criacao at time zone 'America/Sao_Paulo')::date as dia,
        id_status_ticket::text as status
      from tickets
      union all
      select 'entrou', id_filial, id_empresa, (data_finalizacao at time zone 'America/Sao_Paulo')::date, '7' from tickets
      where id_status_ticket = 7 and data_finalizacao is not null
      union all
      select 'aba.' || aba, id_filial, id_empresa, '-infinity', coalesce(pessoa::text, '')
      from (
        select *, id_status_ticket between 1 and 6 as aberto,
          (comentario$usuario = id_usuario and coalesce(comentario$data > status_desde, true)) is true
            or aguardado$equipe as respondeu
        from tickets
      ) as t cross join lateral (values
        ('meus', id_usuario_atendimento, aberto and id_usuario_atendimento is not null),
        ('precisamDaEquipe', null, id_status_ticket = 6 and respondeu),
        ('aguardandoAutor', null, id_status_ticket = 6 and not respondeu),
        ('semAtendente', null, id_usuario_atendimento is null and (id_status_ticket < 4 or (id_status_ticket = 6 and respondeu))),
        ('paraAprovar', null, id_status_ticket = 2), ('parados', null, aberto and status_desde is not null),
        ('abertos', null, aberto), ('todos', null, true)
      ) as de (aba, pessoa, conta) where conta
    ), counted as (
      select marco, id_filial, id_empresa, dia, status, 1 as n from record
      union all select marco, id_filial, id_empresa, dia, status, -quantidade from contagens_mudancas
    ), levels as (
      select marco, 0 as nivel, 0 as id_filial, 0 as id_empresa, dia, status, n from counted
      union all select marco, 1, 0, id_empresa, dia, status, n from counted
      union all select marco, 2, id_filial, id_empresa, dia, status, n from counted
      union all select 'agora', 2, id_filial, id_empresa, '-infinity', status, n from counted where marco = 'criado'
    ), truth as (
      select marco, nivel, id_filial, id_empresa, dia, status, sum(n) as quantidade from levels
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    )
    select * from (select * from truth except select * from contagens) as missing
    union all select * from (select * from contagens except select * from truth) as extra`.execute(db);
  return rows;
};
