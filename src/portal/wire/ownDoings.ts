/** What was done here and has been answered: the server tells of it as of what others do, and there is nothing to ask for again. */
import type {QueryClient} from '@tanstack/react-query';
import type {RecordEvent} from '../../schema/wire.ts';

interface Doing {
  versao: unknown;
  at: number;
}

/** Milliseconds in which the server will have told. Not many: what leaves the version as it is, a comment say, may be somebody else's. */
const TOLD_WITHIN = 3000;

const doings = new WeakMap<QueryClient, Map<string, Doing>>();
const keyOf = (name: string, id: unknown): string => `${name}/${String(id)}`;

/** The record as the answer to something done here has it; what the screen shows of it has been brought up to it. */
export const noteDoing = (queryClient: QueryClient, name: string, {id, versao}: {id: unknown; versao?: unknown}): void => {
  const own = doings.get(queryClient) ?? new Map<string, Doing>();
  doings.set(queryClient, own.set(keyOf(name, id), {versao, at: Date.now()}));
};

/**
 * Whether an event tells of what was done here a moment ago, and of nothing else since. On a slow line it may come after what was done
 * next was answered, which has it all.
 */
export const isOwnDoing = (queryClient: QueryClient, {recurso, id, versao, calculado}: RecordEvent): boolean => {
  const doing = doings.get(queryClient)?.get(keyOf(recurso, id));
  return calculado === undefined && doing !== undefined && versao <= Number(doing.versao) && Date.now() - doing.at < TOLD_WITHIN;
};
