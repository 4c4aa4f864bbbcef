/**
 * Column breakpoints: a narrow table hides columns, those of the card last. Typical widths are used instead of measured ones, so that other
 * rows never change the layout.
 */
import type {SxProps, Theme} from '@mui/material/styles';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {TURN_HOLDER_KEY} from '../../../schema/statuses/responseKeys.ts';
import {hasDetails} from '../../../schema/parts.ts';
import {isProseColumn} from '../columns/declaredColumns.ts';

/** Maximum width of the waiter in a narrow and in a wide table, in pixels. */
export const TURN_HOLDER_WIDTH_PX = {least: 96, most: 128};
const COLUMN_WIDTH_PX = {id: 57, prose: 94, status: 160, turn: TURN_HOLDER_WIDTH_PX.least + 14, plain: 84};
const ACTIONS_WIDTH_PX = {few: 140, many: 190};

const widthOf = (config: Config, resource: Resource, column: string): number => {
  if (column === resource.status) return COLUMN_WIDTH_PX.status;
  if (column === TURN_HOLDER_KEY) return COLUMN_WIDTH_PX.turn;
  if (resource.fields[column] === undefined && column === 'id') return COLUMN_WIDTH_PX.id;
  return isProseColumn(config, resource, column) ? COLUMN_WIDTH_PX.prose : COLUMN_WIDTH_PX.plain;
};

const rankColumns = (resource: Resource): string[] => {
  const {columns: declared} = resource.list;
  return [...new Set([...(resource.list.card ?? []).filter(column => declared.includes(column)), ...declared])];
};

/** The table width from which each column is shown. @param before width of the columns before them */
export const columnBreakpoints = (
  config: Config, resource: Resource, columns: readonly string[], before: number,
): ReadonlyMap<string, number> => {
  const from = new Map<string, number>();
  let sum = before + (hasDetails(resource) ? ACTIONS_WIDTH_PX.many : ACTIONS_WIDTH_PX.few);
  for (const column of rankColumns(resource).filter(candidate => columns.includes(candidate))) {
    sum += widthOf(config, resource, column);
    from.set(column, sum);
  }
  return from;
};

export const hideBelow = (width: number | undefined): SxProps<Theme> =>
  (width === undefined ? {} : {[`@container (max-width: ${width - 1}px)`]: {display: 'none'}});
