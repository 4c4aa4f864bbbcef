import {useCallback, useRef, useState, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import {useListContext} from 'ra-core';
import {INCOMPLETE_TAB_NAME} from '../../schema/lifeCycle/incomplete.ts';
import {TAB_PARAM} from '../../schema/lifeCycle/tabs.ts';
import {listRangeMistakes} from '../../schema/lists/listRequest.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {hasInterruptedRun} from '../actions/bulk/interruptedRun.ts';
import {useResourceAndSession, useResource} from '../session/context.ts';
import {TOP_BAR} from '../theme/tokens.ts';
import {useIsPhone} from '../theme/useIsPhone.ts';
import {LoadError, NotLoaded} from '../ui/LoadError.tsx';
import {Message} from '../ui/Message.tsx';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {statusOfError} from '../api/errors.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {useFilters} from './filters/useFilters.ts';
import type {BulkAction} from './selection/bulkActions.ts';
import {bulkActionNames} from './selection/bulkActionNames.ts';
import {PageCheckbox} from './selection/checkboxes.tsx';
import {useChosenColumns} from './columns/chosenColumns.ts';
import {useDensity} from './table/density.ts';
import {useListLinks, type ListLinks} from './address/listLinks.ts';
import {ChangedFilterChips} from './filters/ChangedFilterChips.tsx';
import {ListFilters} from './filters/ListFilters.tsx';
import {CardSkeletons, ListTable} from './table/ListTable.tsx';
import {ListToolbar} from './ListToolbar.tsx';
import {ListTabs} from './ListTabs.tsx';
import {Pager} from './Pager.tsx';
import {useSelection} from './selection/selection.ts';
import type {ShownQuery} from './live/StaleRowsNotice.tsx';
import {useListTabs} from './useListTabs.ts';
import {useListKeys} from './useListKeys.ts';
import {useRestoreListFocus} from './address/useRestoreListFocus.ts';

const BAD_REQUEST = 400;

interface ListErrorProps {
  name: string;
  error: unknown;
  /** Rows still shown: of the same query, or of another one (other filters, another page). */
  staleRows: 'same' | 'other' | undefined;
}

/** The error of a list that could not be read: retry, and 'Limpar filtros' after a 400. Earlier rows stay. */
const ListError = ({name, error, staleRows}: ListErrorProps) => {
  const resource = useResource(name);
  const {refetch} = useListContext();
  const {values, clear} = useFilters(name);
  const [mistake] = listRangeMistakes(resource, values);
  if (mistake !== undefined) {
    const action = <Button variant="outlined" onClick={clear}>Limpar filtros</Button>;
    return (
      <Message alert icon="exclamation" title={mistake.mensagem} action={action}>
        A lista não foi buscada. Corrija o filtro, ou limpe todos.
      </Message>
    );
  }
  const clearFilters = statusOfError(error) === BAD_REQUEST ? {label: 'Limpar filtros', run: clear} : undefined;
  const retry = () => void refetch();
  return staleRows
    ? (
      <NotLoaded
        subject={staleRows === 'same' ? 'a lista' : 'o que você pediu'}
        shownContent={staleRows}
        onRetry={retry}
        alternative={clearFilters}
      />
    )
    : <LoadError error={error} retry={retry} alternative={clearFilters} />;
};

/** Rows to show; after a failed load, those of before. */
interface ShownRows {
  rows: readonly Row[] | undefined;
  /** Set after a failed load: the rows answer the same query, or another one. */
  staleRows: 'same' | 'other' | undefined;
  total: number;
  /** The query that the rows answer, while another one is loading. */
  earlier: ShownQuery | undefined;
}

const useShownRows = (name: string): ShownRows => {
  const resource = useResource(name);
  const list = useListContext<Row>();
  const {data, total = 0, error, isPending, isPlaceholderData, page} = list;
  const filters = list.filterValues as RecordValues;
  const {[TAB_PARAM]: tab} = filters;
  const [previous, setPrevious] = useState<ShownQuery & {data: readonly Row[]; total: number}>();
  const isNew = previous?.data !== data || previous?.total !== total || previous.tab !== tab || previous.page !== page;
  if (data !== undefined && !isPlaceholderData && isNew) setPrevious({data, total, tab, page});
  const earlier = isPlaceholderData ? previous : undefined;
  if (!error) return {rows: isPending ? undefined : data, staleRows: undefined, total, earlier};
  // No request is made for an address with malformed dates or numbers.
  if (listRangeMistakes(resource, filters).length > 0) return {rows: undefined, staleRows: undefined, total, earlier};
  if (data !== undefined) return {rows: data, staleRows: 'same', total, earlier};
  return {rows: previous?.data, staleRows: previous && 'other', total: previous?.total ?? 0, earlier: previous};
};

const BulkOver = lazyComponent(async () => (await import('./selection/BulkDialog.tsx')).BulkDialogHost);
const TickedBar = lazyComponent(async () => (await import('./selection/SelectionBar.tsx')).SelectionBar, 'rest');
const ListOffers = lazyComponent(async () => (await import('./ListGoToCommands.tsx')).ListGoToCommands, 'rest');
const FootTools = lazyComponent(async () => (await import('./ListFooterTools.tsx')).ListFooterTools, 'rest');
const ListFocus = lazyComponent(async () => (await import('./ListFocusKeeper.tsx')).ListFocusKeeper, 'rest');
const LiveRows = lazyComponent(async () => (await import('./live/LiveRowsNotice.tsx')).LiveRowsNotice, 'rest');
const OutsidePeriod = lazyComponent(async () => (await import('./filters/OutsidePeriodNote.tsx')).OutsidePeriodNote, 'rest');
const ListCards = lazyComponent(async () => (await import('./table/ListCards.tsx')).ListCards, undefined, <CardSkeletons />);
const ListEmpty = lazyComponent(async () => (await import('./ListEmpty.tsx')).ListEmpty);

interface ListContentProps {
  name: string;
  rowActions: (record: Row, leads: ListLinks) => ReactNode;
}

export const ListContent = ({name, rowActions}: ListContentProps) => {
  const {resource, session: {perfil, id: user}} = useResourceAndSession(name);
  const [bulkAction, setBulkAction] = useState<BulkAction>();
  const [hasReport] = useState(() => hasInterruptedRun(user));
  const {error, refetch, isFetching} = useListContext<Row>();
  const {rows: shown, staleRows, total, earlier} = useShownRows(name);
  const isEarlier = earlier !== undefined;
  const phone = useIsPhone();
  const [density] = useDensity();
  const columns = useChosenColumns(name);
  const rowSelection = useSelection();
  const selection = bulkActionNames(resource, perfil).length > 0 ? rowSelection : undefined;
  const links = useListLinks(name);
  const tabs = useListTabs(name);
  const refresh = () => {
    void refetch();
    tabs.refresh();
  };
  const place = useRef<HTMLDivElement>(null);
  const filters = useRef<HTMLDivElement>(null);
  useRestoreListFocus(name, place);
  useListKeys(name, {list: place, refresh, selection, rows: shown, links});
  const rowsProps = {
    resource: name,
    rows: shown,
    rowLead: links.mainLink,
    rowActions: useCallback((record: Row) => rowActions(record, links), [rowActions, links]),
    reading: isFetching,
    chosen: columns.chosen,
    selection,
  };
  const content = () => {
    if (error && !staleRows) return <ListError name={name} error={error} staleRows={undefined} />;
    if (shown?.length === 0) return <ListEmpty name={name} tabs={tabs} />;
    return phone ? <ListCards {...rowsProps} /> : <ListTable {...rowsProps} density={density} />;
  };
  const hasTabs = tabs.tabs.some(([tabName]) => tabName !== INCOMPLETE_TAB_NAME);
  const tabStrip = tabs.tabs.length > 0 && <ListTabs {...tabs} />;
  const filtersFirst = !phone && !hasTabs;
  const selectionBar = selection && <TickedBar resource={name} selection={selection} phone={phone} onAsk={setBulkAction} />;
  const topBorder = {borderTop: phone ? 0 : 1, borderColor: 'divider'};
  return (
    <Box ref={place}>
      {phone && tabStrip && <Box sx={{mx: -2, px: 2, mb: 0.5}}>{tabStrip}</Box>}
      <Paper variant={phone ? 'elevation' : 'outlined'} sx={phone ? {background: 'none'} : {borderRadius: 1.5, overflow: 'clip'}}>
        {filtersFirst && <div ref={filters}><ListFilters resource={name} /></div>}
        <div ref={phone ? filters : null}>
          <ListToolbar resource={name} columns={columns} refresh={refresh} ruled={filtersFirst} short={phone || hasTabs}>
            {phone
              ? <>{selection && <PageCheckbox selection={selection} rows={shown ?? []} />}<ListFilters resource={name} /></>
              : tabStrip}
          </ListToolbar>
          {phone && <ChangedFilterChips resource={name} />}
        </div>
        {!filtersFirst && !phone && <Box ref={filters} sx={topBorder}><ListFilters resource={name} /></Box>}
        <Box
          aria-busy={isEarlier && !error}
          sx={{...topBorder, mt: phone ? 1 : 0}}
        >
          {error && staleRows && (
            <Box sx={{p: phone ? 0 : 1, mb: phone ? 1 : 0}}><ListError name={name} error={error} staleRows={staleRows} /></Box>
          )}
          {/* Sticky without height, so that nothing moves. */}
          <Box sx={{position: 'sticky', top: TOP_BAR, zIndex: 2, height: 0}}>
            {!phone && selectionBar}
            <LiveRows name={name} place={place} refresh={refresh} earlier={earlier && !error ? {question: earlier, tabs} : undefined} />
            <ListOffers name={name} place={place} rows={shown} />
            <ListFocus place={place} filters={filters} />
          </Box>
          <Box sx={{opacity: isEarlier ? 0.6 : 1, transition: 'opacity 120ms'}}>{content()}</Box>
        </Box>
        {(shown?.length ?? 0) > 0 && (
          <Box sx={{...topBorder, display: 'flex', alignItems: 'center'}}>
            <Box sx={{flexGrow: 1}}>
              <Pager total={total} shown={staleRows !== 'other'}><OutsidePeriod resource={name} tabs={tabs} /></Pager>
            </Box>
            {!phone && <Box sx={{display: 'flex', gap: 0.5, mr: 1, minWidth: 64}}><FootTools /></Box>}
          </Box>
        )}
      </Paper>
      {phone && selectionBar}
      {selection && (bulkAction || hasReport) && (
        <BulkOver
          resource={name}
          bulkAction={bulkAction}
          onClose={(done = []) => {
            selection.set(done, false);
            setBulkAction(undefined);
          }}
        />
      )}
    </Box>
  );
};
