/** How a list's columns are headed, sorted and aligned. */
import type {Resource} from '../../schema/config.ts';
import {screens} from '../../schema/paths.ts';
import {useConfig, useResource} from '../ConfigContext.tsx';
import type {Row} from '../providers/dialects.ts';
import {useSession} from '../useSession.ts';
import {maySee} from '../../schema/access.ts';
import {showsEditLink} from './rowAccess.ts';

/** The record's own number is no declared field; it is read as its code (§2). */
export const columnLabel = (resource: Resource, column: string): string => resource.fields[column]?.label ?? 'Código';

/** Columns the server can order by: its own. */
export const isSortable = (resource: Resource, column: string): boolean => {
  const kind = resource.fields[column]?.kind;
  return kind !== 'relacionado' && kind !== 'vinculos' && kind !== 'senha';
};

/** Values that are read as one piece. */
export const isOneLine = (resource: Resource, column: string): boolean => {
  const kind = resource.fields[column]?.kind;
  return kind !== 'texto' && kind !== 'email' && kind !== 'relacionado' && kind !== 'referencia';
};

/**
 * The columns this person sees.
 *
 * @param within the reference that is the same in every row (a child's parent): what is read through it says nothing
 */
export const useColumns = (name: string, which: 'columns' | 'card' = 'columns', within?: string): readonly string[] => {
  const {fields, list} = useResource(name);
  const {perfil} = useSession();
  return ((which === 'card' ? list.card : undefined) ?? list.columns).filter(column => {
    const field = fields[column];
    if (field?.kind === 'relacionado' && field.through === within) return false;
    return column !== within && (field === undefined || maySee(field, perfil));
  });
};

/** Where a row leads; undefined where it may not be edited. */
export const useRowLink = (name: string): ((record: Row) => string | undefined) => {
  const config = useConfig();
  const resource = useResource(name);
  const {perfil} = useSession();
  return record => (showsEditLink(resource, record, perfil) ? screens(config, resource).edit(record.id) : undefined);
};
