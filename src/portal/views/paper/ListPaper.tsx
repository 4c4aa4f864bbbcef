/** The page of a list that its address says, with the columns that somebody chose for it, and what it is filtered by. */
import {useMemo} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {ListBase, ResourceContextProvider, useListContext} from 'ra-core';
import {columnLabel} from '../../../schema/lists/columns.ts';
import {TAB} from '../../../schema/lifeCycle/tabs.ts';
import {columnField} from '../../list/columns/columns.ts';
import {useChosenColumns} from '../../list/columns/chosenColumns.ts';
import {listOpening} from '../../list/address/opening.ts';
import {FilterChips} from '../../list/filters/FilterChips.tsx';
import {TypedFilters} from '../../list/filters/typedFilters.tsx';
import {waitedFor} from '../../list/table/waiting.ts';
import {FieldValue} from '../../kinds/FieldValue.tsx';
import {PaperTable} from '../../record/onPaper.tsx';
import {useAbout} from '../../session/context.ts';
import {LoadError} from '../../ui/LoadError.tsx';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import type {Row} from '../../wire/providers/dialects.ts';

export const ListPaper = ({name}: {name: string}) => {
  const {config, resource, session} = useAbout(name);
  const opening = useMemo(() => listOpening(config, resource, session), [config, resource, session]);
  return (
    <ResourceContextProvider value={name}>
      <ListBase disableAuthentication {...opening} storeKey={false} exporter={false} queryOptions={{onError: () => undefined}}>
        <TypedFilters><Rows name={name} /></TypedFilters>
      </ListBase>
    </ResourceContextProvider>
  );
};

const Rows = ({name}: {name: string}) => {
  const {config, resource, session} = useAbout(name);
  const {data, error, refetch, total = 0, page, perPage} = useListContext<Row>();
  const {filterValues} = useListContext() as {filterValues: Readonly<Record<string, unknown>>};
  const {shown} = useChosenColumns(name);
  const tab = resource.tabs?.[String(filterValues[TAB])]?.label;
  const heading = [resource.label.many, tab].filter(Boolean).join(': ');
  const first = (page - 1) * perPage + 1;
  const valueOf = (record: Row, column: string) => {
    const field = columnField(config, resource, column);
    if (field !== undefined) return <FieldValue field={field} value={record[column]} record={record} />;
    return column === 'id' ? record.id : waitedFor(resource, record, session);
  };
  const read = (count: number): string => count.toLocaleString('pt-BR');
  return (
    <>
      <title>{resource.pageTitle}</title>
      <Typography component="h1" variant="h1">{heading}</Typography>
      {data && (
        <Typography color="text.secondary">
          {data.length === 0 ? 'Nenhum registro.' : `${read(first)} a ${read(first + data.length - 1)} de ${read(total)}`}
        </Typography>
      )}
      <Box sx={{mb: 2, '& button': {display: 'none'}}}><FilterChips resource={name} /></Box>
      {error && data === undefined && <LoadError error={error} retry={() => void refetch()} />}
      {!error && data === undefined && <RowsSkeleton rows={8} label="Carregando a lista" />}
      {data && data.length > 0 && (
        <PaperTable
          label={resource.label.many}
          heads={shown.map(column => columnLabel(resource, column))}
          rows={data.map(record => shown.map(column => valueOf(record, column)))}
        />
      )}
    </>
  );
};
