/** GET {list}/:id/historico: the changes of one record, newest first (decisions §7). */
import {useQuery} from '@tanstack/react-query';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {useResource} from '../ConfigContext.tsx';
import {request} from '../http.ts';

export interface FieldChange {
  campo: string;
  /** The field's label, as it is declared now. */
  rotulo: string;
  /** As a person reads it; `''` for nothing. */
  antes: string;
  depois: string;
}
export interface HistoryEntry {
  dataCriacao: string;
  nomeUsuario: string;
  /** In words: 'Alteração', or the action's label. */
  acao: string;
  campos: FieldChange[];
}

/** Asked each time somebody wants to see it: a history that is a minute old tells the wrong story. */
export const useHistory = (name: string, id: number | string, enabled = true) => {
  const {list = `GET ${name}` as const} = apiOf(name, useResource(name));
  return useQuery({
    queryKey: [name, 'historico', id],
    enabled,
    staleTime: 0,
    queryFn: async ({signal}) => (await request<HistoryEntry[]>(`GET ${parseEndpoint(list).path}/:id/historico`, {params: {id}, signal})).body,
  });
};
