/** The context of the search for findings, and the helper that builds one. */
import type {Config, Resource} from '../../../../schema/config/config.ts';
import type {DbOrTrx} from '../../tables.ts';
import type {Catalog} from '../catalog.ts';
import {someOf, which, type Finding, type Found} from './finding.ts';
import type {Kept} from './kept.ts';
import type {Unmet} from './rows.ts';

/** The database and configs that findings are about. */
export interface Look {
  db: DbOrTrx;
  catalog: Catalog;
  config: Config;
  /** The config of the last start, for comparison. */
  kept: Kept;
  /** Called for each unmet demand. */
  note?: (of: string, unmet: Unmet) => void;
}

/** Searches one resource for findings. */
export type FindingsIn = (look: Look, of: string, resource: Resource) => Promise<Finding[]>;

/** A resource in the previous config, under its name there; undefined where it is missing or unknown. */
export const resourceBefore = (
  before: Config | undefined, of: string, {was: formerName = of}: Resource,
): {before: Config; name: string; resource: Resource} | undefined => {
  const name = before?.resources[of] === undefined ? formerName : of;
  const resource = before?.resources[name];
  return before === undefined || resource === undefined ? undefined : {before, name, resource};
};

/** Builds a finding with its first records. @param sentence gets their numbers and addresses */
export const finding = (
  {config}: Pick<Look, 'config'>, of: string, at: string, records: Found, stops: boolean, sentence: (listing: string) => string,
): Finding => {
  const shown = someOf(config, of, records);
  return {at, total: records.total, some: shown, stops, sentence: sentence(which(shown, records.total))};
};
