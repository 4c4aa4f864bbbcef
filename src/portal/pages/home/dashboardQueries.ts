/**
 * The dashboard's three calls (rules: Dashboard 6, 7). An answer is stored with its parameters, so that numbers and filters never
 * mismatch.
 */
import {useState} from 'react';
import {useQuery} from '@tanstack/react-query';
import type {Dashboard, Endpoint} from '../../../schema/shapes/config.ts';
import {statusKeySuffix, type DashboardCard} from '../../../schema/dashboard.ts';
import type {Status} from '../../../schema/statuses/statuses.ts';
import type {StatusCounts, Sums} from '../../../schema/apiShapes.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {request} from '../../api/http.ts';
import {callerParams} from '../../api/callerParams.ts';
import type {DashboardFilters} from './dashboardFilters.ts';

type QueryParams = Pick<DashboardFilters, 'idEmpresa' | 'idFilial'> & {periodo?: string};

export interface DashboardQuery<T> {
  lastAnswer: {asked: QueryParams; body: T} | undefined;
  isStale: boolean;
  error: unknown;
  retry: () => void;
}

/** The last defined value, so that a failed load does not clear the screen. */
const useLastDefined = <T>(value: T | undefined): T | undefined => {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
};

const useNumbers = <T>(call: Endpoint, params: QueryParams, ours = false): DashboardQuery<T> => {
  const config = useConfig();
  const session = useSession();
  const {data, error, refetch} = useQuery({
    queryKey: ['dashboard', call, params],
    meta: {ours},
    queryFn: async ({signal}) => {
      const query = new URLSearchParams(
        Object.entries({...callerParams(config, session), ...params}).map(([name, value]) => [name, String(value)]),
      );
      const {body} = await request<T | null>(call, {query, signal});
      return {asked: params, body: body ?? {} as T};
    },
  });
  return {lastAnswer: useLastDefined(data), isStale: data === undefined, error, retry: () => void refetch()};
};

export const useCounts = ({calls}: Dashboard, {idEmpresa, idFilial, periodo}: DashboardFilters): DashboardQuery<StatusCounts> =>
  useNumbers(calls.counts, {idEmpresa, idFilial, periodo});

export const useEvolution = ({calls}: Dashboard, {idEmpresa, idFilial, grafico}: DashboardFilters): DashboardQuery<unknown> =>
  useNumbers(calls.evolution, {idEmpresa, idFilial, periodo: grafico});

export const useSummary = ({calls}: Dashboard, {idEmpresa, idFilial}: DashboardFilters): DashboardQuery<unknown> =>
  useNumbers(calls.summary, {idEmpresa, idFilial}, true);

/** Parses a number of an answer; a missing one is 0 (rules: Dashboard 6). */
export const parseCount = (value: unknown): number => Number(value ?? 0) || 0;

/** The count of a status; undefined: the answer has none. */
export const statusCount = (counts: StatusCounts, {key}: Status): number | undefined => {
  const name = `qtd${statusKeySuffix(key)}` as const;
  return Object.hasOwn(counts, name) ? parseCount(counts[name]) : undefined;
};

/** The numbers of a card; a missing count is 0 (rules: Dashboard 6), and missing sums are not shown. */
export const cardNumbersIn = (counts: StatusCounts, card: DashboardCard): {count: number; sums: Sums} => {
  if ('status' in card) return {count: statusCount(counts, card.status) ?? 0, sums: counts.somas?.[card.status.key ?? ''] ?? {}};
  const tab = counts.abas?.find(({aba}) => aba === card.tab);
  return {count: parseCount(tab?.total), sums: tab?.somas ?? {}};
};

export const formatCount = (count: number): string => count.toLocaleString('pt-BR');
