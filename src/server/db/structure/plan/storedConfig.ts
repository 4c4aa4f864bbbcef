import {sql} from 'kysely';
import {hasConfigShape} from '../../../../schema/check.ts';
import type {Config} from '../../../../schema/shapes/config.ts';
import {HOME} from '../../../../schema/pages.ts';
import type {DbOrTrx} from '../../tables.ts';

interface Stored {
  /** JSON text; null where the preparing version stored none. */
  config: string | null;
  /** The config before it, and the instant of the replacement. */
  anterior: string | null;
  desde: string | null;
  isJudged: boolean;
}
/** Reads by `to_json`, because earlier versions have fewer of the columns. */
const readStored = async (db: DbOrTrx): Promise<Stored | undefined> => {
  const {rows: [table]} = await sql<{found: boolean}>`select to_regclass('balcao_migracoes') is not null as found`.execute(db);
  if (table?.found !== true) return undefined;
  const {rows: [row]} = await sql<Stored>`
    select nullif((j -> 'config')::text, 'null') as config, nullif((j -> 'anterior')::text, 'null') as anterior, j ->> 'desde' as desde,
      j -> 'desde' is not null as "isJudged"
    from (select to_json(m) as j from balcao_migracoes as m) as kept order by 1 nulls last limit 1`.execute(db);
  return row;
};

interface OlderConfig extends Config {
  dashboard?: Config['dashboards'][string];
}
const upgradeShape = ({dashboard, ...config}: OlderConfig): Config =>
  (dashboard === undefined ? config : {...config, dashboards: {[HOME]: dashboard}});

/** A cache of the last two parsed texts, because a start needs them repeatedly. */
let parsedConfigs: readonly (readonly [text: string, config: Config | undefined])[] = [];
/** Parses a stored config; undefined for another version's shape. */
const parseConfig = (text: string): Config | undefined => {
  const cached = parsedConfigs.find(([cachedText]) => cachedText === text);
  if (cached !== undefined) return cached[1];
  const upgraded = upgradeShape(JSON.parse(text) as OlderConfig);
  const config = hasConfigShape(upgraded) ? upgraded : undefined;
  parsedConfigs = [[text, config] as const, ...parsedConfigs].slice(0, 2);
  return config;
};

/** The stored config of any version, unchecked; undefined where none is. */
export const readUncheckedConfig = async (db: DbOrTrx): Promise<Pick<Config, 'resources'> | undefined> => {
  const {config} = await readStored(db) ?? {};
  return typeof config === 'string' ? JSON.parse(config) as Config : undefined;
};

export interface StoredConfig {
  /** The last start's config, the given object itself when equal; undefined: none, or another version's shape. */
  before: Config | undefined;
  /** True if that start checked the rows against its demands. */
  wereRowsChecked: boolean;
  /** After a recent change of the config: the previous one, which running processes may still use, and the instant of the change. */
  rollout: {before: Config; since: Date} | undefined;
}

/** Milliseconds of a rollout, in which a start looks for rows written by the version before. */
const ROLLOUT_MS = 24 * 3_600_000;

export const readStoredConfig = async (db: DbOrTrx, config: Config): Promise<StoredConfig> => {
  const row = await readStored(db);
  const parse = (text: string | null): Config | undefined =>
    (text === null ? undefined : text === JSON.stringify(config) ? config : parseConfig(text));
  if (row === undefined) return {before: undefined, wereRowsChecked: false, rollout: undefined};
  const since = new Date(row.desde ?? 0);
  const previous = Date.now() - since.getTime() < ROLLOUT_MS ? parse(row.anterior) : undefined;
  return {before: parse(row.config), wereRowsChecked: row.isJudged, rollout: previous && {before: previous, since}};
};

export const matchesStoredConfig = async (db: DbOrTrx, config: Config): Promise<boolean> =>
  (await readStored(db))?.config === JSON.stringify(config);

/** Now, or the start of the oldest running transaction, which may still write. */
export const oldestTransactionStart = async (db: DbOrTrx): Promise<Date> => {
  const {rows: [row]} = await sql<{since: Date}>`
    select least(now(), min(xact_start)) as since from pg_stat_activity where datname = current_database()`.execute(db);
  return row?.since ?? new Date();
};

/** Stores a changed config. @param since when the check of the rows began */
export const storeConfig = async (db: DbOrTrx, config: Config, since: Date): Promise<void> => {
  const text = JSON.stringify(config);
  const row = await readStored(db);
  if (row?.config === text && row.isJudged) return;
  for (const column of ['config json', 'anterior json', 'desde timestamptz']) {
    await sql`alter table balcao_migracoes add column if not exists ${sql.raw(column)}`.execute(db);
  }
  await sql`update balcao_migracoes set (config, anterior, desde) = (
    select ${text}::json, ${row?.config ?? null}::json, ${since}::timestamptz where numero = (select max(numero) from balcao_migracoes))
    where config is not null or numero = (select max(numero) from balcao_migracoes)`.execute(db);
};
