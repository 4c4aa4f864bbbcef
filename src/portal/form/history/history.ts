/** GET {list}/:id/historico, or the declared call: the changes of one record, newest first (rules: Forms 7). */
import {useQuery} from '@tanstack/react-query';
import type {Resource} from '../../../schema/config.ts';
import {formatInstant} from '../../../schema/dates.ts';
import {historyCall} from '../../../schema/paths.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import {request} from '../../wire/http.ts';

export interface FieldChange {
  campo: string;
  /** The field's label, as it is declared now. */
  rotulo: string;
  /** As a person reads it; `''` for nothing. */
  antes: string;
  depois: string;
}
/** One step of a record's history. Ours always tells what was done; another server may not. */
export interface HistoryEntry {
  dataCriacao: string;
  nomeUsuario: string;
  /** In words: 'Alteração', or the action's label. */
  acao?: string;
  /** What changed in which field; absent where a life cycle tells its steps in words. */
  campos?: readonly FieldChange[];
  /** Of a record with a life cycle (rules: Tickets 12): what was said, and the statuses, `''` where it stayed. */
  comentario?: string;
  deStatus?: string;
  paraStatus?: string;
}

/** Asked each time somebody wants to see it: a history that is a minute old tells the wrong story. */
export const useHistory = (name: string, id: number | string, enabled = true) => {
  const call = historyCall(name, useResource(name)) ?? `GET ${name}/:id/historico`;
  return useQuery({
    // Under the resource's key, so that whatever refreshes the records refreshes this too.
    queryKey: [name, 'historico', id],
    enabled,
    staleTime: 0,
    queryFn: async ({signal}) => (await request<HistoryEntry[]>(call, {params: {id}, signal})).body,
  });
};

/**
 * Every change counts the version up by one and leaves one entry. Of a record with a life only actions do; a file leaves an
 * entry alone.
 */
const counts = ({status, actions = {}}: Resource, {acao, campos}: HistoryEntry): boolean =>
  (status === undefined && campos !== undefined) || Object.values(actions).some(({label}) => label === acao);

/** The entries since a version: the newest, down to the last of as many changes. */
export const entriesSince = (resource: Resource, entries: readonly HistoryEntry[], changes: number): readonly HistoryEntry[] => {
  const counting = entries.flatMap((entry, index) => (counts(resource, entry) ? [index] : []));
  return entries.slice(0, (counting[changes - 1] ?? counting.at(-1) ?? 0) + 1);
};

const whatOf = ({acao = '', paraStatus = '', comentario = '', campos = []}: HistoryEntry): string => {
  const fields = campos.map(({rotulo}) => rotulo).join(', ');
  const move = paraStatus === '' && (comentario !== '' || fields !== '') ? '' : acao;
  return [move, comentario, fields].filter(part => part !== '').join(': ');
};

/** 'Ana, 20/11/26 12:04: Telefone, Contato.' */
export const toldIn = (entry: HistoryEntry): string =>
  `${entry.nomeUsuario}, ${formatInstant(entry.dataCriacao)}: ${whatOf(entry).replace(/\.$/, '')}.`;
