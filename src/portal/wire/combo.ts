/**
 * Records to choose from, as a combo answers them (rules: Lists 12): the first some hundred, those that a text finds, those of some
 * numbers. A server that does not know these words answers all of them to each, which serves as well.
 */
import {OPTION_PARAMS} from '../../schema/lists/options.ts';

/** As many as a page goes through by itself; of more the rest is searched for on the server. */
export const FIRST = 300;

/** What is asked of a combo; nothing: its first records. */
export interface Wanted {
  /** Contained in the title, whatever its case and accents. */
  text?: string;
  ids?: readonly unknown[];
}

export const comboQuery = ({text, ids}: Wanted): Record<string, string> => ({
  ...(text === undefined ? {} : {[OPTION_PARAMS.text]: text}),
  ...(ids === undefined ? {[OPTION_PARAMS.size]: String(FIRST)} : {[OPTION_PARAMS.ids]: ids.join(',')}),
});

/** Whether an answer to the first records has all there are. */
export const isAll = (rows: readonly unknown[]): boolean => rows.length !== FIRST;
