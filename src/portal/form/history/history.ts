/** GET {list}/:id/historico, or the declared call: the changes of one record, newest first (rules: Forms 7). */
import {useQuery} from '@tanstack/react-query';
import {commentAnswerName} from '../../../schema/lifeCycle/asks.ts';
import type {Action, Resource} from '../../../schema/shapes/config.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {initialStatus} from '../../../schema/lifeCycle/mainPath.ts';
import {fillPlaceholders} from '../../../schema/words/messages.ts';
import {historyCall} from '../../../schema/paths.ts';
import type {HistoryEntry, HistoryStep} from '../../../schema/wire.ts';
import {useResource} from '../../session/context.ts';
import {request} from '../../wire/http.ts';
import {historyQuery, MOMENT} from '../../wire/known.ts';

/** One entry of a record's history, of whatever resource; another server may tell no more than who, when and what was said. */
export type Entry = Pick<HistoryEntry, 'dataCriacao' | 'nomeUsuario'> & Partial<HistoryStep>;

/** An entry as it is read; of an attempt also which one, how it went, and from when to when. */
export type Told = Entry & {attempt?: readonly string[]};

/** Asked each time somebody comes to see it: a history that is a minute old tells the wrong story. */
export const useHistory = (name: string, id: number | string, enabled = true) => {
  const call = historyCall(name, useResource(name)) ?? `GET ${name}/:id/historico`;
  return useQuery({
    // Under the resource's key, so that whatever refreshes the records refreshes this too.
    queryKey: historyQuery(name, id),
    enabled,
    staleTime: MOMENT,
    queryFn: async ({signal}) => (await request<Entry[]>(call, {params: {id}, signal})).body,
  });
};

/** The action a step was, by what it is called. */
export const actionOf = ({actions = {}}: Resource, {acao}: Entry): Action | undefined =>
  Object.values(actions).find(({label}) => label === acao);

/** Whether somebody typed a step's comment, and not the server, which tells what was done in the words of its success. */
export const isTyped = (resource: Resource, entry: Entry, id: unknown): boolean => {
  const action = actionOf(resource, entry);
  return action !== undefined && commentAnswerName(action) !== undefined
    && `${entry.comentario ?? ''}!` !== fillPlaceholders(action.success, {id});
};

/**
 * Every change counts the version up by one and leaves one entry. Of a record with a life only actions do, a robot's as a person's; a
 * file leaves an entry alone.
 */
const counts = (resource: Resource, entry: Entry): boolean =>
  (resource.status === undefined && entry.campos !== undefined) || actionOf(resource, entry) !== undefined || entry.tentativa !== undefined;

/** The entries since a version: the newest, down to the last of as many changes. */
export const entriesSince = (resource: Resource, entries: readonly Entry[], changes: number): readonly Entry[] => {
  const counting = entries.flatMap((entry, index) => (counts(resource, entry) ? [index] : []));
  return entries.slice(0, (counting[changes - 1] ?? counting.at(-1) ?? 0) + 1);
};

/** The newest steps, down to the one that made the record or brought it back to where records begin; none where that is not told. */
export const roundOf = (resource: Resource, entries: readonly Entry[]): readonly Entry[] => {
  const begun = entries.findIndex(({paraStatus}) => paraStatus !== undefined && paraStatus === initialStatus(resource)?.name);
  return entries.slice(0, begun + 1);
};

/** Who did what, each once. */
export const namesIn = (entries: readonly Entry[]): readonly string[] =>
  [...new Set(entries.map(({nomeUsuario}) => nomeUsuario).filter(name => name !== ''))];

/** What was said, and who alone reads it: in a list of lines, or on paper, nothing else tells. */
const wordsOf = ({comentario = '', visibilidade}: Entry): string =>
  (visibilidade === undefined || comentario === '' ? comentario : `(${visibilidade}) ${comentario}`);

const whatOf = (entry: Entry): string => {
  const {acao = '', paraStatus = '', campos = []} = entry;
  const words = wordsOf(entry);
  const fields = campos.map(({rotulo}) => rotulo).join(', ');
  const move = paraStatus === '' && (words !== '' || fields !== '') ? '' : acao;
  return [move, words, fields].filter(part => part !== '').join(': ');
};

/** 'Ana, 20/11/26 12:04: Telefone, Contato.' */
export const toldIn = (entry: Entry): string =>
  `${entry.nomeUsuario}, ${formatInstant(entry.dataCriacao)}: ${whatOf(entry).replace(/\.$/, '')}.`;

/** The same as the cells of a row: when, who, from which status to which or what was done, what was said and which fields changed. */
export const toldEntry = (entry: Told) => {
  const {dataCriacao, nomeUsuario, acao = '', deStatus = '', paraStatus = '', campos = [], attempt = []} = entry;
  return [
    formatInstant(dataCriacao), nomeUsuario, [deStatus, paraStatus].filter(one => one !== '').join(' para ') || acao,
    [
      ...attempt, wordsOf(entry),
      ...campos.map(({rotulo, antes, depois, visibilidade}) =>
        `${visibilidade === undefined ? '' : `(${visibilidade}) `}${rotulo}: ${antes === '' ? '' : `${antes} para `}${depois || 'vazio'}`),
    ].filter(one => one !== '').join('\n'),
  ];
};
