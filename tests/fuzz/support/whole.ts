/** Whether a database holds together: what no sequence of calls may leave behind. */
import {sql} from 'kysely';
import type {Config} from '../../../src/schema/shapes/config.ts';
import {listParts} from '../../../src/schema/parts.ts';
import {partTable, toSnakeCase, tableOf} from '../../../src/server/db/sqlNames.ts';
import type {Db} from '../../../src/server/db/tables.ts';

/** Rows that must not be there, as text. */
const rowsOf = async (db: Db, what: string, question: string): Promise<string[]> => {
  const {rows} = await sql.raw<Record<string, unknown>>(question).execute(db);
  return rows.slice(0, 5).map(row => `${what}: ${JSON.stringify(row)}`);
};

/**
 * @param steps what was acknowledged, as often as it was: `tickets 5 comentar`
 * @returns a line for each thing that is wrong
 */
export const brokenIn = async (db: Db, config: Config, steps: ReadonlyMap<string, number>): Promise<string[]> => {
  const found: string[] = [];
  const none = async (what: string, question: string): Promise<void> => void found.push(...await rowsOf(db, what, question));
  const tables = Object.entries(config.resources).map(([name, resource]) => ({name, resource, table: tableOf(name)}));
  for (const {name, resource, table} of tables) {
    await none(`${name} without the step that made it, or with two`, `select r.id, count(h.id) from ${table} r
      left join historico h on h.recurso = '${name}' and h.id_registro = r.id and h.acao in ('criar', 'abrir')
      where r.id > 1 group by r.id having count(h.id) <> 1`);
    await none(`steps of no ${name}`, `select h.id from historico h
      where h.recurso = '${name}' and not exists (select from ${table} r where r.id = h.id_registro)`);
    await none(`notices of no ${name}`, `select a.id from avisos a
      where a.recurso = '${name}' and not exists (select from ${table} r where r.id = a.id_registro)`);
    for (const [key, field] of Object.entries(resource.fields)) {
      const target = field.kind === 'referencia' ? config.resources[field.to] : undefined;
      if (field.kind !== 'referencia' || target === undefined) continue;
      const [column, others, within] = [toSnakeCase(key), tableOf(field.to), field.within];
      await none(`${name}.${key} that names nothing`, `select r.id, r.${column} from ${table} r
        where r.${column} is not null and not exists (select from ${others} t where t.id = r.${column})`);
      if (within === undefined) continue;
      await none(`${name}.${key} of another ${within}`, `select r.id from ${table} r join ${others} t on t.id = r.${column}
        where t.${toSnakeCase(within)} <> r.${toSnakeCase(within)}`);
    }
    const {status} = resource;
    if (status !== undefined) {
      const moves = `historico h where h.recurso = '${name}' and h.para_status is not null`;
      await none(`${name} whose steps do not follow each other`, `select id_registro, id from (
        select h.*, lag(para_status) over (partition by id_registro order by id) as before from ${moves}) as steps
        where de_status is not null and before is distinct from de_status`);
      await none(`${name} that do not stand where their last step led`, `select r.id from ${table} r where r.${toSnakeCase(status)}::text <>
        (select para_status from ${moves} and h.id_registro = r.id order by h.id desc limit 1)`);
    }
    for (const {name: part} of listParts(resource)) {
      await none(`${part} of no ${name}`, `select p.id from ${partTable(name, part)} p
        where not exists (select from ${table} r where r.id = p.id_registro)`);
    }
  }
  await none('links across companies', `select l.* from usuarios_filiais l join usuarios u on u.id = l.id_usuario
    join filiais f on f.id = l.id_filial where u.id_empresa is distinct from f.id_empresa`);

  const {rows} = await sql<{step: string; times: number}>`select count(*)::integer as times,
    concat(recurso, ' ', id_registro, ' ', case when acao in ('criar', 'abrir') then 'new' else acao end) as step
    from historico group by step`.execute(db);
  const written = new Map(rows.map(({step, times}) => [step, times]));
  // What changes nothing is no step; an action with statuses always is one.
  for (const [step, times] of steps) {
    const [name = '', , acao = ''] = step.split(' ');
    const isAction = config.resources[name]?.status !== undefined && acao !== 'salvar' && acao !== 'save';
    const kept = written.get(step) ?? 0;
    if ((isAction || acao === 'new') && kept !== times) found.push(`${step} was done ${times} times, and is ${kept} steps`);
  }
  return found;
};
