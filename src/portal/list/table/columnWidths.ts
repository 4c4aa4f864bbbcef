/**
 * Which columns stay where a table has little room: those of the card in its order, then the others in theirs. Told by how wide columns
 * usually are, not by measuring them: nothing moves when other rows come.
 */
import type {SxProps, Theme} from '@mui/material/styles';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {WAITED_FOR} from '../../../schema/statuses/situation.ts';
import {hasDetails} from '../../../schema/parts.ts';
import {isProse} from '../columns/columns.ts';

/** The most pixels of whose turn it is, in a narrow table and a wide one. */
export const TURN = {least: 96, most: 128};
/** Pixels, with what surrounds the text. */
const WIDTH = {id: 57, prose: 94, status: 160, turn: TURN.least + 14, plain: 84};
const ACTIONS = {few: 140, many: 190};

const widthOf = (config: Config, resource: Resource, column: string): number => {
  if (column === resource.status) return WIDTH.status;
  if (column === WAITED_FOR) return WIDTH.turn;
  if (resource.fields[column] === undefined && column === 'id') return WIDTH.id;
  return isProse(config, resource, column) ? WIDTH.prose : WIDTH.plain;
};

/** The declared columns, what matters most first. */
const ranked = (resource: Resource): string[] => {
  const {columns: all} = resource.list;
  return [...new Set([...(resource.list.card ?? []).filter(column => all.includes(column)), ...all])];
};

/** From how many pixels on a table shows each of its columns. @param before pixels of what stands before them */
export const roomFor = (config: Config, resource: Resource, columns: readonly string[], before: number): ReadonlyMap<string, number> => {
  const from = new Map<string, number>();
  let sum = before + (hasDetails(resource) ? ACTIONS.many : ACTIONS.few);
  for (const column of ranked(resource).filter(one => columns.includes(one))) {
    sum += widthOf(config, resource, column);
    from.set(column, sum);
  }
  return from;
};

/** Gone where the table's place is narrower. */
export const goneBelow = (width: number | undefined): SxProps<Theme> =>
  (width === undefined ? {} : {[`@container (max-width: ${width - 1}px)`]: {display: 'none'}});
