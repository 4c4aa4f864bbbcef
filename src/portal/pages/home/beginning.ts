/**
 * What somebody sees who begins: while there is no record at all, the steps towards the first one for who may do them;
 * and at any time, for who opens records but administers nothing, the newest ones.
 */
import {useState} from 'react';
import {useQuery} from '@tanstack/react-query';
import {useDataProvider, useGetList} from 'ra-core';
import {mayAccess} from '../../../schema/access.ts';
import type {Config, Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {creationField} from '../../../schema/dashboard.ts';
import {CHILDREN_PARAM, childAddress, screens} from '../../../schema/paths.ts';
import {statusesOf} from '../../../schema/statuses/statuses.ts';
import type {StatusCounts} from '../../../schema/wire.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {declaredSort, type Row} from '../../wire/providers/dialects.ts';
import {countIn, type Numbers} from './numbers.ts';

export interface Step {
  label: string;
  hint: string;
  to: string;
  /** undefined: not known (yet). */
  done: boolean | undefined;
}

/** The first records of a list, and how many there are. */
interface First {
  data: Row[];
  total: number;
}

const FEW = 5;
const firstOf = (resource: Resource) => ({pagination: {page: 1, perPage: FEW}, sort: declaredSort(resource), filter: {}});

/** Whoever signs in is a record of their own where people are kept, and has not been invited by anybody. */
const ownRecords = ({scope}: Resource): number => (Object.values(scope).some(rules => rules.includes('proprio')) ? 1 : 0);

/** Where a record is made: its form, or over the list of its parents; in the modal of the one parent there is. */
export const stepAddress = (config: Config, name: string, found: Readonly<Record<string, First | undefined>>): string => {
  const [parentName, parent] = Object.entries(config.resources).find(([, {children}]) => children?.[name] !== undefined) ?? [];
  if (parentName === undefined || parent === undefined) return screens(config, config.resources[name] as Resource).create;
  const {list} = screens(config, parent);
  const {data: [only] = [], total = 0} = found[parentName] ?? {};
  return only !== undefined && total === 1 ? `${list}?${CHILDREN_PARAM}=${childAddress(name, only.id)}` : list;
};

/** The steps this person may do, with those that are done. */
const useSteps = (dashboard: Dashboard, perfil: string, shown: boolean): Step[] => {
  const config = useConfig();
  const dataProvider = useDataProvider();
  const steps = Object.entries(dashboard.steps ?? {}).flatMap(([name, step]) => {
    const resource = config.resources[name];
    return resource !== undefined && mayAccess(resource, 'create', perfil) ? [{...step, name, resource}] : [];
  });
  const listed = steps.filter(({resource}) => mayAccess(resource, 'list', perfil));
  const {data: found = {}} = useQuery({
    queryKey: ['dashboard', 'passos', dashboard.of],
    enabled: shown,
    queryFn: async (): Promise<Readonly<Record<string, First>>> => Object.fromEntries(await Promise.all(listed.map(async (
      {name, resource},
    ) => {
      const {data, total = data.length} = await dataProvider.getList<Row>(name, firstOf(resource));
      return [name, {data, total}] as const;
    }))),
  });
  return steps.map(({name, resource, label, hint}) => {
    const total = found[name]?.total;
    return {label, hint, to: stepAddress(config, name, found), done: total === undefined ? undefined : total > ownRecords(resource)};
  });
};

export const useBeginning = (dashboard: Dashboard, resource: Resource, {said, earlier, error: failed}: Numbers<StatusCounts>) => {
  const {resources} = useConfig();
  const {perfil} = useSession();
  const administers = Object.entries(resources).some(([name, one]) => name !== dashboard.of && mayAccess(one, 'create', perfil));
  const operates = !administers && mayAccess(resource, 'create', perfil);
  // Where anything was counted there is a record: no need to ask.
  const noneCounted = said !== undefined && !earlier && statusesOf(resource).every(status => (countIn(said.body, status) ?? 0) === 0);
  const mayBegin = administers && dashboard.steps !== undefined;
  const asked = operates || (mayBegin && noneCounted);
  const newest = {...firstOf(resource), sort: {field: creationField(resource) ?? 'id', order: 'DESC' as const}};
  const {data, total, error, refetch} = useGetList<Row>(dashboard.of, newest, {enabled: asked});
  const isEmpty = administers && noneCounted && total === 0;
  const steps = useSteps(dashboard, perfil, isEmpty);
  // Once: whoever chooses an empty branch afterwards keeps what is in sight.
  const isKnown = failed !== null || error !== null || (said !== undefined && (!noneCounted || total !== undefined));
  const [known, setKnown] = useState(!mayBegin);
  if (isKnown && !known) setKnown(true);
  return {
    /** Whether it is known that the steps come first, or that they do not: what they would move is drawn then. */
    known,
    steps: isEmpty && !steps.every(({done}) => done) ? steps : [],
    latest: operates ? {rows: data, error, retry: () => void refetch()} : undefined,
  };
};

export type Newest = NonNullable<ReturnType<typeof useBeginning>['latest']>;
