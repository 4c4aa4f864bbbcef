/**
 * Onboarding on the dashboard: profiles that administer see the steps to the first record while none exists; profiles that only
 * create records see the newest ones.
 */
import {useState} from 'react';
import {useQuery} from '@tanstack/react-query';
import {useDataProvider, useGetList} from 'ra-core';
import {mayAccess} from '../../../schema/access.ts';
import type {Config, Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {creationField} from '../../../schema/dashboard.ts';
import {CHILDREN_PARAM, childAddress, screens} from '../../../schema/paths.ts';
import {statusesOf} from '../../../schema/statuses/statuses.ts';
import type {StatusCounts} from '../../../schema/apiShapes.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {toReactAdminSort, type Row} from '../../api/providers/listDialects.ts';
import {statusCount, type DashboardQuery} from './dashboardQueries.ts';

export interface OnboardingStep {
  label: string;
  hint: string;
  to: string;
  done: boolean | undefined;
}

interface FirstPage {
  data: Row[];
  total: number;
}

const PAGE_SIZE = 5;
const firstPageParams = (resource: Resource) => ({pagination: {page: 1, perPage: PAGE_SIZE}, sort: toReactAdminSort(resource), filter: {}});

/** Number of records before the first onboarding step: 1 where the caller is one of them, else 0. */
const initialRecords = ({scope}: Resource): number => (Object.values(scope).some(rules => rules.includes('proprio')) ? 1 : 0);

/** The address at which a record is created: its form; for a child, the list of its parents, with the modal of an only parent. */
export const creationAddress = (config: Config, name: string, pages: Readonly<Record<string, FirstPage | undefined>>): string => {
  const [parentName, parent] = Object.entries(config.resources).find(([, {children}]) => children?.[name] !== undefined) ?? [];
  if (parentName === undefined || parent === undefined) return screens(config, config.resources[name] as Resource).create;
  const {list} = screens(config, parent);
  const {data: [parentRecord] = [], total = 0} = pages[parentName] ?? {};
  return parentRecord !== undefined && total === 1 ? `${list}?${CHILDREN_PARAM}=${childAddress(name, parentRecord.id)}` : list;
};

const useSteps = (dashboard: Dashboard, perfil: string, isShown: boolean): OnboardingStep[] => {
  const config = useConfig();
  const dataProvider = useDataProvider();
  const steps = Object.entries(dashboard.steps ?? {}).flatMap(([name, step]) => {
    const resource = config.resources[name];
    return resource !== undefined && mayAccess(resource, 'create', perfil) ? [{...step, name, resource}] : [];
  });
  const listable = steps.filter(({resource}) => mayAccess(resource, 'list', perfil));
  const {data: pages = {}} = useQuery({
    queryKey: ['dashboard', 'passos', dashboard.of],
    enabled: isShown,
    queryFn: async (): Promise<Readonly<Record<string, FirstPage>>> => Object.fromEntries(await Promise.all(listable.map(async (
      {name, resource},
    ) => {
      const {data, total = data.length} = await dataProvider.getList<Row>(name, firstPageParams(resource));
      return [name, {data, total}] as const;
    }))),
  });
  return steps.map(({name, resource, label, hint}) => {
    const total = pages[name]?.total;
    return {
      label, hint, to: creationAddress(config, name, pages), done: total === undefined ? undefined : total > initialRecords(resource),
    };
  });
};

export const useOnboarding = (
  dashboard: Dashboard, resource: Resource, {lastAnswer: answer, isStale, error: countError}: DashboardQuery<StatusCounts>,
) => {
  const {resources} = useConfig();
  const {perfil} = useSession();
  const administers = Object.entries(resources)
    .some(([name, otherResource]) => name !== dashboard.of && mayAccess(otherResource, 'create', perfil));
  const operates = !administers && mayAccess(resource, 'create', perfil);
  // A count above 0 proves a record, which saves the request.
  const isCountZero = answer !== undefined && !isStale
    && statusesOf(resource).every(status => (statusCount(answer.body, status) ?? 0) === 0);
  const hasSteps = administers && dashboard.steps !== undefined;
  const isEnabled = operates || (hasSteps && isCountZero);
  const newest = {...firstPageParams(resource), sort: {field: creationField(resource) ?? 'id', order: 'DESC' as const}};
  const {data, total, error, refetch} = useGetList<Row>(dashboard.of, newest, {enabled: isEnabled});
  const isEmpty = administers && isCountZero && total === 0;
  const steps = useSteps(dashboard, perfil, isEmpty);
  const canDecide = countError !== null || error !== null || (answer !== undefined && (!isCountZero || total !== undefined));
  // Never reset, because choosing an empty branch later must not hide the dashboard.
  const [isDecided, setDecided] = useState(!hasSteps);
  if (canDecide && !isDecided) setDecided(true);
  return {
    /** True once it is decided whether the steps are shown; the content below them is drawn from then on. */
    known: isDecided,
    steps: isEmpty && !steps.every(({done}) => done) ? steps : [],
    latest: operates ? {rows: data, error, retry: () => void refetch()} : undefined,
  };
};

export type LatestRecords = NonNullable<ReturnType<typeof useOnboarding>['latest']>;
