/** Query parameters of combos, which answer the records of a select (rules: Lists 12). Servers that ignore them answer all records. */
import {OPTION_PARAMS} from '../../schema/lists/options.ts';

export const MAX_LOCAL_OPTIONS = 300;

export interface ComboRequest {
  /** Contained in the title, whatever its case and accents. */
  text?: string;
  ids?: readonly unknown[];
}

export const comboQuery = ({text, ids}: ComboRequest): Record<string, string> => ({
  ...(text === undefined ? {} : {[OPTION_PARAMS.text]: text}),
  ...(ids === undefined ? {[OPTION_PARAMS.size]: String(MAX_LOCAL_OPTIONS)} : {[OPTION_PARAMS.ids]: ids.join(',')}),
});

export const hasAllOptions = (rows: readonly unknown[]): boolean => rows.length !== MAX_LOCAL_OPTIONS;
