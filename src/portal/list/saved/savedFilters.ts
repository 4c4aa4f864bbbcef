/** A person's named filters, stored on the server (rules: Lists 9): filters, sort and columns. */
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {FILTER_CALLS} from '../../../schema/lists/savedFilters.ts';
import type {NewSavedFilter, SavedFilter} from '../../../schema/lists/savedFiltersAndReplies.ts';
import {request} from '../../api/http.ts';

type Values = Readonly<Record<string, unknown>>;

/** Placeholder for an opening value, because a saved 'last 30 days' must stay relative. */
const OPENING = 'abertura';

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

export const toSavedFilters = (filter: Values, opening: Values): Values =>
  Object.fromEntries(Object.entries(filter).map(([name, value]) => [
    name, name in opening && isSame(value, opening[name]) ? {[OPENING]: true} : value,
  ]));

/** @param fixed filters that override the saved ones */
export const fromSavedFilters = (saved: Values, opening: Values, fixed: Values): Values => {
  const isOpening = (value: unknown): boolean => typeof value === 'object' && value !== null && OPENING in value;
  const entries = Object.entries(saved).flatMap(([name, value]) => {
    if (!isOpening(value)) return [[name, value] as const];
    return name in opening ? [[name, opening[name]] as const] : [];
  });
  return {...Object.fromEntries(entries), ...fixed};
};

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
