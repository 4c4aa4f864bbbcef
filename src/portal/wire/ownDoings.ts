/** What was done here and has been answered: the server tells of it as of what others do, and there is nothing to ask for again. */
import type {QueryClient} from '@tanstack/react-query';
import type {RecordEvent} from '../../schema/wire.ts';

interface Doing {
  versao: unknown;
  at: number;
  /** What the server told first of it. */
  told?: RecordEvent;
}

/**
 * Milliseconds in which whatever the server tells of the record as it was answered is of this. Not many: what leaves the version as it is,
 * a comment say, may be somebody else's.
 */
const TOLD_WITHIN = 3000;
/** Milliseconds in which the server will have told, however slow it is. */
const TOLD_AT_ALL = 30_000;

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
export const isOwnDoing = (queryClient: QueryClient, event: RecordEvent): boolean => {
  const doing = doings.get(queryClient)?.get(keyOf(event.recurso, event.id));
  if (event.calculado === true || doing === undefined || event.versao > Number(doing.versao)) return false;
  const passed = Date.now() - doing.at;
  if (event.versao === doing.versao && passed < TOLD_AT_ALL) doing.told ??= event;
  return event.versao < Number(doing.versao) || doing.told === event || passed < TOLD_WITHIN;
};
