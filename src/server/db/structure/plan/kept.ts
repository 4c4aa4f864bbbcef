/** The config that the database was last prepared for, beside the last migration: what a start compares its own with. */
import {sql} from 'kysely';
import {checkConfig} from '../../../../schema/check.ts';
import type {Config} from '../../../../schema/config/config.ts';
import {HOME} from '../../../../schema/pages.ts';
import type {DbOrTrx} from '../../tables.ts';

/** Its text; undefined in a database that was prepared by a version that kept none. */
const textIn = async (db: DbOrTrx): Promise<string | undefined> => {
  const {rows: [column]} = await sql<{found: boolean}>`select exists (select from pg_attribute
    where attrelid = to_regclass('balcao_migracoes') and attname = 'config' and not attisdropped) as found`.execute(db);
  if (column?.found !== true) return undefined;
  const {rows: [row]} =
    await sql<{config: string}>`select config::text as config from balcao_migracoes where config is not null`.execute(db);
  return row?.config;
};

/** A version before had one dashboard, without a name. */
interface Older extends Config {
  dashboard?: Config['dashboards'][string];
}
const inTodaysShape = ({dashboard, ...kept}: Older): Config =>
  (dashboard === undefined ? kept : {...kept, dashboards: {[HOME]: dashboard}});

/** As it was kept, by whatever version; undefined where none was. */
export const keptAnyhow = async (db: DbOrTrx): Promise<Pick<Config, 'resources'> | undefined> => {
  const text = await textIn(db);
  return text === undefined ? undefined : JSON.parse(text) as Config;
};

/** @returns the same config where the database was prepared for it; undefined where that is not known, or of another version's shape */
export const keptConfig = async (db: DbOrTrx, config: Config): Promise<Config | undefined> => {
  const text = await textIn(db);
  if (text === undefined || text === JSON.stringify(config)) return text === undefined ? undefined : config;
  const kept = inTodaysShape(JSON.parse(text) as Older);
  return checkConfig(kept).length === 0 ? kept : undefined;
};

/** Keeps it, where it is another. */
export const keepConfig = async (db: DbOrTrx, config: Config): Promise<void> => {
  const text = JSON.stringify(config);
  if ((await textIn(db)) === text) return;
  await sql`alter table balcao_migracoes add column if not exists config json`.execute(db);
  await sql`update balcao_migracoes set config = case when numero = (select max(numero) from balcao_migracoes) then ${text}::json end
    where config is not null or numero = (select max(numero) from balcao_migracoes)`.execute(db);
};
