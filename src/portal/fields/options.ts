/** Choices of a field and rows of fixed lists, read from the API (rules: Lists 11). */
import {useQuery} from '@tanstack/react-query';
import type {Endpoint} from '../../schema/shapes/config.ts';
import type {FieldChoice, FieldOf} from '../../schema/shapes/fields.ts';
import type * as wire from '../../schema/apiShapes.ts';
import {useConfig} from '../session/context.ts';
import {request} from '../api/http.ts';
import type {SelectOption} from './Select.tsx';

/** Read once, because they change with the server only. */
const CACHE_FOREVER = {staleTime: Infinity, gcTime: Infinity};

type Row = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export const useFixedListOptions = (name: string): SelectOption[] => {
  const list = useConfig().lists[name];
  const {data} = useQuery({
    queryKey: ['lista', name],
    enabled: list !== undefined,
    ...CACHE_FOREVER,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      if (list === undefined) return [];
      const {body} = await request<Row[]>(list.call, {signal});
      return body.map(row => ({id: text(row[list.wire[0]]), name: text(row[list.wire[1]])}));
    },
  });
  return data ?? Object.entries(list?.rows ?? {}).map(([id, name]) => ({id, name}));
};

/** Reads a field's choices with the API's names; the declared ones until it answers. */
export const useChoices = ({choices, combo}: FieldOf<'escolha'>): readonly FieldChoice[] => {
  const {data = []} = useQuery({
    queryKey: ['opcoes', combo],
    enabled: combo !== undefined,
    ...CACHE_FOREVER,
    retry: false,
    queryFn: async ({signal}) => {
      const {body} = await request<unknown>(combo as Endpoint, {signal});
      return (Array.isArray(body) ? body as Partial<wire.Option>[] : []).flatMap((row): FieldChoice[] => {
        // An undeclared choice is dropped, because it can be neither saved nor filtered by.
        const choice = choices.find(({id}) => id === row.id);
        return choice === undefined ? [] : [{...choice, name: text(row.descricao) || choice.name}];
      });
    },
  });
  return data.length > 0 ? data : choices;
};
