/** How a list's columns are sorted and laid out. */
import {useMemo} from 'react';
import {maySee} from '../../../schema/access.ts';
import {shownField} from '../../../schema/lists/columns.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Field} from '../../../schema/config/fields.ts';
import {wayOf} from '../../../schema/fields/filterWays.ts';
import {ruleOf} from '../../../schema/fields/kinds.ts';
import {useResource, useSession} from '../../session/context.ts';

/** Columns whose order says something: a reference is ordered by its number, which nobody reads. */
export const isSortable = (resource: Resource, column: string): boolean => {
  const field = resource.fields[column];
  return field === undefined ? column === 'id' : ruleOf(field).column === 'value';
};

/** The field whose values a column shows; undefined for the record's own number. */
export const columnField = (config: Config, resource: Resource, column: string): Field | undefined => {
  const field = resource.fields[column];
  return field && shownField(config, resource.fields, field);
};

/** Words, which may be long and break where they like; everything else is read as one piece. */
export const isProse = (config: Config, resource: Resource, column: string): boolean => {
  const field = columnField(config, resource, column);
  return field !== undefined && ruleOf(field).prose;
};

/** Days and instants. */
export const isDated = (config: Config, resource: Resource, column: string): boolean => {
  const field = columnField(config, resource, column);
  return field !== undefined && wayOf(field).dated === true;
};

/**
 * The columns this person sees.
 *
 * @param within the reference that is the same in every row (a child's parent): what is read through it says nothing
 */
export const useColumns = (name: string, which: 'columns' | 'card' = 'columns', within?: string): readonly string[] => {
  const {fields, list} = useResource(name);
  const {perfil} = useSession();
  return useMemo(() => ((which === 'card' ? list.card : undefined) ?? list.columns).filter(column => {
    const field = fields[column];
    if (field?.kind === 'relacionado' && field.through === within) return false;
    return column !== within && (field === undefined || maySee(field, perfil));
  }), [fields, list, perfil, which, within]);
};
