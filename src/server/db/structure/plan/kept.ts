/** The config that the database was last prepared for, beside the last migration: what a start compares its own with. */
import {sql} from 'kysely';
import {hasConfigShape} from '../../../../schema/check.ts';
import type {Config} from '../../../../schema/config/config.ts';
import {HOME} from '../../../../schema/pages.ts';
import type {DbOrTrx} from '../../tables.ts';

interface Stored {
  /** As a text; null in a database that was prepared by a version that kept none. */
  config: string | null;
  /** The one before it, and since when it is not that any more. */
  anterior: string | null;
  desde: string | null;
  isJudged: boolean;
}
/** A version before knew fewer of the columns, or none. */
const stored = async (db: DbOrTrx): Promise<Stored | undefined> => {
  const {rows: [table]} = await sql<{found: boolean}>`select to_regclass('balcao_migracoes') is not null as found`.execute(db);
  if (table?.found !== true) return undefined;
  const {rows: [row]} = await sql<Stored>`
    select nullif((j -> 'config')::text, 'null') as config, nullif((j -> 'anterior')::text, 'null') as anterior, j ->> 'desde' as desde,
      j -> 'desde' is not null as "isJudged"
    from (select to_json(m) as j from balcao_migracoes as m) as kept order by 1 nulls last limit 1`.execute(db);
  return row;
};

/** A version before had one dashboard, without a name. */
interface Older extends Config {
  dashboard?: Config['dashboards'][string];
}
const inTodaysShape = ({dashboard, ...kept}: Older): Config =>
  (dashboard === undefined ? kept : {...kept, dashboards: {[HOME]: dashboard}});

/** The last two that were read: a start asks for them more than once. */
let read: readonly (readonly [text: string, config: Config | undefined])[] = [];
/** What was kept as this text; undefined: of another version's shape. */
const keptAs = (text: string): Config | undefined => {
  const found = read.find(([one]) => one === text);
  if (found !== undefined) return found[1];
  const kept = inTodaysShape(JSON.parse(text) as Older);
  const config = hasConfigShape(kept) ? kept : undefined;
  read = [[text, config] as const, ...read].slice(0, 2);
  return config;
};

/** As it was kept, by whatever version; undefined where none was. */
export const keptAnyhow = async (db: DbOrTrx): Promise<Pick<Config, 'resources'> | undefined> => {
  const {config} = await stored(db) ?? {};
  return typeof config === 'string' ? JSON.parse(config) as Config : undefined;
};

export interface Kept {
  /** The config of the last start, the same one where it is this; undefined: not known, or of another version's shape. */
  before: Config | undefined;
  /** Whether that start held rows to what it demands. */
  isJudged: boolean;
  /** Where a start not long ago changed it: the one before, by which others may have gone on working, and since when. */
  meanwhile: {before: Config; since: Date} | undefined;
}

/** For so long a start looks for what the version before wrote beside the first one of this config. */
const ROLLING = 24 * 3_600_000;

export const keptConfig = async (db: DbOrTrx, config: Config): Promise<Kept> => {
  const row = await stored(db);
  const known = (text: string | null): Config | undefined =>
    (text === null ? undefined : text === JSON.stringify(config) ? config : keptAs(text));
  if (row === undefined) return {before: undefined, isJudged: false, meanwhile: undefined};
  const since = new Date(row.desde ?? 0);
  const older = Date.now() - since.getTime() < ROLLING ? known(row.anterior) : undefined;
  return {before: known(row.config), isJudged: row.isJudged, meanwhile: older && {before: older, since}};
};

/** Whether the last start was of this very config. */
export const isKept = async (db: DbOrTrx, config: Config): Promise<boolean> => (await stored(db))?.config === JSON.stringify(config);

/** Now, or since when somebody writes who is not done yet. */
export const beginning = async (db: DbOrTrx): Promise<Date> => {
  const {rows: [row]} = await sql<{since: Date}>`
    select least(now(), min(xact_start)) as since from pg_stat_activity where datname = current_database()`.execute(db);
  return row?.since ?? new Date();
};

/** Keeps it, where it is another. @param since when the rows were begun to be read */
export const keepConfig = async (db: DbOrTrx, config: Config, since: Date): Promise<void> => {
  const text = JSON.stringify(config);
  const row = await stored(db);
  if (row?.config === text && row.isJudged) return;
  for (const column of ['config json', 'anterior json', 'desde timestamptz']) {
    await sql`alter table balcao_migracoes add column if not exists ${sql.raw(column)}`.execute(db);
  }
  await sql`update balcao_migracoes set (config, anterior, desde) = (
    select ${text}::json, ${row?.config ?? null}::json, ${since}::timestamptz where numero = (select max(numero) from balcao_migracoes))
    where config is not null or numero = (select max(numero) from balcao_migracoes)`.execute(db);
};
