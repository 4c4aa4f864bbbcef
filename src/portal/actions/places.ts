/** Where the button of an action may stand, one row each: what of the actions declared there is drawn. */
import type {ActionPlace, Resource} from '../../schema/config/config.ts';
import {isWithinReach, type JudgedAction} from '../wire/verdict.ts';

interface PlaceRow {
  /** Whether an action is drawn; the others of the place are not there. */
  draws: (one: JudgedAction, resource: Resource) => boolean;
  /** Where the letters of its actions are heard; absent: nowhere. */
  keys?: 'dialog' | 'screen';
}

const isAllowed = ({verdict}: JudgedAction): boolean => verdict.allowed;

export const places = {
  row: {draws: isAllowed},
  // Of a record with a life cycle most actions wait for another status: only what can be done now is offered.
  menu: {draws: (one, {status}) => status === undefined || isAllowed(one)},
  // Also what only lacks a condition, disabled with its reason.
  details: {draws: isWithinReach, keys: 'dialog'},
  edit: {draws: isWithinReach, keys: 'screen'},
} as const satisfies Readonly<Record<ActionPlace, PlaceRow>>;

type Rows = typeof places;
/** The places of a record by itself. */
export type OwnPlace = {[P in ActionPlace]: Rows[P] extends {keys: string} ? P : never}[ActionPlace];

export const drawnAt = (place: ActionPlace): PlaceRow['draws'] => places[place].draws;
