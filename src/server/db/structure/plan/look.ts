/** What is looked at, and what is said of what was found there. */
import type {Config} from '../../../../schema/config/config.ts';
import type {DbOrTrx} from '../../tables.ts';
import type {Catalog} from '../catalog.ts';
import {someOf, which, type Finding, type Found} from './finding.ts';
import type {Unmet} from './rows.ts';

/** What is asked about one database. */
export interface Look {
  db: DbOrTrx;
  catalog: Catalog;
  config: Config;
  /** The config that the database was prepared for; undefined: not known, and only what would be lost sight of is looked for. */
  before: Config | undefined;
  /** Is told of each demand that rows do not meet. */
  note?: (of: string, unmet: Unmet) => void;
}

/** One of them, with its records by number and address. @param sentence gets those */
export const finding = (
  {config}: Pick<Look, 'config'>, of: string, at: string, found: Found, stops: boolean, sentence: (which: string) => string,
): Finding => {
  const some = someOf(config, of, found);
  return {at, total: found.total, some, stops, sentence: sentence(which(some, found.total))};
};
