/**
 * The printable page of a list or record, in light colours and without controls (rules: Screens 16), at `{route}/imprimir` with the
 * record's id or the list's query.
 */
import {useEffect, useEffectEvent, useMemo, useState, type ReactNode} from 'react';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {useIsFetching, useQuery} from '@tanstack/react-query';
import {ListBase, ResourceContextProvider, useDataProvider, useGetOne, useListContext} from 'ra-core';
import {useLocation, useParams, type Location} from 'react-router-dom';
import {mayAccess} from '../../../schema/access.ts';
import {currentInstant} from '../../../schema/fields/clock.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {listDetailFields} from '../../../schema/lifeCycle/detailFields.ts';
import {attendantField} from '../../../schema/statuses/people.ts';
import {statusById} from '../../../schema/statuses/statuses.ts';
import {TAB_PARAM, tabLabel} from '../../../schema/lifeCycle/tabs.ts';
import {filterLabel} from '../../../schema/fields/filterOperators.ts';
import {columnLabel} from '../../../schema/lists/columns.ts';
import {listFilters} from '../../../schema/lists/listRequest.ts';
import {PRINT_PATH, screens} from '../../../schema/paths.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import {FieldValue} from '../../fields/FieldValue.tsx';
import {RecordFacts} from '../../fields/RecordFacts.tsx';
import {StatusBadge} from '../../fields/StatusBadge.tsx';
import {defaultListProps} from '../../list/address/defaultListParams.ts';
import {useChosenColumns} from '../../list/columns/chosenColumns.ts';
import {columnField} from '../../list/columns/declaredColumns.ts';
import {FilterChips} from '../../list/filters/FilterChips.tsx';
import {FilterResetProvider} from '../../list/filters/filterReset.tsx';
import {TurnHolderCell} from '../../list/table/ListCell.tsx';
import {PrintTable} from '../../record/printTables.tsx';
import {partViews} from '../../record/partViews.tsx';
import {claims} from '../../session/claims.ts';
import {useResourceAndSession, useConfig, useResource} from '../../session/context.ts';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {FormSkeleton} from '../../ui/FormSkeleton.tsx';
import {LoadError} from '../../ui/LoadError.tsx';
import {useWayBackTo} from '../../navigation/useWayBack.ts';
import {NotFound, AccessDenied} from '../../ui/ErrorScreens.tsx';
import {statusOfError} from '../../api/errors.ts';
import {readPages} from '../../api/readPages.ts';
import type {Row} from '../../api/providers/listDialects.ts';

const MAX_ROWS = 1000;

const ListPaper = ({name}: {name: string}) => {
  const {config, resource, session} = useResourceAndSession(name);
  const opening = useMemo(() => defaultListProps(config, resource, session), [config, resource, session]);
  return (
    <ResourceContextProvider value={name}>
      <ListBase disableAuthentication {...opening} storeKey={false} exporter={false} queryOptions={{enabled: false}}>
        <FilterResetProvider><Rows name={name} /></FilterResetProvider>
      </ListBase>
    </ResourceContextProvider>
  );
};

/** Reads the rows page by page, up to {@link MAX_ROWS}. */
const useAllRows = (
  name: string, sort: {field: string; order: 'ASC' | 'DESC'}, filter: Readonly<Record<string, unknown>>,
) => {
  const dataProvider = useDataProvider();
  const {data, error, refetch} = useQuery({
    queryKey: [PRINT_PATH, name, sort, filter],
    queryFn: async ({signal}) => {
      let count = 0;
      const rows = await readPages(dataProvider, name, {
        sort, filter, signal, maxRows: MAX_ROWS,
        onRows: (_rows, total) => {
          count = total;
        },
      });
      return {rows, total: count};
    },
  });
  return {rows: data?.rows, total: data?.total ?? 0, error, refetch};
};

const countText = (rows: number, total: number): string => {
  const formatCount = (count: number): string => count.toLocaleString('pt-BR');
  if (rows === 0) return 'Nenhum registro.';
  if (total <= MAX_ROWS) return formatCountWithNoun(rows, 'registro', 'registros');
  return `Os primeiros ${formatCount(rows)} de ${formatCount(total)} registros. Filtre a lista para imprimir os outros.`;
};

