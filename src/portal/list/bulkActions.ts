/** What can be done to the ticked rows: what is declared for several, and the two ways of the resource's switch. */
import type {Action, Resource} from '../../schema/config.ts';
import {profilesOf, type Verdict} from '../../schema/workflow.ts';
import type {Row} from '../wire/providers/dialects.ts';

export interface BulkAction {
  name: string;
  action: Action;
  /** The ticked rows that it may be done to, and that are not as it would leave them. */
  rows: readonly Row[];
  /** The others, with why. */
  refused: readonly {row: Row; reason: string}[];
}

/** Whether this person may do the action to the row: not to their own, say. */
type Judge = (name: string, row: Row) => Verdict;

/** Whether somebody of a profile has anything to do to several rows of a list. */
export const hasBulk = (resource: Resource, perfil: string): boolean => bulkOf(resource, perfil).length > 0;

/** By name, with what a row has to say before it is asked for: of the switch's two ways the one that changes it. */
const bulkOf = ({actions = {}, toggle}: Resource, perfil: string): {name: string; action: Action; concerns: (row: Row) => boolean}[] => {
  const isOn = (row: Row): boolean => row[toggle?.field ?? ''] === toggle?.on;
  const ways = toggle === undefined ? [] : [{name: toggle.enable, on: false}, {name: toggle.disable, on: true}];
  return [
    ...Object.entries(actions).flatMap(([name, {bulk}]) => (bulk ? [{name, concerns: () => true}] : [])),
    ...ways.map(({name, on}) => ({name, concerns: (row: Row) => isOn(row) === on})),
  ].flatMap(({name, concerns}) => {
    const action = actions[name];
    return action === undefined || !profilesOf(action).includes(perfil) ? [] : [{name, action, concerns}];
  });
};

/** Those that concern any of the rows. */
export const bulkActions = (resource: Resource, perfil: string, rows: readonly Row[], judge: Judge): BulkAction[] =>
  bulkOf(resource, perfil).flatMap(({name, action, concerns}) => {
    const asked = rows.filter(concerns).map(row => ({row, verdict: judge(name, row)}));
    const refused = asked.flatMap(({row, verdict}) => (verdict.allowed ? [] : [{row, reason: verdict.reason}]));
    const allowed = asked.filter(({verdict}) => verdict.allowed).map(({row}) => row);
    return asked.length === 0 ? [] : [{name, action, rows: allowed, refused}];
  });

/** Each reason once, with the rows it keeps out, the most frequent first. */
export const reasonsOf = ({refused}: Pick<BulkAction, 'refused'>): {reason: string; rows: Row[]}[] => {
  const byReason = Map.groupBy(refused, ({reason}) => reason);
  return [...byReason].map(([reason, kept]) => ({reason: reason || 'Não se aplica.', rows: kept.map(({row}) => row)}))
    .toSorted((one, other) => other.rows.length - one.rows.length);
};
