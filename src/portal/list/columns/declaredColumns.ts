import {useMemo} from 'react';
import {maySee} from '../../../schema/access.ts';
import {resolveShownField} from '../../../schema/lists/columns.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {filterOperatorRowOf} from '../../../schema/fields/filterOperators.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {useResource, useSession} from '../../session/context.ts';

/** References are not sortable, because their column holds a number that people do not see. */
export const isSortableColumn = (config: Config, resource: Resource, column: string): boolean => {
  const field = columnField(config, resource, column);
  return field === undefined ? column === 'id' : kindRuleOf(field).column === 'value';
};

/** The field whose values a column shows; undefined for the id. */
export const columnField = (config: Config, resource: Resource, column: string): Field | undefined => {
  const field = resource.fields[column];
  return field && resolveShownField(config, resource.fields, field);
};

/** Prose may wrap anywhere; other values stay in one piece. */
export const isProseColumn = (config: Config, resource: Resource, column: string): boolean => {
  const field = columnField(config, resource, column);
  return field !== undefined && kindRuleOf(field).prose;
};

export const isDateColumn = (config: Config, resource: Resource, column: string): boolean => {
  const field = columnField(config, resource, column);
  return field !== undefined && filterOperatorRowOf(field).dated === true;
};

/**
 * The declared columns that the caller may see.
 *
 * @param within the reference that every row shares (a child's parent); it and the fields read through it are left out
 */
export const useDeclaredColumns = (name: string, layout: 'columns' | 'card' = 'columns', within?: string): readonly string[] => {
  const {fields, list} = useResource(name);
  const {perfil} = useSession();
  return useMemo(() => ((layout === 'card' ? list.card : undefined) ?? list.columns).filter(column => {
    const field = fields[column];
    if (field?.kind === 'relacionado' && field.through === within) return false;
    return column !== within && (field === undefined || maySee(field, perfil));
  }), [fields, list, perfil, layout, within]);
};
