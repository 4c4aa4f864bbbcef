/** Notices of the demonstration: its people's actions make them; they are as old as those, most are read, and no mail tells them. */
import {sql, type RawBuilder} from 'kysely';
import type {Db} from '../db/tables.ts';

/** The newest of each person, which they have not read. */
const UNREAD = 3;

/**
 * Moves the notices of one ticket to where its steps go.
 *
 * @param steps answers, by the instant that a step was written at (`antes`), where it is moved to (`depois`)
 */
export const moveNotices = async (db: Db, idTicket: number, steps: RawBuilder<unknown>): Promise<void> => void await sql`
  update avisos a set data_criacao = s.depois, envio = 'nenhum' from (${steps}) as s
  where a.recurso = 'tickets' and a.id_registro = ${idTicket} and a.data_criacao = s.antes`.execute(db);

/** Once all are there: their numbers rise with their days, and who reads now and then has read what is older. */
export const readNotices = async (db: Db): Promise<void> => void await sql`
  with todos as (delete from avisos returning *)
  insert into avisos (id_usuario, recurso, id_registro, texto, data_criacao, data_leitura, envio)
  select id_usuario, recurso, id_registro, texto, data_criacao,
    case when row_number() over (partition by id_usuario order by data_criacao desc, id desc) > ${UNREAD}
      then least(data_criacao + interval '3 hours', now()) end,
    'nenhum'
  from todos order by data_criacao, id`.execute(db);
