/** Query parameters of combos, which answer the records of a select (rules: Lists 12). Servers that ignore them answer all records. */
import {OPTION_PARAMS} from '../../schema/lists/options.ts';

export const FIRST = 300;

export interface Wanted {
  /** Contained in the title, whatever its case and accents. */
  text?: string;
  ids?: readonly unknown[];
}

export const comboQuery = ({text, ids}: Wanted): Record<string, string> => ({
  ...(text === undefined ? {} : {[OPTION_PARAMS.text]: text}),
  ...(ids === undefined ? {[OPTION_PARAMS.size]: String(FIRST)} : {[OPTION_PARAMS.ids]: ids.join(',')}),
});

export const isAll = (rows: readonly unknown[]): boolean => rows.length !== FIRST;
