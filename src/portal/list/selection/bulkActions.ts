import type {Action, Resource} from '../../../schema/shapes/config.ts';
import {resolveToggle, type ResolvedToggle} from '../../../schema/lifeCycle/toggle.ts';
import type {Verdict} from '../../../schema/lifeCycle/workflow.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {bulkActionNames} from './bulkActionNames.ts';

export interface BulkAction {
  name: string;
  action: Action;
  /** Selected rows that allow the action and that it would change. */
  allowedRows: readonly Row[];
  refused: readonly {row: Row; reason: string}[];
}

type JudgeRow = (name: string, row: Row) => Verdict;

/** A switch action changes only rows in the other state. */
const changesRow = (toggle: ResolvedToggle | undefined, name: string, row: Row): boolean => {
  const isOn = row[toggle?.field ?? ''] === toggle?.on;
  return name === toggle?.enable ? !isOn : name !== toggle?.disable || isOn;
};

const withSwitchLast = (toggle: ResolvedToggle | undefined, names: readonly string[]): string[] => {
  const isSwitchAction = (name: string): boolean => name === toggle?.enable || name === toggle?.disable;
  return [...names.filter(name => !isSwitchAction(name)), ...names.filter(isSwitchAction)];
};

export const bulkActions = (resource: Resource, perfil: string, rows: readonly Row[], judge: JudgeRow): BulkAction[] =>
  withSwitchLast(resolveToggle(resource), bulkActionNames(resource, perfil)).flatMap((name): BulkAction[] => {
    const action = resource.actions?.[name];
    const judgedRows = rows.filter(row => changesRow(resolveToggle(resource), name, row)).map(row => ({row, verdict: judge(name, row)}));
    const refused = judgedRows.flatMap(({row, verdict}) => (verdict.allowed ? [] : [{row, reason: verdict.reason}]));
    const allowed = judgedRows.filter(({verdict}) => verdict.allowed).map(({row}) => row);
    return action === undefined || judgedRows.length === 0 ? [] : [{name, action, allowedRows: allowed, refused}];
  });

export const groupByReason = ({refused}: Pick<BulkAction, 'refused'>): {reason: string; rows: Row[]}[] => {
  const byReason = Map.groupBy(refused, ({reason}) => reason);
  return [...byReason].map(([reason, refusals]) => ({reason: reason || 'Não se aplica.', rows: refusals.map(({row}) => row)}))
    .toSorted((left, right) => right.rows.length - left.rows.length);
};
