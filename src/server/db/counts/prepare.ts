/** Begins to count what the config declares, in a database that may be full of records and in use. */
import {sql} from 'kysely';
import type {Config} from '../../../schema/config/config.ts';
import type {Database} from '../connection/open.ts';
import {OPEN_INDEX, quoted} from '../names.ts';
import {COUNTS_LOCK} from '../oneAtATime.ts';
import {applyBeside, applyChanges, besideOthers} from '../structure/apply.ts';
import {asMade} from '../structure/change.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {definitionsOf, FIRST, FUNCTION, KEY, TRIGGERS, type Definition} from './definition.ts';
import {levelled} from './fold.ts';

/** Those that count, in whatever table. */
const counters = sql`pg_proc as p where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname, ${FUNCTION})`;

const textOf = (definitions: readonly Definition[]): string => definitions.map(({text}) => text).join(';\n');

/** Whether the database counts this, and with all that it takes. */
const isCounting = async (db: DbOrTrx, definitions: readonly Definition[]): Promise<boolean> => {
  const {rows: [kept]} = await sql<{definicao: string | null; gatilhos: number}>`
    select (select definicao from contagens_de) as definicao,
      (select count(*) from pg_trigger where tgfoid in (select p.oid from ${counters})) as gatilhos`.execute(db);
  return (kept?.definicao ?? '') === textOf(definitions) && kept?.gatilhos === TRIGGERS * definitions.length;
};

/** What {@link prepareCounts} would do, as a change's sentence; undefined: nothing. */
export const planCounts = async (db: DbOrTrx, config: Config): Promise<string | undefined> => {
  const definitions = definitionsOf(config);
  if (await isCounting(db, definitions)) return undefined;
  const tables = definitions.map(({table}) => table).join(' e ');
  return tables === '' ? 'Contagens do dashboard {removidas}.' : `Contagens do dashboard {feitas} para ${tables}.`;
};

/** Makes those of the definitions; those of earlier ones go. */
const makeIndexes = async (db: Db, kind: Database['kind'], definitions: readonly Definition[]): Promise<void> => {
  const {rows} = await sql<{name: string; table: string}>`
    select i.relname as name, t.relname as table
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where i.relnamespace = current_schema()::regnamespace and starts_with(i.relname, ${OPEN_INDEX})`.execute(db);
  const changes = [
    ...rows.map(index => ({sentence: '', sql: `drop index ${quoted(index.name)}`, index})),
    ...definitions.flatMap(({table, indexes}) => indexes.map(one => ({sentence: '', sql: one.sql, index: {name: one.name, table}}))),
  ];
  const beside = await besideOthers(db, kind, changes);
  await applyChanges(db, changes.filter(one => !beside.includes(one)), () => {});
  await applyBeside(db, beside, () => {});
};

/**
 * Counts all that is there. People may go on working: what they change from now on is appended, and what was appended
 * before this statement sees the records is taken off again, so that it counts once.
 */
const countAll = async (trx: DbOrTrx, definitions: readonly Definition[]): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(COUNTS_LOCK)})`.execute(trx);
  if (definitions.length === 0) for (const table of [FIRST.counts, FIRST.changes]) await sql`delete from ${sql.table(table)}`.execute(trx);
  for (const {kept: {counts, changes}, records} of definitions) {
    await sql`delete from ${sql.table(counts)}`.execute(trx);
    const appended = `select ${KEY}, -quantidade as n from ${changes}`;
    await sql.raw(`insert into ${counts} (marco, nivel, id_filial, id_empresa, dia, status, quantidade)
      ${levelled(`${records} union all ${appended}`)}`).execute(trx);
  }
  if (definitions.length > 0) await sql`insert into contagens_de (definicao) values (${textOf(definitions)})`.execute(trx);
};

/**
 * Makes the triggers and counts what is there, where the database does not count as the config says. One process at a time;
 * one that is interrupted is done again by the next start.
 *
 * @param log one Portuguese sentence, when something was done
 */
export const prepareCounts = async (
  db: Db, kind: Database['kind'], config: Config, log: (sentence: string) => void,
): Promise<void> => {
  const plan = await planCounts(db, config);
  if (plan === undefined) return;
  const definitions = definitionsOf(config);
  await makeIndexes(db, kind, definitions);
  // Committed before anything is counted: nobody changes a record between the two without its being appended.
  await db.transaction().execute(async trx => {
    await sql`delete from contagens_de`.execute(trx);
    const {rows} = await sql<{name: string}>`select p.proname as name from ${counters}`.execute(trx);
    for (const {name} of rows) await sql`drop function ${sql.ref(name)}() cascade`.execute(trx);
    for (const statement of definitions.flatMap(({setup}) => setup)) await sql.raw(statement).execute(trx);
  });
  await db.transaction().execute(trx => countAll(trx, definitions));
  log(`Banco de dados: ${asMade(plan)}`);
};