const Rows = ({name}: {name: string}) => {
  const {config, resource} = useResourceAndSession(name);
  const {sort, filterValues} = useListContext() as {
    sort: {field: string; order: 'ASC' | 'DESC'}; filterValues: Readonly<Record<string, unknown>>;
  };
  const {rows, total, error, refetch} = useAllRows(name, sort, filterValues);
  const {shown} = useChosenColumns(name);
  const tab = tabLabel(resource, filterValues[TAB_PARAM]);
  const heading = [resource.label.many, tab].filter(Boolean).join(': ');
  const valueOf = (record: Row, column: string) => {
    const field = columnField(config, resource, column);
    if (field !== undefined) return <FieldValue field={field} value={record[column]} record={record} />;
    return column === 'id' ? record.id : <TurnHolderCell resource={name} record={record} onPaper />;
  };
  const openPeriods = listFilters(resource).filter(({name: filterName, filter}) =>
    filter.lastDays !== undefined && filterValues[filterName] === undefined);
  return (
    <>
      <title>{resource.pageTitle}</title>
      <Typography component="h1" variant="h1">{heading}</Typography>
      {rows && <Typography color="text.secondary">{countText(rows.length, total)}</Typography>}
      {openPeriods.map(listFilter => (
        <Typography key={listFilter.name} color="text.secondary">{filterLabel(listFilter)}: todo o período</Typography>
      ))}
      <Box sx={{mb: 2, '& button': {display: 'none'}}}><FilterChips resource={name} /></Box>
      {error && rows === undefined && <LoadError error={error} retry={() => void refetch()} />}
      {!error && rows === undefined && <RowsSkeleton rows={8} label="Carregando a lista" />}
      {rows && rows.length > 0 && (
        <PrintTable
          label={resource.label.many}
          heads={shown.map(column => columnLabel(resource, column))}
          rows={rows.map(record => shown.map(column => valueOf(record, column)))}
        />
      )}
    </>
  );
};

const RecordPaper = ({name, id}: {name: string; id: number}) => {
  const {config, resource, session} = useResourceAndSession(name);
  const {data: record, error, refetch} = useGetOne<Row>(name, {id}, {retry: false});
  if (statusOfError(error) === 404) return <NotFound />;
  if (error && record === undefined) return <LoadError error={error} retry={() => void refetch()} />;
  if (record === undefined) return <FormSkeleton inputs={8} />;
  const title = recordTitle(resource, record);
  const {status: by = '', since = ''} = resource;
  const status = statusById(resource, record[by]);
  const sinceValue = record[since];
  return (
    <Stack spacing={2.5}>
      <title>{title}</title>
      <Box>
        <Typography component="h1" variant="h1">{title}</Typography>
        {status && (
          <Box sx={{display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 0.5}}>
            <StatusBadge choice={status} />
            {typeof sinceValue === 'string' && sinceValue !== '' && (
              <Typography color="text.secondary">desde {formatInstant(sinceValue)}</Typography>
            )}
          </Box>
        )}
      </Box>
      <RecordFacts
        name={name}
        fields={listDetailFields(config, resource, session, record, [attendantField(resource) ?? ''])}
        record={record}
      />
      {partViews(resource, session.perfil).map(([key, {InPrint}]) => (
        <InPrint key={key} name={name} id={id} record={record} failed={Boolean(error)} />
      ))}
    </Stack>
  );
};

export const PrintView = ({name}: {name: string}) => {
  const {id} = useParams();
  const {resource, session: {perfil}} = useResourceAndSession(name);
  if (!mayAccess(resource, id === undefined ? 'list' : 'read', perfil)) return <AccessDenied tab={resource.pageTitle} />;
  return id === undefined
    ? <Sheet name={name} wide><ListPaper name={name} /></Sheet>
    : <Sheet name={name}><RecordPaper name={name} id={Number(id)} /></Sheet>;
};

/** Opens the print dialog when the address asks for it and every query has finished. */
const usePrinter = () => {
  const {state} = useLocation() as Location<Record<string, unknown> | null>;
  const fetching = useIsFetching();
  const print = useEffectEvent(() => {
    if (state?.[PRINT_PATH] === true) window.print();
  });
  useEffect(() => {
    // A timeout, because drawn content starts further queries, e.g. for names.
    const timer = fetching === 0 ? setTimeout(print) : undefined;
    return () => clearTimeout(timer);
  }, [fetching]);
};

const Sheet = ({name, wide = false, children}: {name: string; wide?: boolean; children: ReactNode}) => {
  const config = useConfig();
  const {backLink} = useWayBackTo(screens(config, useResource(name)).list);
  const {unique_name: userName, role, groupsid: company} = claims() ?? {};
  const [now] = useState(() => formatInstant(currentInstant()));
  usePrinter();
  return (
    <Box sx={{maxWidth: wide ? 1440 : 960, mx: 'auto'}}>
      <GlobalStyles styles={{'@page': {size: wide ? 'A4 landscape' : 'A4', margin: '12mm'}, body: {backgroundColor: '#fff'}}} />
      <Box sx={{display: 'flex', justifyContent: 'flex-end', gap: 1, mb: 2, displayPrint: 'none'}}>
        <Button {...backLink}>Voltar</Button>
        <Button variant="outlined" startIcon={<PrintIcon />} onClick={() => window.print()}>Imprimir</Button>
      </Box>
      <Box
        component="header"
        sx={{
          display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'baseline', columnGap: 2, pb: 1, mb: 2,
          borderBottom: 1, borderColor: 'divider',
        }}
      >
        <Typography sx={{fontWeight: 650}}>{[config.product.name, company].filter(Boolean).join(' · ')}</Typography>
        <Typography variant="caption" color="text.secondary">
          Impresso em {now} por {userName} ({role})
        </Typography>
      </Box>
      {children}
    </Box>
  );
};
