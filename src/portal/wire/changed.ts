/**
 * What follows a change: an answer that is the whole record stands for reading it again (`PUT` and `POST` answer what the record's own
 * call would), and the rest of what the screen shows is asked for. Apart from `known.ts`, which lists carry.
 */
import {useCallback} from 'react';
import {hashKey, useQueryClient, type QueryClient, type QueryKey} from '@tanstack/react-query';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {MAX_NEWEST_STEPS, NEWEST_STEPS, PREFER} from '../../schema/lifeCycle/newestSteps.ts';
import {filesKey, listParts} from '../../schema/parts.ts';
import {useConfig, useResource} from '../session/context.ts';
import {comboKey, filesQuery, historyQuery, isKnown, justAnswered, oneKey, rowFrom} from './known.ts';
import {noteDoing} from './ownDoings.ts';
import type {Row} from './providers/dialects.ts';
import type {ActionRecord} from './verdict.ts';

/**
 * Whether an answer is the record itself: it says all that was known of it, and its parts. Another server's may say less; where robots
 * are no screen shows by itself, and what was missing may be there now.
 */
const isRecord = (resource: Resource, known: ActionRecord, answer: unknown): answer is Row => {
  if (typeof answer !== 'object' || answer === null || (answer as ActionRecord).id !== known.id) return false;
  const parts = listParts(resource).filter(({name}) => name !== 'queue').map(({key}) => key);
  return [...Object.keys(known).filter(key => key !== MISSING_FIELDS_KEY), ...parts].every(key => key in answer);
};

/** Asks the server to tell the newest steps of the record's history with the answer to a change; another server need not. */
export const askForSteps = ({status}: Resource): Readonly<Record<string, string>> => (status === undefined ? {} : {[PREFER]: NEWEST_STEPS});

/** The history with its newest steps, since none is ever changed; undefined where it is not known how they go together. */
const historyWith = (newest: unknown, known: readonly unknown[] | undefined): readonly unknown[] | undefined => {
  if (!Array.isArray(newest)) return undefined;
  const steps = newest as readonly unknown[];
  if (steps.length < MAX_NEWEST_STEPS) return steps;
  const last = hashKey([known?.[0]]);
  const from = steps.findIndex(step => hashKey([step]) === last);
  return known === undefined || from === -1 ? undefined : [...steps.slice(0, from), ...known];
};

interface Page {
  data?: readonly Row[];
}

const put = async (queryClient: QueryClient, key: QueryKey, data: unknown): Promise<void> => {
  // What is on its way was read before.
  await queryClient.cancelQueries({queryKey: key, exact: true});
  queryClient.setQueryData(key, data);
  // The cache's own copy: it keeps what did not change.
  justAnswered(queryClient.getQueryData(key));
};

/**
 * @returns takes the answer to a change for the record, where it is: what shows the record, its files, its row or (where they were
 *   asked for) its history shows it at once and asks for none of them; resolves the record, undefined where the answer is something else
 */
export const useRemember = (name: string) => {
  const resource = useResource(name);
  const queryClient = useQueryClient();
  return async (known: ActionRecord, answer: unknown): Promise<Row | undefined> => {
    if (!isRecord(resource, known, answer)) return undefined;
    const {[NEWEST_STEPS]: newest, ...rest} = answer;
    const record: Row = resource.status === undefined ? answer : rest;
    const history = historyQuery(name, record.id);
    const steps = resource.status === undefined ? undefined : historyWith(newest, queryClient.getQueryData(history));
    noteDoing(queryClient, name, record);
    await put(queryClient, oneKey(name, record.id), record);
    if (resource.files !== undefined) await put(queryClient, filesQuery(name, record.id), record[filesKey(resource)]);
    if (steps !== undefined) await put(queryClient, history, steps);
    queryClient.setQueriesData<Page>({queryKey: [name, 'getList']}, page =>
      (page?.data?.some(({id}) => id === record.id)
        ? {...page, data: page.data.map(row => (row.id === record.id ? rowFrom(row, record) : row))}
        : page));
    return record;
  };
};

/** The resources whose options may be others once a record of this one changed: its own, and those that belong to it. */
const optionsTouched = ({resources}: Config, name: string): string[] =>
  [name, ...Object.entries(resources).filter(([, {fields}]) =>
    Object.values(fields).some(field => field.kind === 'referencia' && field.to === name)).map(([other]) => other)];

/** @returns says that a record of a resource is new, changed or gone, to what offers records to choose from */
export const useOptionsChanged = () => {
  const config = useConfig();
  const queryClient = useQueryClient();
  return useCallback((name: string): void => {
    for (const touched of optionsTouched(config, name)) void queryClient.invalidateQueries({queryKey: comboKey(touched)});
  }, [config, queryClient]);
};

interface Change {
  /** The record, where what was just answered is known of it. */
  id?: unknown;
  /** The screen is being left: nothing is asked for until it is shown again. */
  leaves?: boolean;
}

/** @returns what follows a change of a resource's records, or a refusal of one: what the screen shows of them is asked for again, once */
export const useChanged = () => {
  const queryClient = useQueryClient();
  const optionsChanged = useOptionsChanged();
  return useCallback((name: string, {id, leaves = false}: Change = {}): void => {
    const own = id === undefined ? [] : [oneKey(name, id), filesQuery(name, id), historyQuery(name, id)].map(key => hashKey(key));
    void queryClient.invalidateQueries({
      queryKey: [name], refetchType: leaves ? 'none' : 'active',
      predicate: ({queryHash, state}) => !(own.includes(queryHash) && isKnown(state)),
    });
    optionsChanged(name);
  }, [queryClient, optionsChanged]);
};
