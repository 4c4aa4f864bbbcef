/** The choices of a field and the rows of fixed lists in the words of the API (rules: Lists 11), read through the one http layer. */
import {useQuery} from '@tanstack/react-query';
import type {Endpoint} from '../../schema/shapes/config.ts';
import type {FieldChoice, FieldOf} from '../../schema/shapes/fields.ts';
import type * as wire from '../../schema/wire.ts';
import {useConfig} from '../session/context.ts';
import {request} from '../wire/http.ts';
import type {Option} from './Select.tsx';

/** They change with the server alone: asked for once, and not again however long no screen has shown them. */
const ONCE = {staleTime: Infinity, gcTime: Infinity};

type Row = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** The rows of a fixed list; the declared ones until the API has answered. */
export const useListRows = (name: string): Option[] => {
  const list = useConfig().lists[name];
  const {data} = useQuery({
    queryKey: ['lista', name],
    enabled: list !== undefined,
    ...ONCE,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      if (list === undefined) return [];
      const {body} = await request<Row[]>(list.call, {signal});
      return body.map(row => ({id: text(row[list.wire[0]]), name: text(row[list.wire[1]])}));
    },
  });
  return data ?? Object.entries(list?.rows ?? {}).map(([id, name]) => ({id, name}));
};

/** The choices of a field in the words of the API, where a call answers them; the declared ones until then. */
export const useChoices = ({choices, combo}: FieldOf<'escolha'>): readonly FieldChoice[] => {
  const {data = []} = useQuery({
    queryKey: ['opcoes', combo],
    enabled: combo !== undefined,
    ...ONCE,
    retry: false,
    queryFn: async ({signal}) => {
      const {body} = await request<unknown>(combo as Endpoint, {signal});
      return (Array.isArray(body) ? body as Partial<wire.Option>[] : []).flatMap((row): FieldChoice[] => {
        // One that the config does not declare is no value of the field: it could not be saved, nor asked for.
        const choice = choices.find(({id}) => id === row.id);
        return choice === undefined ? [] : [{...choice, name: text(row.descricao) || choice.name}];
      });
    },
  });
  return data.length > 0 ? data : choices;
};
