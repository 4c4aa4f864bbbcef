/** The records a reference may name (rules: Lists 11, 12): a few hundred at once, and of more those that are typed for. */
import {createContext, useContext} from 'react';
import {useQuery, useQueryClient} from '@tanstack/react-query';
import {useDataProvider, useResourceContext, type DataProvider} from 'ra-core';
import {mayAccess, mayChoose} from '../../schema/access.ts';
import {OTHER_IDS_PARAM} from '../../schema/words/bulk.ts';
import type {Config, Endpoint, Resource} from '../../schema/shapes/config.ts';
import {hasDialect} from '../../schema/paths.ts';
import {nameOptionsCall} from '../../schema/references.ts';
import {NONE} from '../../schema/lists/query.ts';
import {MAX_INTEGER} from '../../schema/fields/kinds.ts';
import type {Session} from '../../schema/session.ts';
import {normaliseTextOrEmpty, toComparableText} from '../../schema/fields/text.ts';
import {isSwitchedOff, formatOptionName, resolveToggle} from '../../schema/lifeCycle/toggle.ts';
import {useConfig, useSession} from '../session/context.ts';
import {comboQuery, FIRST, isAll, type Wanted} from '../wire/combo.ts';
import {request} from '../wire/http.ts';
import {comboKey} from '../wire/known.ts';
import type {Option} from './Select.tsx';

type Row = Readonly<Record<string, unknown>> & {id: number | string};
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Milliseconds: shown at once that long after, and asked for again behind it. */
const FRESH = 5 * 60_000;
const KEPT = 60 * 60_000;

/** The parent a combo is narrowed by: the field's name and its value in the form. */
export interface Within {
  name: string;
  value: unknown;
}

/** What narrows a reference's input; undefined: nothing. */
export const withinOf = ({field: {within}, parent}: {field: {within?: string | undefined}; parent: unknown}): Within | undefined =>
  (within === undefined ? undefined : {name: within, value: parent});

/** Of an action's dialog: the call that answers what its references may name, and the record it is about. */
export interface OptionsOfAction {
  call: Endpoint;
  id: number | string;
  /** Other records for which the choice has to be right too. */
  also?: readonly number[] | undefined;
  /** Of this resource these are not offered. */
  but?: {of: string; ids: readonly number[]} | undefined;
}
/** Around a form whose references have a call of their own. */
export const OptionsContext = createContext<OptionsOfAction | undefined>(undefined);

interface Source {
  config: Config;
  session: Session;
  dataProvider: DataProvider;
  /** The resource's name. */
  to: string;
  within: Within | undefined;
  asked: OptionsOfAction | undefined;
  /** Of the input, where an action asks for it. */
  name: string;
}
interface Found {
  options: readonly Option[];
  /** Whether there are no others. */
  all: boolean;
}

const parentOf = (within: Within | undefined): Record<string, unknown> => (within === undefined ? {} : {[within.name]: within.value});

/** Where none that is off is offered, such are not asked for; a dialect of its own may know no such filter. */
const offeredOnly = (resource: Resource): Record<string, unknown> =>
  (hasDialect(resource) || resource.toggle?.refuses === undefined ? {} : {[resource.toggle.field]: resolveToggle(resource)?.on});

/** A resource without a combo is asked for a page of its list; one that cannot be filtered by its titles offers no more than that. */
const readList = async ({dataProvider, to, within}: Source, resource: Resource, {text: typed, ids}: Wanted, signal: AbortSignal) => {
  const {title} = resource;
  const searchable = !hasDialect(resource) || resource.list.filters?.[title] !== undefined;
  if (ids !== undefined) {
    const {data} = await dataProvider.getMany<Row>(to, {ids: [...ids] as number[], signal});
    return {rows: data, all: true};
  }
  const {data, total = data.length} = await dataProvider.getList<Row>(to, {
    pagination: {page: 1, perPage: hasDialect(resource) ? 50 : FIRST}, sort: {field: title, order: 'ASC'},
    filter: {...parentOf(within), ...(typed === undefined ? {} : {[title]: typed}), ...offeredOnly(resource)}, signal,
  });
  return {rows: data, all: total <= data.length || !searchable};
};

const readRows = async (source: Source, resource: Resource, wanted: Wanted, signal: AbortSignal) => {
  const {asked, session, within, name} = source;
  const {combo} = resource.api ?? {};
  if (asked === undefined && combo === undefined) return readList(source, resource, wanted, signal);
  // A combo tells of nothing that was deleted.
  const chosen = wanted.ids as number[] | undefined;
  const gone = async (rows: readonly Row[]): Promise<readonly Row[]> => (asked !== undefined || chosen === undefined || rows.length > 0
    ? rows : (await source.dataProvider.getMany<Row>(source.to, {ids: chosen, signal})).data);
  const {body} = asked === undefined
    // Its path parameters are the parent's id and whoever asks.
    ? await request<Row[]>(combo as Endpoint, {
      params: {idUsuario: session.id, ...parentOf(within)}, query: new URLSearchParams(comboQuery(wanted)), signal,
    })
    : await request<Row[]>(asked.call, {
      params: {id: asked.id}, signal,
      query: new URLSearchParams({
        campo: name, ...(within === undefined ? {} : {[within.name]: text(within.value)}), ...comboQuery(wanted),
        ...(asked.also === undefined || asked.also.length === 0 ? {} : {[OTHER_IDS_PARAM]: asked.also.join(',')}),
      }),
    });
  return {rows: await gone(body), all: isAll(body)};
};

