/** The filters a person keeps on the server under a name (rules: Lists 9): what is filtered, in which order, with which columns. */
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {FILTER_CALLS} from '../../../schema/lists/savedFilters.ts';
import type {NewSavedFilter, SavedFilter} from '../../../schema/lists/saved.ts';
import {request} from '../../wire/http.ts';

type Values = Readonly<Record<string, unknown>>;

/** Stands for the value a list opens with: 'the last 30 days' must not become the thirty days before it was saved. */
const OPENING = 'abertura';

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export const toSaved = (filter: Values, opening: Values): Values =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [
    name, name in opening && same(value, opening[name]) ? {[OPENING]: true} : value,
  ]));

/** @param fixed what this person cannot change, whatever was saved */
export const fromSaved = (saved: Values, opening: Values, fixed: Values): Values => {
  const isOpening = (value: unknown): boolean => typeof value === 'object' && value !== null && OPENING in value;
  const read = Object.entries(saved).flatMap(([name, value]) => {
    if (!isOpening(value)) return [[name, value] as const];
    return name in opening ? [[name, opening[name]] as const] : [];
  });
  return {...Object.fromEntries(read), ...fixed};
};

/** The saved filters of one list, and the calls that change them; the calls reject with the HttpError of a refusal. */
export const useSavedFilters = (name: string, enabled: boolean) => {
  const queryClient = useQueryClient();
  const queryKey = ['filtros-salvos', name];
  const {data, isPending, error, refetch} = useQuery({
    queryKey, enabled,
    queryFn: async ({signal}) =>
      (await request<SavedFilter[]>(FILTER_CALLS.list, {query: new URLSearchParams({recurso: name}), signal})).body,
  });
  const reload = () => queryClient.invalidateQueries({queryKey});
  const save = useMutation({
    mutationFn: (filter: Omit<NewSavedFilter, 'recurso'>) => request(FILTER_CALLS.save, {body: {...filter, recurso: name}}),
    onSuccess: reload,
  });
  const remove = useMutation({mutationFn: (id: number) => request(FILTER_CALLS.remove, {params: {id}}), onSuccess: reload});
  return {filters: data, isPending, error, reload: () => void refetch(), save, remove};
};
