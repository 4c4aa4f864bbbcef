/** What can be done to the ticked rows. */
import type {Action, Resource} from '../../../schema/config/config.ts';
import {switchOf, type Switch} from '../../../schema/lifeCycle/toggle.ts';
import type {Verdict} from '../../../schema/lifeCycle/workflow.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {bulkNames} from './bulkNames.ts';

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

/** Of the switch's two ways the one that changes a row is its own. */
const concerns = (toggle: Switch | undefined, name: string, row: Row): boolean => {
  const isOn = row[toggle?.field ?? ''] === toggle?.on;
  return name === toggle?.enable ? !isOn : name !== toggle?.disable || isOn;
};

const switchLast = (toggle: Switch | undefined, names: readonly string[]): string[] => {
  const isWay = (name: string): boolean => name === toggle?.enable || name === toggle?.disable;
  return [...names.filter(name => !isWay(name)), ...names.filter(isWay)];
};

/** Those that concern any of the rows, the switch's last. */
export const bulkActions = (resource: Resource, perfil: string, rows: readonly Row[], judge: Judge): BulkAction[] =>
  switchLast(switchOf(resource), bulkNames(resource, perfil)).flatMap(name => {
    const action = resource.actions?.[name];
    const asked = rows.filter(row => concerns(switchOf(resource), name, row)).map(row => ({row, verdict: judge(name, row)}));
    const refused = asked.flatMap(({row, verdict}) => (verdict.allowed ? [] : [{row, reason: verdict.reason}]));
    const allowed = asked.filter(({verdict}) => verdict.allowed).map(({row}) => row);
    return action === undefined || asked.length === 0 ? [] : [{name, action, rows: allowed, refused}];
  });

/** Each reason once, with the rows it keeps out, the most frequent first. */
export const reasonsOf = ({refused}: Pick<BulkAction, 'refused'>): {reason: string; rows: Row[]}[] => {
  const byReason = Map.groupBy(refused, ({reason}) => reason);
  return [...byReason].map(([reason, kept]) => ({reason: reason || 'Não se aplica.', rows: kept.map(({row}) => row)}))
    .toSorted((one, other) => other.rows.length - one.rows.length);
};
