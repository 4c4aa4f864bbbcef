/**
 * The dashboard's three calls (rules: Dashboard 6, 7). An answer is kept together with what it answers, so that what is shown never
 * belongs to another choice.
 */
import {useState} from 'react';
import {useQuery} from '@tanstack/react-query';
import type {Dashboard, Endpoint} from '../../../schema/shapes/config.ts';
import {statusKeySuffix} from '../../../schema/dashboard.ts';
import type {Status} from '../../../schema/statuses/statuses.ts';
import type {StatusCounts} from '../../../schema/wire.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {request} from '../../wire/http.ts';
import {whoAsks} from '../../wire/whoAsks.ts';
import type {Choice} from './choice.ts';

/** The parameters besides who asks (rules: Dashboard 6). */
type Asked = Pick<Choice, 'idEmpresa' | 'idFilial'> & {periodo?: string};

export interface Numbers<T> {
  /** The last answer and what it answers; undefined: none came yet. */
  said: {asked: Asked; body: T} | undefined;
  /** What is said answers an earlier choice. */
  earlier: boolean;
  error: unknown;
  retry: () => void;
}

/** The last that was there: a load that fails takes nothing away. */
const useKept = <T>(value: T | undefined): T | undefined => {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
};

/** @param ours a call that only our own servers have */
const useNumbers = <T>(call: Endpoint, asked: Asked, ours = false): Numbers<T> => {
  const config = useConfig();
  const session = useSession();
  const {data, error, refetch} = useQuery({
    queryKey: ['dashboard', call, asked],
    meta: {ours},
    queryFn: async ({signal}) => {
      const query = new URLSearchParams(
        Object.entries({...whoAsks(config, session), ...asked}).map(([name, value]) => [name, String(value)]),
      );
      const {body} = await request<T | null>(call, {query, signal});
      return {asked, body: body ?? {} as T};
    },
  });
  return {said: useKept(data), earlier: data === undefined, error, retry: () => void refetch()};
};

export const useCounts = ({calls}: Dashboard, {idEmpresa, idFilial, periodo}: Choice): Numbers<StatusCounts> =>
  useNumbers(calls.counts, {idEmpresa, idFilial, periodo});

export const useEvolution = ({calls}: Dashboard, {idEmpresa, idFilial, grafico}: Choice): Numbers<unknown> =>
  useNumbers(calls.evolution, {idEmpresa, idFilial, periodo: grafico});

export const useSummary = ({calls}: Dashboard, {idEmpresa, idFilial}: Choice): Numbers<unknown> =>
  useNumbers(calls.summary, {idEmpresa, idFilial}, true);

/** A number of an answer; what is missing counts as 0 (rules: Dashboard 6). */
export const countOf = (value: unknown): number => Number(value ?? 0) || 0;

/** How many stand in a status; undefined where the answer does not say. */
export const countIn = (counts: StatusCounts, {key}: Status): number | undefined => {
  const name = `qtd${statusKeySuffix(key)}`;
  return Object.hasOwn(counts, name) ? countOf(counts[name]) : undefined;
};

/** As people read it: 1.234. */
export const written = (count: number): string => count.toLocaleString('pt-BR');
