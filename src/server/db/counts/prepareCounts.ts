/** Sets up the counts that the config declares, in a database with records and other users. */
import {sql} from 'kysely';
import type {Config} from '../../../schema/shapes/config.ts';
import type {Database} from '../connection/open.ts';
import {OPEN_INDEX_PREFIX} from '../sqlNames.ts';
import {COUNTS_LOCK} from '../advisoryLocks.ts';
import {applyConcurrentIndexChanges, applyChanges, selectConcurrentIndexChanges} from '../structure/applyChanges.ts';
import {doneSentence, dropIndexChange, type ChangeSummary} from '../structure/change.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {
  buildCountDefinitions, FIRST_COUNT_TABLES, COUNT_FUNCTION_PREFIX, COUNT_KEY_COLUMNS, COUNT_TRIGGERS_PER_TABLE, type CountDefinition,
} from './definition.ts';
import {countsByLevelSql} from './fold.ts';

const counterFunctions = sql`pg_proc as p where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname,
  ${COUNT_FUNCTION_PREFIX})`;

const definitionsText = (definitions: readonly CountDefinition[]): string => definitions.map(({text}) => text).join(';\n');

interface Counting {
  /** Definitions that the database counts already, with all triggers in place; and those that it does not. */
  counted: CountDefinition[];
  uncounted: CountDefinition[];
  obsolete: string[];
}
const readCounting = async (db: DbOrTrx, config: Config): Promise<Counting> => {
  const {rows: functions} = await sql<{name: string; triggers: number}>`
    select p.proname as name, (select count(*) from pg_trigger where tgfoid = p.oid) as triggers from ${counterFunctions}`.execute(db);
  const {rows: [{definicao} = {definicao: ''}]} = await sql<{definicao: string}>`select definicao from contagens_de`.execute(db);
  const definitions = buildCountDefinitions(config);
  const counted = definitions.filter(({text, countFunction}) =>
    `${definicao};\n`.includes(`${text};\n`)
      && functions.some(({name, triggers}) => name === countFunction && triggers === COUNT_TRIGGERS_PER_TABLE));
  return {
    counted, uncounted: definitions.filter(definition => !counted.includes(definition)),
    obsolete: functions.map(({name}) => name).filter(name => !counted.some(({countFunction}) => countFunction === name)),
  };
};

const describeChanges = ({counted, uncounted, obsolete}: Counting): ChangeSummary[] => {
  if (uncounted.length > 0) {
    return uncounted.map(({table, countFunction}) => ({
      sentence: `Contagens do dashboard {feitas} para ${table}.`,
      // Counting blocks nobody: the triggers are committed before.
      lock: {mode: obsolete.includes(countFunction) ? 'ACCESS EXCLUSIVE' : 'SHARE ROW EXCLUSIVE', table, waiting: 'nobody'},
    }));
  }
  if (obsolete.length === 0) return [];
  const subject = counted.length === 0 ? 'Contagens do dashboard' : 'Contagens que nenhum dashboard pede mais';
  return [{sentence: `${subject} {removidas}.`}];
};

export const planCounts = async (db: DbOrTrx, config: Config): Promise<ChangeSummary[]> => describeChanges(await readCounting(db, config));

const updateIndexes = async (db: Db, kind: Database['kind'], {counted, uncounted}: Counting): Promise<void> => {
  const {rows} = await sql<{name: string; table: string}>`
    select i.relname as name, t.relname as table
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where i.relnamespace = current_schema()::regnamespace and starts_with(i.relname, ${OPEN_INDEX_PREFIX})`.execute(db);
  const keptNames = counted.flatMap(({indexes}) => indexes.map(({index}) => index.name));
  const changes = [
    ...rows.filter(({name}) => !keptNames.includes(name)).map(({name, table}) => dropIndexChange(name, table)),
    ...uncounted.flatMap(({indexes}) => indexes),
  ];
  const concurrent = await selectConcurrentIndexChanges(db, kind, changes);
  await applyChanges(db, changes.filter(change => !concurrent.includes(change)), () => {});
  await applyConcurrentIndexChanges(db, concurrent, () => {});
};

const storeDefinitions = async (trx: DbOrTrx, definitions: readonly CountDefinition[]): Promise<void> => {
  await sql`delete from contagens_de`.execute(trx);
  if (definitions.length > 0) await sql`insert into contagens_de (definicao) values (${definitionsText(definitions)})`.execute(trx);
};

/**
 * Counts existing records while people work.
 * Deltas appended before this statement's snapshot are subtracted, because the records already include them.
 */
const countRecords = async (trx: DbOrTrx, {counted, uncounted}: Counting): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(COUNTS_LOCK)})`.execute(trx);
  const definitions = [...counted, ...uncounted];
  if (definitions.length === 0) {
    for (const table of [FIRST_COUNT_TABLES.counts, FIRST_COUNT_TABLES.changes]) await sql`delete from ${sql.table(table)}`.execute(trx);
  }
  for (const {tables: {counts, changes}, records} of uncounted) {
    await sql`delete from ${sql.table(counts)}`.execute(trx);
    const appended = `select ${COUNT_KEY_COLUMNS}, -quantidade as n from ${changes}`;
    await sql.raw(`insert into ${counts} (marco, nivel, id_filial, id_empresa, dia, status, quantidade)
      ${countsByLevelSql(`${records} union all ${appended}`)}`).execute(trx);
  }
  await storeDefinitions(trx, definitions);
};

/**
 * Creates triggers and counts where the database does not match the config.
 * Runs in one process at a time; the next start repeats an interrupted run.
 *
 * @param log one Portuguese sentence for each table
 */
export const prepareCounts = async (
  db: Db, kind: Database['kind'], config: Config, log: (sentence: string) => void,
): Promise<void> => {
  const counting = await readCounting(db, config);
  const {counted, uncounted, obsolete} = counting;
  const changes = describeChanges(counting);
  if (changes.length === 0) return;
  await updateIndexes(db, kind, counting);
  // Committed before the count, so that no change in between is missed.
  await db.transaction().execute(async trx => {
    await storeDefinitions(trx, counted);
    for (const name of obsolete) await sql`drop function ${sql.ref(name)}() cascade`.execute(trx);
    for (const statement of uncounted.flatMap(({setup}) => setup)) await sql.raw(statement).execute(trx);
  });
  await db.transaction().execute(trx => countRecords(trx, counting));
  for (const {sentence} of changes) log(`Banco de dados: ${doneSentence(sentence)}`);
};
