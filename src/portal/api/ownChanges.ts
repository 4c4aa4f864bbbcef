/** Recognises server events that echo this tab's own answered changes, because they need no refetch. */
import type {QueryClient} from '@tanstack/react-query';
import type {RecordEvent} from '../../schema/apiShapes.ts';

interface OwnChange {
  versao: unknown;
  at: number;
  firstEvent?: RecordEvent;
}

/** Within it every event of the answered version counts as the own change. Short, because a comment by others keeps the version. */
const EVENT_WINDOW_MS = 3000;
const MAX_EVENT_DELAY_MS = 30_000;

const changesByClient = new WeakMap<QueryClient, Map<string, OwnChange>>();
const recordKey = (name: string, id: unknown): string => `${name}/${String(id)}`;

export const noteOwnChange = (queryClient: QueryClient, name: string, {id, versao}: {id: unknown; versao?: unknown}): void => {
  const changes = changesByClient.get(queryClient) ?? new Map<string, OwnChange>();
  changesByClient.set(queryClient, changes.set(recordKey(name, id), {versao, at: Date.now()}));
};

/** True for an echo of this tab's change; on a slow connection it may come after the answer to the next change. */
export const isOwnChange = (queryClient: QueryClient, event: RecordEvent): boolean => {
  const change = changesByClient.get(queryClient)?.get(recordKey(event.recurso, event.id));
  if (event.calculado === true || change === undefined || event.versao > Number(change.versao)) return false;
  const elapsedMs = Date.now() - change.at;
  if (event.versao === change.versao && elapsedMs < MAX_EVENT_DELAY_MS) change.firstEvent ??= event;
  return event.versao < Number(change.versao) || change.firstEvent === event || elapsedMs < EVENT_WINDOW_MS;
};
