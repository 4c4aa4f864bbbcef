/** Begins to count what the config declares, in a database that may be full of records and in use. */
import {sql} from 'kysely';
import type {Config} from '../../../schema/config/config.ts';
import type {Database} from '../connection/open.ts';
import {OPEN_INDEX, quoted} from '../names.ts';
import {COUNTS_LOCK} from '../oneAtATime.ts';
import {applyBeside, applyChanges, besideOthers} from '../structure/apply.ts';
import {asMade} from '../structure/change.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {definitionOf, DROP, FUNCTION, KEY, TRIGGERS, type Definition} from './definition.ts';
import {levelled} from './fold.ts';

/** What the database counts: a definition's text, `''` for nothing. Undefined: it is not counting as it should. */
const countedNow = async (db: DbOrTrx): Promise<string | undefined> => {
  const {rows: [kept]} = await sql<{definicao: string | null; gatilhos: number}>`
    select (select definicao from contagens_de) as definicao,
      (select count(*) from pg_trigger where tgfoid = to_regproc(${FUNCTION})) as gatilhos`.execute(db);
  const definicao = kept?.definicao ?? '';
  return kept?.gatilhos === (definicao === '' ? 0 : TRIGGERS) ? definicao : undefined;
};

/** What {@link prepareCounts} would do, as a change's sentence; undefined: nothing. */
export const planCounts = async (db: DbOrTrx, config: Config): Promise<string | undefined> => {
  const definition = definitionOf(config);
  if ((await countedNow(db)) === (definition?.text ?? '')) return undefined;
  return definition === undefined ? 'Contagens do dashboard {removidas}.' : `Contagens do dashboard {feitas} para ${definition.table}.`;
};

/** Makes those of the definition; those of an earlier one go. */
const makeIndexes = async (db: Db, kind: Database['kind'], definition: Definition | undefined): Promise<void> => {
  const {rows} = await sql<{name: string; table: string}>`
    select i.relname as name, t.relname as table
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where i.relnamespace = current_schema()::regnamespace and starts_with(i.relname, ${OPEN_INDEX})`.execute(db);
  const changes = [
    ...rows.map(index => ({sentence: '', sql: `drop index ${quoted(index.name)}`, index})),
    ...(definition?.indexes ?? []).map(one => ({sentence: '', sql: one.sql, index: {name: one.name, table: definition?.table ?? ''}})),
  ];
  const beside = await besideOthers(db, kind, changes);
  await applyChanges(db, changes.filter(one => !beside.includes(one)), () => {});
  await applyBeside(db, beside, () => {});
};

/**
 * Counts all that is there. People may go on working: what they change from now on is appended, and what was appended
 * before this statement sees the records is taken off again, so that it counts once.
 */
const countAll = async (trx: DbOrTrx, definition: Definition | undefined): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(COUNTS_LOCK)})`.execute(trx);
  await sql`delete from contagens`.execute(trx);
  if (definition === undefined) return void (await sql`delete from contagens_mudancas`.execute(trx));
  const appended = `select ${KEY}, -quantidade as n from contagens_mudancas`;
  await sql.raw(`insert into contagens (marco, nivel, id_filial, id_empresa, dia, status, quantidade)
    ${levelled(`${definition.records} union all ${appended}`)}`).execute(trx);
  await sql`insert into contagens_de (definicao) values (${definition.text})`.execute(trx);
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
  const definition = definitionOf(config);
  await makeIndexes(db, kind, definition);
  // Committed before anything is counted: nobody changes a record between the two without its being appended.
  await db.transaction().execute(async trx => {
    await sql`delete from contagens_de`.execute(trx);
    for (const statement of definition?.setup ?? [DROP]) await sql.raw(statement).execute(trx);
  });
  await db.transaction().execute(trx => countAll(trx, definition));
  log(`Banco de dados: ${asMade(plan)}`);
};
