/** Sets up the counts that the config declares, in a database with records and other users. */
import {sql} from 'kysely';
import type {Config} from '../../../schema/config/config.ts';
import type {Database} from '../connection/open.ts';
import {OPEN_INDEX} from '../names.ts';
import {COUNTS_LOCK} from '../oneAtATime.ts';
import {applyBeside, applyChanges, besideOthers} from '../structure/apply.ts';
import {asMade, dropIndex, type ChangeSummary} from '../structure/change.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {definitionsOf, FIRST, FUNCTION, KEY, TRIGGERS, type Definition} from './definition.ts';
import {levelled} from './fold.ts';

/** The counting functions of every table. */
const counters = sql`pg_proc as p where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname, ${FUNCTION})`;

const textOf = (definitions: readonly Definition[]): string => definitions.map(({text}) => text).join(';\n');

interface Counting {
  /** Definitions that the database counts already, with all triggers in place; and those that it does not. */
  counted: Definition[];
  fresh: Definition[];
  /** Functions of obsolete definitions. */
  gone: string[];
}
const countingOf = async (db: DbOrTrx, config: Config): Promise<Counting> => {
  const {rows: functions} = await sql<{name: string; triggers: number}>`
    select p.proname as name, (select count(*) from pg_trigger where tgfoid = p.oid) as triggers from ${counters}`.execute(db);
  const {rows: [{definicao} = {definicao: ''}]} = await sql<{definicao: string}>`select definicao from contagens_de`.execute(db);
  const definitions = definitionsOf(config);
  const counted = definitions.filter(({text, counter}) =>
    `${definicao};\n`.includes(`${text};\n`) && functions.some(({name, triggers}) => name === counter && triggers === TRIGGERS));
  return {
    counted, fresh: definitions.filter(one => !counted.includes(one)),
    gone: functions.map(({name}) => name).filter(name => !counted.some(({counter}) => counter === name)),
  };
};

const changesIn = ({counted, fresh, gone}: Counting): ChangeSummary[] => {
  if (fresh.length > 0) {
    return fresh.map(({table, counter}) => ({
      sentence: `Contagens do dashboard {feitas} para ${table}.`,
      // Counting blocks nobody: the triggers are committed before.
      lock: {mode: gone.includes(counter) ? 'ACCESS EXCLUSIVE' : 'SHARE ROW EXCLUSIVE', table, waiting: 'nobody'},
    }));
  }
  if (gone.length === 0) return [];
  const what = counted.length === 0 ? 'Contagens do dashboard' : 'Contagens que nenhum dashboard pede mais';
  return [{sentence: `${what} {removidas}.`}];
};

/** The changes that {@link prepareCounts} would make. */
export const planCounts = async (db: DbOrTrx, config: Config): Promise<ChangeSummary[]> => changesIn(await countingOf(db, config));

/** Creates the new definitions' indexes and drops obsolete ones. */
const makeIndexes = async (db: Db, kind: Database['kind'], {counted, fresh}: Counting): Promise<void> => {
  const {rows} = await sql<{name: string; table: string}>`
    select i.relname as name, t.relname as table
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where i.relnamespace = current_schema()::regnamespace and starts_with(i.relname, ${OPEN_INDEX})`.execute(db);
  const kept = counted.flatMap(({indexes}) => indexes.map(({index}) => index.name));
  const changes = [
    ...rows.filter(({name}) => !kept.includes(name)).map(({name, table}) => dropIndex(name, table)),
    ...fresh.flatMap(({indexes}) => indexes),
  ];
  const beside = await besideOthers(db, kind, changes);
  await applyChanges(db, changes.filter(one => !beside.includes(one)), () => {});
  await applyBeside(db, beside, () => {});
};

const keepText = async (trx: DbOrTrx, definitions: readonly Definition[]): Promise<void> => {
  await sql`delete from contagens_de`.execute(trx);
  if (definitions.length > 0) await sql`insert into contagens_de (definicao) values (${textOf(definitions)})`.execute(trx);
};

/**
 * Counts existing records while people work.
 * Deltas appended before this statement's snapshot are subtracted, because the records already include them.
 */
const countAll = async (trx: DbOrTrx, {counted, fresh}: Counting): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(COUNTS_LOCK)})`.execute(trx);
  const all = [...counted, ...fresh];
  if (all.length === 0) for (const table of [FIRST.counts, FIRST.changes]) await sql`delete from ${sql.table(table)}`.execute(trx);
  for (const {kept: {counts, changes}, records} of fresh) {
    await sql`delete from ${sql.table(counts)}`.execute(trx);
    const appended = `select ${KEY}, -quantidade as n from ${changes}`;
    await sql.raw(`insert into ${counts} (marco, nivel, id_filial, id_empresa, dia, status, quantidade)
      ${levelled(`${records} union all ${appended}`)}`).execute(trx);
  }
  await keepText(trx, all);
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
  const counting = await countingOf(db, config);
  const {counted, fresh, gone} = counting;
  const changes = changesIn(counting);
  if (changes.length === 0) return;
  await makeIndexes(db, kind, counting);
  // Committed before the count, so that no change in between is missed.
  await db.transaction().execute(async trx => {
    await keepText(trx, counted);
    for (const name of gone) await sql`drop function ${sql.ref(name)}() cascade`.execute(trx);
    for (const statement of fresh.flatMap(({setup}) => setup)) await sql.raw(statement).execute(trx);
  });
  await db.transaction().execute(trx => countAll(trx, counting));
  for (const {sentence} of changes) log(`Banco de dados: ${asMade(sentence)}`);
};
