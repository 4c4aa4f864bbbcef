/** All children of a record, unpaged because there are never many. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import {ListContextProvider, useGetList, useList} from 'ra-core';
import {ListCards} from '../list/table/ListCards.tsx';
import {ListTable, type ListRowsViewProps} from '../list/table/ListTable.tsx';
import {useResource} from '../session/context.ts';
import {useIsPhone} from '../theme/useIsPhone.ts';
import {LoadError, NotLoaded} from '../ui/LoadError.tsx';
import {allRowsParams, toReactAdminSort, type Row} from '../api/providers/listDialects.ts';

type ChildrenQuery = Pick<ReturnType<typeof useGetList<Row>>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;

export const useChildRows = (name: string, by: string, parent: number): ChildrenQuery =>
  useGetList<Row>(name, allRowsParams(useResource(name), {[by]: parent}));

const PAGE_SIZE = 10_000;

export interface ChildRowsProps extends Pick<ListRowsViewProps, 'rowActions' | 'rowLead' | 'current'> {
  name: string;
  /** The reference to the parent. */
  by: string;
  stored: ChildrenQuery;
  empty: ReactNode;
  /** Rendered instead of the rows, in their list context. */
  children?: ReactNode;
}

export const ChildRows = ({name, by, stored: {data, error, isPending, refetch}, empty, children, ...rows}: ChildRowsProps) => {
  const resource = useResource(name);
  const phone = useIsPhone();
  const list = useList<Row>({...(data ? {data} : {}), isPending, perPage: PAGE_SIZE, sort: toReactAdminSort(resource), resource: name});
  const retry = () => void refetch();
  if (error && data === undefined) return <LoadError error={error} retry={retry} />;
  if (!isPending && data?.length === 0) return empty;
  const viewProps = {...rows, resource: name, within: by, rows: isPending ? undefined : list.data};
  return (
    <ListContextProvider value={list}>
      {error && <Box sx={{mb: 1}}><NotLoaded subject={`a lista de ${resource.label.many}`} shownContent="same" onRetry={retry} /></Box>}
      {children || (phone ? <ListCards {...viewProps} /> : <ListTable {...viewProps} density="compacta" />)}
    </ListContextProvider>
  );
};
