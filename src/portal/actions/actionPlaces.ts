/** The places of action buttons, with the actions each of them draws. */
import type {ActionPlace, Resource} from '../../schema/shapes/config.ts';
import {isShownAction, type JudgedAction} from '../api/actionVerdicts.ts';

interface PlaceRules {
  draws: (judged: JudgedAction, resource: Resource) => boolean;
  /** The shortcut layer of its actions' keys; absent: no keys. */
  keys?: 'dialog' | 'screen';
}

const isAllowed = ({verdict}: JudgedAction): boolean => verdict.allowed;

export const actionPlaces = {
  row: {draws: isAllowed},
  // With a life cycle, most actions need another status, so only allowed ones are offered.
  menu: {draws: (judged, {status}) => status === undefined || isAllowed(judged)},
  // Refused actions are drawn, disabled with the reason, if only a condition is missing.
  details: {draws: isShownAction, keys: 'dialog'},
  edit: {draws: isShownAction, keys: 'screen'},
} as const satisfies Readonly<Record<ActionPlace, PlaceRules>>;

type Places = typeof actionPlaces;
export type SingleRecordPlace = {[P in ActionPlace]: Places[P] extends {keys: string} ? P : never}[ActionPlace];

export const drawRuleOf = (place: ActionPlace): PlaceRules['draws'] => actionPlaces[place].draws;
