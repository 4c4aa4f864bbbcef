/** What is looked at, and what is said of what was found there. */
import type {Config, Resource} from '../../../../schema/config/config.ts';
import type {DbOrTrx} from '../../tables.ts';
import type {Catalog} from '../catalog.ts';
import {someOf, which, type Finding, type Found} from './finding.ts';
import type {Kept} from './kept.ts';
import type {Unmet} from './rows.ts';

/** What is asked about one database. */
export interface Look {
  db: DbOrTrx;
  catalog: Catalog;
  config: Config;
  /** What it is held against. */
  kept: Kept;
  /** Is told of each demand that rows do not meet. */
  note?: (of: string, unmet: Unmet) => void;
}

/** What is found of one resource. */
export type FindingsIn = (look: Look, of: string, resource: Resource) => Promise<Finding[]>;

/** A resource in a config before, by the name that it has there; undefined: there is none, or nobody knows. */
export const resourceBefore = (
  before: Config | undefined, of: string, {was = of}: Resource,
): {before: Config; name: string; resource: Resource} | undefined => {
  const name = before?.resources[of] === undefined ? was : of;
  const resource = before?.resources[name];
  return before === undefined || resource === undefined ? undefined : {before, name, resource};
};

/** One of them, with its records by number and address. @param sentence gets those */
export const finding = (
  {config}: Pick<Look, 'config'>, of: string, at: string, found: Found, stops: boolean, sentence: (which: string) => string,
): Finding => {
  const some = someOf(config, of, found);
  return {at, total: found.total, some, stops, sentence: sentence(which(some, found.total))};
};
