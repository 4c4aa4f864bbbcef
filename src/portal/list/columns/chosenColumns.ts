/** A person's chosen columns of a list, stored in the browser; a saved filter stores them on the server. */
import {useMemo} from 'react';
import {useStore} from 'ra-core';
import {columnLabel, listExportableColumns} from '../../../schema/lists/columns.ts';
import {referenceNameField} from '../../../schema/lifeCycle/detailFields.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {columnField, useDeclaredColumns} from './declaredColumns.ts';

/**
 * Columns a profile may choose: the declared ones, then the other fields. References whose name another column shows, or that share its
 * label, are left out.
 */
const offeredColumns = (config: Config, resource: Resource, perfil: string): string[] => {
  const exportableColumns = listExportableColumns(resource, perfil);
  const isReference = (column: string): boolean => columnField(config, resource, column)?.kind === 'referencia';
  const takenLabels = new Set(exportableColumns.filter(column => !isReference(column)).map(column => columnLabel(resource, column)));
  const isNamedElsewhere = (column: string): boolean => {
    const carrier = referenceNameField(config, resource, column);
    return takenLabels.has(columnLabel(resource, column)) || (carrier !== column && exportableColumns.includes(carrier));
  };
  const distinct = exportableColumns.filter(column => !isReference(column) || !isNamedElsewhere(column));
  const declared = resource.list.columns.filter(column => exportableColumns.includes(column) || resource.fields[column] === undefined);
  return [...declared, ...distinct.filter(column => !declared.includes(column))];
};

export interface ChosenColumns {
  offered: readonly string[];
  shown: readonly string[];
  /** Shown columns that the server knows by name: exported, and saved with a filter. */
  exportableColumns: readonly string[];
  /** Undefined: nothing was chosen, and the declared columns are shown. */
  chosen: readonly string[] | undefined;
  choose: (columns: readonly string[] | undefined) => void;
  /** Chooses the columns of a saved filter, which lacks those the server does not know. */
  chooseExportable: (columns: readonly string[]) => void;
}

export const useChosenColumns = (name: string): ChosenColumns => {
  const {config, resource, session: {id, perfil}} = useResourceAndSession(name);
  const declared = useDeclaredColumns(name);
  const [storedColumns, storeColumns] = useStore<readonly string[] | null>(`lista.colunas.${id}.${name}`, null);
  const offered = useMemo(() => offeredColumns(config, resource, perfil), [config, resource, perfil]);
  // Fields since removed, or hidden from this profile, are left out.
  const availableColumns = offered.filter(column => storedColumns?.includes(column));
  const chosen = availableColumns.length > 0 ? availableColumns : undefined;
  const shown = chosen ?? declared;
  const exportableColumns = listExportableColumns(resource, perfil);
  const isSame = (columns: readonly string[], otherColumns: readonly string[]): boolean =>
    columns.length === otherColumns.length && columns.every(column => otherColumns.includes(column));
  const choose = (columns: readonly string[] | undefined): void => {
    const next = offered.filter(column => columns?.includes(column));
    storeColumns(next.length === 0 || isSame(next, declared) ? null : next);
  };
  return {
    offered,
    shown,
    exportableColumns: shown.filter(column => exportableColumns.includes(column)),
    chosen,
    choose,
    chooseExportable: columns =>
      choose(isSame(columns, declared.filter(column => exportableColumns.includes(column))) ? undefined : columns),
  };
};
