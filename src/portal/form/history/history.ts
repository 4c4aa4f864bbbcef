/** GET {list}/:id/historico, or the declared call: the changes of one record, newest first (rules: Forms 7). */
import {useQuery} from '@tanstack/react-query';
import type {Resource} from '../../../schema/config.ts';
import {formatInstant} from '../../../schema/dates.ts';
import {historyCall} from '../../../schema/paths.ts';
import type {HistoryEntry, HistoryStep} from '../../../schema/wire.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import {request} from '../../wire/http.ts';

/** A step of a record that has a life (rules: Tickets 12); another server may not tell what was done, nor the statuses. */
export type Step = Omit<HistoryStep, OurOwn | 'campos'> & Partial<Pick<HistoryStep, OurOwn>>;
type OurOwn = 'acao' | 'deStatus' | 'paraStatus';

/** Asked each time somebody wants to see it: a history that is a minute old tells the wrong story. */
export const useHistory = <Entry extends HistoryEntry | Step = HistoryEntry>(name: string, id: number | string, enabled = true) => {
  const call = historyCall(name, useResource(name)) ?? `GET ${name}/:id/historico`;
  return useQuery({
    // Under the resource's key, so that whatever refreshes the records refreshes this too.
    queryKey: [name, 'historico', id],
    enabled,
    staleTime: 0,
    queryFn: async ({signal}) => (await request<Entry[]>(call, {params: {id}, signal})).body,
  });
};

/**
 * Every change counts the version up by one and leaves one entry. Of a record with a life only actions do; a file leaves an
 * entry alone.
 */
const counts = (resource: Resource, entry: HistoryEntry | Step): boolean =>
  'campos' in entry || Object.values(resource.actions ?? {}).some(({label}) => label === entry.acao);

/** The entries since a version: the newest, down to the last of as many changes. */
export const entriesSince = <Entry extends HistoryEntry | Step>(
  resource: Resource, entries: readonly Entry[], changes: number,
): readonly Entry[] => {
  const counting = entries.flatMap((entry, index) => (counts(resource, entry) ? [index] : []));
  return entries.slice(0, (counting[changes - 1] ?? counting.at(-1) ?? 0) + 1);
};

const whatOf = (entry: HistoryEntry | Step): string => {
  if ('campos' in entry) return entry.campos.map(({rotulo}) => rotulo).join(', ') || entry.acao;
  const {acao = '', paraStatus = '', comentario} = entry;
  return [paraStatus === '' && comentario !== '' ? '' : acao, comentario].filter(part => part !== '').join(': ');
};

/** 'Ana, 20/11/26 12:04: Telefone, Contato.' */
export const toldIn = (entry: HistoryEntry | Step): string =>
  `${entry.nomeUsuario}, ${formatInstant(entry.dataCriacao)}: ${whatOf(entry).replace(/\.$/, '')}.`;
