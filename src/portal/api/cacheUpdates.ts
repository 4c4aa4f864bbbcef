/** Cache updates after a change: writes an answered record to the cache, and invalidates the resource's other queries. */
import {useCallback} from 'react';
import {hashKey, useQueryClient, type QueryClient, type QueryKey} from '@tanstack/react-query';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {MAX_NEWEST_STEPS, NEWEST_STEPS_KEY, PREFER_HEADER} from '../../schema/lifeCycle/newestSteps.ts';
import {filesKey, listParts} from '../../schema/parts.ts';
import {useConfig, useResource} from '../session/context.ts';
import {comboQueryKey, filesQueryKey, historyQueryKey, isFreshQuery, markFresh, recordQueryKey, updateListRow} from './queryFreshness.ts';
import {noteOwnChange} from './ownChanges.ts';
import type {Row} from './providers/listDialects.ts';
import type {ActionRecord} from './actionVerdicts.ts';

/** Checks that an answer has every key of the cached record and its parts; servers other than ours may answer less. */
const isCompleteRecord = (resource: Resource, previous: ActionRecord, answer: unknown): answer is Row => {
  if (typeof answer !== 'object' || answer === null || (answer as ActionRecord).id !== previous.id) return false;
  const parts = listParts(resource).filter(({name}) => name !== 'queue').map(({key}) => key);
  return [...Object.keys(previous).filter(key => key !== MISSING_FIELDS_KEY), ...parts].every(key => key in answer);
};

export const newestStepsHeader = ({status}: Resource): Readonly<Record<string, string>> =>
  (status === undefined ? {} : {[PREFER_HEADER]: NEWEST_STEPS_KEY});

/** History steps are immutable, so new ones go before the cached ones; undefined where the two do not overlap. */
const prependNewestSteps = (newestSteps: unknown, knownSteps: readonly unknown[] | undefined): readonly unknown[] | undefined => {
  if (!Array.isArray(newestSteps)) return undefined;
  const steps = newestSteps as readonly unknown[];
  if (steps.length < MAX_NEWEST_STEPS) return steps;
  const lastKnownHash = hashKey([knownSteps?.[0]]);
  const firstKnownIndex = steps.findIndex(step => hashKey([step]) === lastKnownHash);
  return knownSteps === undefined || firstKnownIndex === -1 ? undefined : [...steps.slice(0, firstKnownIndex), ...knownSteps];
};

interface Page {
  data?: readonly Row[];
}

const writeToCache = async (queryClient: QueryClient, key: QueryKey, data: unknown): Promise<void> => {
  // A request in flight was sent before the change.
  await queryClient.cancelQueries({queryKey: key, exact: true});
  queryClient.setQueryData(key, data);
  // The cache's own object, because structural sharing keeps unchanged data.
  markFresh(queryClient.getQueryData(key));
};

/** @returns writes a change's answer into the cached record, files, history and list rows; resolves undefined for an incomplete record */
export const useCacheChangedRecord = (name: string) => {
  const resource = useResource(name);
  const queryClient = useQueryClient();
  return async (previous: ActionRecord, answer: unknown): Promise<Row | undefined> => {
    if (!isCompleteRecord(resource, previous, answer)) return undefined;
    const {[NEWEST_STEPS_KEY]: newestSteps, ...recordWithoutSteps} = answer;
    const record: Row = resource.status === undefined ? answer : recordWithoutSteps;
    const historyKey = historyQueryKey(name, record.id);
    const steps = resource.status === undefined ? undefined : prependNewestSteps(newestSteps, queryClient.getQueryData(historyKey));
    noteOwnChange(queryClient, name, record);
    await writeToCache(queryClient, recordQueryKey(name, record.id), record);
    if (resource.files !== undefined) await writeToCache(queryClient, filesQueryKey(name, record.id), record[filesKey(resource)]);
    if (steps !== undefined) await writeToCache(queryClient, historyKey, steps);
    queryClient.setQueriesData<Page>({queryKey: [name, 'getList']}, page =>
      (page?.data?.some(({id}) => id === record.id)
        ? {...page, data: page.data.map(row => (row.id === record.id ? updateListRow(row, record) : row))}
        : page));
    return record;
  };
};

/** The resource and those that refer to it, because a changed record may change the options of either. */
const resourcesWithAffectedOptions = ({resources}: Config, name: string): string[] =>
  [name, ...Object.entries(resources).filter(([, {fields}]) =>
    Object.values(fields).some(field => field.kind === 'referencia' && field.to === name)).map(([resourceName]) => resourceName)];

/** @returns invalidates the options of selects after a record was created, changed or deleted */
export const useInvalidateOptions = () => {
  const config = useConfig();
  const queryClient = useQueryClient();
  return useCallback((name: string): void => {
    for (
      const affected of resourcesWithAffectedOptions(config, name)
    ) void queryClient.invalidateQueries({queryKey: comboQueryKey(affected)});
  }, [config, queryClient]);
};

interface Change {
  id?: unknown;
  /** The screen is being left: its queries are marked stale, and not refetched. */
  isLeaving?: boolean;
}

/** @returns invalidates a resource's queries after a change of its records, or after a refused one */
export const useInvalidateRecords = () => {
  const queryClient = useQueryClient();
  const optionsChanged = useInvalidateOptions();
  return useCallback((name: string, {id, isLeaving = false}: Change = {}): void => {
    const answeredHashes = id === undefined
      ? [] : [recordQueryKey(name, id), filesQueryKey(name, id), historyQueryKey(name, id)].map(key => hashKey(key));
    void queryClient.invalidateQueries({
      queryKey: [name], refetchType: isLeaving ? 'none' : 'active',
      predicate: ({queryHash, state}) => !(answeredHashes.includes(queryHash) && isFreshQuery(state)),
    });
    optionsChanged(name);
  }, [queryClient, optionsChanged]);
};
