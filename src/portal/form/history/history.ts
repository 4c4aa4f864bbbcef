/** GET {list}/:id/historico, or the declared call: the changes of one record, newest first (rules: Forms 7). */
import {useQuery} from '@tanstack/react-query';
import {commentAnswerName} from '../../../schema/lifeCycle/asks.ts';
import type {Action, Resource} from '../../../schema/shapes/config.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {initialStatus} from '../../../schema/lifeCycle/mainPath.ts';
import {fillPlaceholders} from '../../../schema/words/messages.ts';
import {historyCall} from '../../../schema/paths.ts';
import type {HistoryEntry, HistoryStep} from '../../../schema/apiShapes.ts';
import {useResource} from '../../session/context.ts';
import {request} from '../../api/http.ts';
import {historyQueryKey, FRESH_MS} from '../../api/queryFreshness.ts';

/** A history entry; another server may send only author, time and comment. */
export type Entry = Pick<HistoryEntry, 'dataCriacao' | 'nomeUsuario'> & Partial<HistoryStep>;

/** An entry with the lines of its robot attempt: number, outcome and period. */
export type TimelineEntry = Entry & {attempt?: readonly string[]};

/** Reads the history; it is stale after a moment, because an old one misleads. */
export const useHistory = (name: string, id: number | string, enabled = true) => {
  const call = historyCall(name, useResource(name)) ?? `GET ${name}/:id/historico`;
  return useQuery({
    // Under the resource's key, so that a refresh of its records includes it.
    queryKey: historyQueryKey(name, id),
    enabled,
    staleTime: FRESH_MS,
    queryFn: async ({signal}) => (await request<Entry[]>(call, {params: {id}, signal})).body,
  });
};

export const actionOfEntry = ({actions = {}}: Resource, {acao}: Entry): Action | undefined =>
  Object.values(actions).find(({label}) => label === acao);

/** Tells whether a person typed the comment; the server writes the action's success message instead. */
export const isTypedComment = (resource: Resource, entry: Entry, id: unknown): boolean => {
  const action = actionOfEntry(resource, entry);
  return action !== undefined && commentAnswerName(action) !== undefined
    && `${entry.comentario ?? ''}!` !== fillPlaceholders(action.success, {id});
};

/** Tells whether an entry counted the version up. Records with a life cycle change by actions only; a file adds an entry alone. */
const isVersionEntry = (resource: Resource, entry: Entry): boolean =>
  (
    resource.status === undefined && entry.campos !== undefined
  ) || actionOfEntry(resource, entry) !== undefined || entry.tentativa !== undefined;

/** The newest entries, down to the given number of version changes. */
export const entriesSince = (resource: Resource, entries: readonly Entry[], changes: number): readonly Entry[] => {
  const versionIndexes = entries.flatMap((entry, index) => (isVersionEntry(resource, entry) ? [index] : []));
  return entries.slice(0, (versionIndexes[changes - 1] ?? versionIndexes.at(-1) ?? 0) + 1);
};

/** Entries since the creation or the last return to the initial status; empty where neither is known. */
export const entriesOfRound = (resource: Resource, entries: readonly Entry[]): readonly Entry[] => {
  const startIndex = entries.findIndex(({paraStatus}) => paraStatus !== undefined && paraStatus === initialStatus(resource)?.name);
  return entries.slice(0, startIndex + 1);
};

export const authorsOf = (entries: readonly Entry[]): readonly string[] =>
  [...new Set(entries.map(({nomeUsuario}) => nomeUsuario).filter(name => name !== ''))];

/** The comment after the name of its only audience, because plain text has no other sign of it. */
const commentText = ({comentario = '', visibilidade}: Entry): string =>
  (visibilidade === undefined || comentario === '' ? comentario : `(${visibilidade}) ${comentario}`);

const changeText = (entry: Entry): string => {
  const {acao = '', paraStatus = '', campos = []} = entry;
  const comment = commentText(entry);
  const fields = campos.map(({rotulo}) => rotulo).join(', ');
  const move = paraStatus === '' && (comment !== '' || fields !== '') ? '' : acao;
  return [move, comment, fields].filter(part => part !== '').join(': ');
};

/** 'Ana, 20/11/26 12:04: Telefone, Contato.' */
export const formatEntryLine = (entry: Entry): string =>
  `${entry.nomeUsuario}, ${formatInstant(entry.dataCriacao)}: ${changeText(entry).replace(/\.$/, '')}.`;

/** Table cells of an entry: time, author, status change or action, comment with changed fields. */
export const formatEntryCells = (entry: TimelineEntry) => {
  const {dataCriacao, nomeUsuario, acao = '', deStatus = '', paraStatus = '', campos = [], attempt = []} = entry;
  return [
    formatInstant(dataCriacao), nomeUsuario, [deStatus, paraStatus].filter(part => part !== '').join(' para ') || acao,
    [
      ...attempt, commentText(entry),
      ...campos.map(({rotulo, antes, depois, visibilidade}) =>
        `${visibilidade === undefined ? '' : `(${visibilidade}) `}${rotulo}: ${antes === '' ? '' : `${antes} para `}${depois || 'vazio'}`),
    ].filter(part => part !== '').join('\n'),
  ];
};