const isOut = ({asked, to}: Source, id: Row['id']): boolean => asked?.but?.of === to && asked.but.ids.includes(Number(id));

const read = async (source: Source, wanted: Wanted, signal: AbortSignal): Promise<Found> => {
  const resource = source.config.resources[source.to];
  // Of what somebody is not offered, only what is named already has a name.
  const isNamed = wanted.ids !== undefined || source.asked !== undefined;
  if (resource === undefined || !(isNamed || mayChoose(resource, source.session.perfil))) return {options: [], all: true};
  const {rows, all} = await readRows(source, resource, wanted, signal);
  // Who is named already keeps their name; another server may offer what ours does not.
  const isOffered = (row: Row): boolean => !isOut(source, row.id) &&
    (wanted.ids !== undefined || resource.toggle?.refuses === undefined || !isSwitchedOff(resource, row));
  return {options: rows.filter(isOffered).map(row => ({id: Number(row.id), name: formatOptionName(resource, row)})), all};
};

export interface Asking {
  enabled?: boolean;
  /** Of the input, where an action asks for it, or its names are offered alone. */
  name?: string;
  names?: boolean | undefined;
  /** What is typed, once typing paused: where not all are here, those that contain it are asked for. */
  typed?: string;
  /** The id that is chosen: it has a name also where it is not among the first. */
  chosen?: unknown;
  /** What is called so stands for no record at all, and is offered first. */
  none?: string | undefined;
}

/**
 * The records a reference may name.
 *
 * @param within undefined: not narrowed; with an empty value nothing is offered yet
 */
export const useReferenceOptions = (
  to: string, within: Within | undefined, {enabled = true, name = '', names = false, typed = '', chosen, none}: Asking = {},
) => {
  const config = useConfig();
  const own = useResourceContext();
  const queryClient = useQueryClient();
  const asking = useContext(OptionsContext);
  const resource = config.resources[own ?? ''];
  const named = names && own !== undefined && resource !== undefined ? nameOptionsCall(own, resource) : undefined;
  const asked = asking ?? (named && {call: named, id: 0});
  const source: Source = {config, session: useSession(), dataProvider: useDataProvider(), to, within, asked, name};
  const waiting = within !== undefined && !within.value;
  const {call, id: about, also = [], but} = asked ?? {};
  const key = [...comboKey(to), within?.value ?? null, ...(asked === undefined ? [] : [call, about, name, also, but?.ids ?? []])];
  const kept = {staleTime: FRESH, gcTime: KEPT};
  const first = useQuery({queryKey: key, enabled: enabled && !waiting, ...kept, queryFn: ({signal}) => read(source, {}, signal)});
  const {options: records = [], all = true} = waiting ? {} : (first.data ?? {});
  const nobody: readonly Option[] = none === undefined ? [] : [{id: NONE, name: none}];
  const options = [...nobody, ...records];

  const text = normaliseTextOrEmpty(typed);
  const wanted = toComparableText(text);
  const searches = enabled && !all && wanted !== '';
  const search = useQuery({
    queryKey: [...key, 'texto', wanted], enabled: searches, ...kept, queryFn: ({signal}) => read(source, {text}, signal),
  });
  const found = searches && search.data !== undefined ? search.data.options : options;

  const id = Number(chosen ?? 0);
  const here = [...found, ...options].find(option => option.id === id);
  const oneKey = [...key, 'id', id];
  const one = useQuery({
    queryKey: oneKey, ...kept,
    enabled: enabled && first.data !== undefined && Number.isInteger(id) && id > 0 && id <= MAX_INTEGER && here === undefined,
    queryFn: async ({signal}) => {
      const {options: named} = await read(source, {ids: [id]}, signal);
      return named.filter(option => option.id === id);
    },
  });
  return {
    /** Those known from the start: all of them, or the first. */
    options,
    /** Those that are offered for what is typed. */
    found,
    /** Whether `found` is the server's answer to the text, which then is not looked for in the names here. A server that does not search
     *  answers everything. */
    answered: searches && search.data !== undefined && search.data.options.length <= FIRST,
    all, waiting,
    loading: first.isFetching && first.data === undefined,
    searching: searches && search.isFetching && search.data === undefined,
    chosen: here ?? one.data?.[0],
    naming: one.isFetching && one.data === undefined,
    failed: first.isError && first.data === undefined,
    searchFailed: searches && search.isError && search.data === undefined,
    retry: () => void first.refetch(),
    /** Keeps the name of one that is chosen out of what was found. */
    keep: (option: Option) => queryClient.setQueryData([...key, 'id', Number(option.id)], [option]),
  };
};
export type ReferenceOptions = ReturnType<typeof useReferenceOptions>;

/** Why a reference has nothing to offer this person, and who can help. */
export const useNoOptions = (to: string): string => {
  const {perfil} = useSession();
  const resource = useConfig().resources[to];
  const {none} = resource?.messages ?? {};
  if (typeof none === 'object') return none[resource !== undefined && mayAccess(resource, 'create', perfil) ? 0 : 1];
  return none ?? `Não há ${resource?.label.many ?? 'opções'} ao seu alcance. Peça ao Adm que cadastre.`;
};
