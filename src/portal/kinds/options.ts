/** What a select offers: the declared combos and fixed lists (rules: Lists 11), read through the one http layer. */
import {useQuery} from '@tanstack/react-query';
import {useDataProvider} from 'ra-core';
import type {Config, Endpoint} from '../../schema/config.ts';
import type {Choice, FieldOf} from '../../schema/fields.ts';
import type {Session} from '../../schema/session.ts';
import {optionName} from '../../schema/toggle.ts';
import type * as wire from '../../schema/wire.ts';
import {useConfig} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {request} from '../wire/http.ts';
import type {Option} from './Select.tsx';

type Row = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The rows of a fixed list; the declared ones until the API has answered. */
export const useListRows = (name: string): Option[] => {
  const list = useConfig().lists[name];
  const {data} = useQuery({
    queryKey: ['lista', name],
    enabled: list !== undefined,
    staleTime: Infinity,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      if (list === undefined) return [];
      const {body} = await request<Row[]>(list.call, {signal});
      return body.map(row => ({id: text(row[list.wire.id]), name: text(row[list.wire.name])}));
    },
  });
  return data ?? [...(list?.rows ?? [])];
};

/** The choices of a field in the words of the API, where a call answers them; the declared ones until then. */
export const useChoices = ({choices, combo}: FieldOf<'escolha'>): readonly Choice[] => {
  const {data = []} = useQuery({
    queryKey: ['opcoes', combo],
    enabled: combo !== undefined,
    staleTime: Infinity,
    retry: false,
    queryFn: async ({signal}) => {
      const {body} = await request<unknown>(combo as Endpoint, {signal});
      return (Array.isArray(body) ? body as Partial<wire.Option>[] : []).flatMap((row): Choice[] => {
        // One that the config does not declare is no value of the field: it could not be saved, nor asked for.
        const choice = choices.find(({id}) => id === row.id);
        return choice === undefined ? [] : [{...choice, name: text(row.descricao) || choice.name}];
      });
    },
  });
  return data.length > 0 ? data : choices;
};

/** The parent a combo is narrowed by: the field's name and its value in the form. */
export interface Within {
  name: string;
  value: unknown;
}

/** Asks the declared combo of a resource; its path parameters are the parent's id and whoever asks. */
const readCombo = async (
  config: Config, session: Session, to: string, within: Within | undefined, signal?: AbortSignal,
): Promise<Option[]> => {
  const resource = config.resources[to];
  if (resource?.api?.combo === undefined) return [];
  const {body} = await request<Row[]>(resource.api.combo, {
    params: {idUsuario: session.id, ...(within ? {[within.name]: within.value} : {})},
    signal,
  });
  return body.map(row => ({id: Number(row['id']), name: optionName(resource, row)}));
};

/**
 * The records a reference may name.
 *
 * @param within undefined: not narrowed; with an empty value nothing is offered yet
 */
export const useReferenceOptions = (to: string, within: Within | undefined, enabled = true) => {
  const config = useConfig();
  const session = useSession();
  const dataProvider = useDataProvider();
  const resource = config.resources[to];
  const waiting = within !== undefined && !within.value;
  const query = useQuery<Option[]>({
    queryKey: ['combo', to, within?.value ?? null, session.id],
    enabled: enabled && !waiting,
    queryFn: async ({signal}) => {
      if (resource === undefined || resource.api?.combo !== undefined) return readCombo(config, session, to, within, signal);
      const {data} = await dataProvider.getList<Row & {id: number}>(to, {
        pagination: {page: 1, perPage: 50}, sort: {field: resource.title, order: 'ASC'},
        filter: within ? {[within.name]: within.value} : {},
      });
      return data.map((row): Option => ({id: row.id, name: optionName(resource, row)}));
    },
  });
  return {
    options: waiting ? [] : (query.data ?? []), waiting, loading: query.isFetching && query.data === undefined,
    failed: query.isError && query.data === undefined, retry: () => void query.refetch(),
  };
};

/** Why a reference has nothing to offer this person, and who can help. */
export const useNoOptions = (to: string): string => {
  const {perfil} = useSession();
  const resource = useConfig().resources[to];
  const {none, noneFor} = resource?.messages ?? {};
  return noneFor?.[perfil] ?? none ?? `Não há ${resource?.label.many ?? 'opções'} ao seu alcance. Peça ao Adm que cadastre.`;
};
