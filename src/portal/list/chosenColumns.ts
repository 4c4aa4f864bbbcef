/** The columns a person chose for a list, kept in this browser; on the server they are part of a saved filter. */
import {useStore} from 'ra-core';
import {columnLabel, exportable} from '../../schema/columns.ts';
import type {Resource} from '../../schema/config.ts';
import {useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
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
  const declared = resource.list.columns.filter(column => known.includes(column));
  return [...declared, ...useful.filter(column => !declared.includes(column))];
};

export interface ChosenColumns {
  offered: readonly string[];
  /** What is shown. */
  shown: readonly string[];
  /** undefined: nothing was chosen, the declared ones are shown. */
  chosen: readonly string[] | undefined;
  /** undefined or nothing: back to the declared ones. */
  choose: (columns: readonly string[] | undefined) => void;
}

export const useChosenColumns = (name: string): ChosenColumns => {
  const resource = useResource(name);
  const {id, perfil} = useSession();
  const declared = useColumns(name);
  const [kept, keep] = useStore<readonly string[] | null>(`lista.colunas.${id}.${name}`, null);
  const offered = offeredColumns(resource, perfil);
  // A field that is gone since, or that this profile sees no more, is left out.
  const known = offered.filter(column => kept?.includes(column));
  const chosen = known.length > 0 ? known : undefined;
  return {
    offered,
    shown: chosen ?? declared,
    chosen,
    choose: columns => {
      const next = offered.filter(column => columns?.includes(column));
      const same = next.length === declared.length && next.every(column => declared.includes(column));
      keep(next.length === 0 || same ? null : next);
    },
  };
};
