/** Records that stand in a queue's statuses and have no place in it: they came there before there was one, or by an older version. */
import {sql} from 'kysely';
import type {Config} from '../../../schema/config/config.ts';
import {statusByKey} from '../../../schema/lifeCycle/statuses.ts';
import {columnOf, CREATION, partTable, tableOf} from '../names.ts';
import type {Db} from '../tables.ts';

/**
 * Gives each its place. One that is worked without a lease counts as a lease that has run out; nothing that has a place is touched.
 *
 * @param log hears of each queue that got some
 */
export const adoptQueued = async (db: Db, config: Config, log: (sentence: string) => void): Promise<void> => {
  for (const [name, resource] of Object.entries(config.resources)) {
    const {queue, status = '', since = '', fields} = resource;
    const [field, instant] = [fields[status], fields[since]];
    const [waiting, working] = [queue?.waiting, queue?.working].map(key => statusByKey(resource, key ?? '')?.id);
    if (queue === undefined || field === undefined || waiting === undefined || working === undefined) continue;
    const column = sql.ref(`r.${columnOf(status, field)}`);
    const entered = instant === undefined ? sql`r.${sql.ref(CREATION)}`
      : sql`coalesce(r.${sql.ref(columnOf(since, instant))}, r.${sql.ref(CREATION)})`;
    const {numAffectedRows = 0n} = await sql`
      insert into ${sql.table(partTable(name, 'queue'))} as f (id_registro, desde, tentativas, ate, id_usuario)
      select r.id, ${entered}, (${column} = ${working})::integer, case when ${column} = ${working} then now() end, (
        select h.id_usuario from historico h where h.recurso = ${name} and h.id_registro = r.id and h.para_status = ${String(working)}
        order by h.id desc limit 1)
      from ${sql.table(tableOf(name))} as r where ${column} in (${waiting}, ${working}) and not exists (
        select from ${sql.table(partTable(name, 'queue'))} as o where o.id_registro = r.id and o.resultado is null)
      order by r.id
      on conflict (id_registro) do update set desde = excluded.desde, apos = now(), tentativas = excluded.tentativas, ate = excluded.ate,
        id_usuario = excluded.id_usuario, token = null, resultado = null
      where f.resultado is not null`.execute(db);
    if (numAffectedRows > 0n) log(`Banco de dados: ${numAffectedRows} de ${name} que já estavam na fila ganharam lugar nela.`);
  }
};
