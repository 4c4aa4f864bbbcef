/** What can be done to the ticked rows: the two ways of the resource's switch, where the profile may go them. */
import type {Action, Resource} from '../../schema/config.ts';
import {profilesOf} from '../../schema/workflow.ts';
import type {Row} from '../wire/providers/dialects.ts';

export interface BulkAction {
  name: string;
  action: Action;
  /** The ticked rows that it may be done to, and that are not as it would leave them. */
  rows: readonly Row[];
}

/** Whether this person may do the action to the row: not to their own, say. */
type Allowed = (name: string, row: Row) => boolean;

export const bulkActions = (resource: Resource, perfil: string, rows: readonly Row[], allowed: Allowed = () => true): BulkAction[] => {
  const {toggle} = resource;
  if (toggle === undefined) return [];
  const isOn = (row: Row): boolean => row[toggle.field] === toggle.on;
  return [{name: toggle.enable, on: false}, {name: toggle.disable, on: true}].flatMap(({name, on}) => {
    const action = resource.actions?.[name];
    if (action === undefined || !profilesOf(action).includes(perfil)) return [];
    return [{name, action, rows: rows.filter(row => isOn(row) === on && allowed(name, row))}];
  });
};
