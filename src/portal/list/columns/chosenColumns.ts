/** The columns a person chose for a list, kept in this browser; on the server they are part of a saved filter. */
import {useMemo} from 'react';
import {useStore} from 'ra-core';
import {columnLabel, exportable} from '../../../schema/lists/columns.ts';
import type {Resource} from '../../../schema/config/config.ts';
import {useAbout} from '../../session/context.ts';
import {useColumns} from './columns.ts';

/**
 * What the list can show this profile: the declared columns, then the other fields. A reference whose name another
 * column shows already, under the same heading, would show it twice.
 */
const offeredColumns = (resource: Resource, perfil: string): string[] => {
  const known = exportable(resource, perfil);
  const named = new Set(known.filter(column => resource.fields[column]?.kind !== 'referencia').map(column =>
    columnLabel(resource, column)));
  const useful = known.filter(column => resource.fields[column]?.kind !== 'referencia' || !named.has(columnLabel(resource, column)));
  const declared = resource.list.columns.filter(column => known.includes(column) || resource.fields[column] === undefined);
  return [...declared, ...useful.filter(column => !declared.includes(column))];
};

export interface ChosenColumns {
  offered: readonly string[];
  /** What is shown. */
  shown: readonly string[];
  /** What of it the server knows by name: what is exported, and saved with a filter. */
  told: readonly string[];
  /** undefined: nothing was chosen, the declared ones are shown. */
  chosen: readonly string[] | undefined;
  /** undefined or nothing: back to the declared ones. */
  choose: (columns: readonly string[] | undefined) => void;
  /** The same for what was told: the declared ones where it is all of them that can be told. */
  chooseTold: (columns: readonly string[]) => void;
}

export const useChosenColumns = (name: string): ChosenColumns => {
  const {resource, session: {id, perfil}} = useAbout(name);
  const declared = useColumns(name);
  const [kept, keep] = useStore<readonly string[] | null>(`lista.colunas.${id}.${name}`, null);
  const offered = useMemo(() => offeredColumns(resource, perfil), [resource, perfil]);
  // A field that is gone since, or that this profile sees no more, is left out.
  const known = offered.filter(column => kept?.includes(column));
  const chosen = known.length > 0 ? known : undefined;
  const shown = chosen ?? declared;
  const told = exportable(resource, perfil);
  const isSame = (columns: readonly string[], others: readonly string[]): boolean =>
    columns.length === others.length && columns.every(column => others.includes(column));
  const choose = (columns: readonly string[] | undefined): void => {
    const next = offered.filter(column => columns?.includes(column));
    keep(next.length === 0 || isSame(next, declared) ? null : next);
  };
  return {
    offered,
    shown,
    told: shown.filter(column => told.includes(column)),
    chosen,
    choose,
    chooseTold: columns => choose(isSame(columns, declared.filter(column => told.includes(column))) ? undefined : columns),
  };
};
