/** A ticket moved: held, changed, told in its history and read, with the newest steps, in one statement. */
import type {Caller} from './caller.ts';
import type {Asker} from './database.ts';
import {JOINS, WHOLE, type WholeRow} from './ticket.ts';

const MOVE = `
  with held as (
    select id, id_status_ticket, id_usuario_atendimento from tickets where id = $1 and ($2::integer is null or id_empresa = $2) for update
  ), t as (
    update tickets as k set id_status_ticket = $4, id_usuario_atendimento = $5, status_desde = now(), versao = versao + 1,
      comentario$texto = coalesce($9, comentario$texto),
      comentario$usuario = case when $9::text is null then comentario$usuario else $6 end,
      comentario$data = case when $9::text is null then comentario$data else now() end
    from held where k.id = held.id and held.id_status_ticket = $3 returning k.*
  ), passo as (
    insert into historico (recurso, id_registro, id_usuario, acao, antes, depois, de_status, para_status, comentario)
    select 'tickets', t.id, $6, $7, jsonb_build_object('idUsuarioAtendimento', held.id_usuario_atendimento),
      jsonb_build_object('idUsuarioAtendimento', $5::integer), $3::integer::text, $4::integer::text, coalesce($9, $8)
    from t join held using (id) returning *
  ), novos as (
    (select * from historico where recurso = 'tickets' and id_registro = $1 order by id desc limit 20) union all select * from passo
    order by id desc limit 20
  )
  select ${WHOLE}, (
    select json_agg(json_build_object('dataCriacao', h.data_criacao, 'nomeUsuario', coalesce(q.nome, 'Sistema'), 'acao', h.acao,
      'de', h.de_status, 'para', h.para_status, 'comentario', coalesce(h.comentario, '')) order by h.id desc)
    from novos h left join usuarios q on q.id = h.id_usuario
  ) as historico
  from t ${JOINS}`;

interface Move {
  acao: string;
  de: number;
  para: number;
  /** Whether who moves it attends it from now on; else nobody does. */
  attends: boolean;
  comentario: string;
}

/** By the last part of their address. */
export const MOVES: Readonly<Record<string, Move>> = {
  'iniciar-atendimento': {acao: 'atender', de: 1, para: 3, attends: true, comentario: 'Atendimento Iniciado'},
  devolver: {acao: 'devolver', de: 3, para: 1, attends: false, comentario: 'Ticket Devolvido'},
};

export const moveTicket = async (
  {ask}: Asker, caller: Caller, id: number, move: Move, said: string | null,
): Promise<WholeRow | undefined> => {
  const company = caller.perfil === 'adm' ? null : caller.idEmpresa;
  const values = [id, company, move.de, move.para, move.attends ? caller.id : null, caller.id, move.acao, move.comentario, said];
  return (await ask<WholeRow>('mover', MOVE, values))[0];
};
