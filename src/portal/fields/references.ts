/** Options of a reference (rules: Lists 11, 12): a few hundred at once, and beyond that by typing. */
import {createContext, useContext} from 'react';
import {useQuery, useQueryClient} from '@tanstack/react-query';
import {useDataProvider, useRecordContext, useResourceContext, type DataProvider} from 'ra-core';
import {mayAccess, mayChoose} from '../../schema/access.ts';
import {OTHER_IDS_PARAM} from '../../schema/words/bulk.ts';
import type {Config, Endpoint, Resource} from '../../schema/shapes/config.ts';
import {hasDialect} from '../../schema/paths.ts';
import {referenceOptionsCall} from '../../schema/references.ts';
import {OPTION_PARAMS} from '../../schema/lists/options.ts';
import {NO_REFERENCE} from '../../schema/lists/listRequest.ts';
import {MAX_INTEGER} from '../../schema/fields/kinds.ts';
import {titleField} from '../../schema/fields/recordTitle.ts';
import type {Session} from '../../schema/session.ts';
import {normaliseTextOrEmpty, toComparableText} from '../../schema/fields/text.ts';
import {isSwitchedOff, formatOptionName, resolveToggle} from '../../schema/lifeCycle/toggle.ts';
import {useConfig, useSession} from '../session/context.ts';
import {comboQuery, MAX_LOCAL_OPTIONS, hasAllOptions, type ComboRequest} from '../api/combo.ts';
import {request} from '../api/http.ts';
import {comboQueryKey} from '../api/queryFreshness.ts';
import type {SelectOption} from './Select.tsx';

type Row = Readonly<Record<string, unknown>> & {id: number | string};
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Cached options are shown at once, and refreshed when they are older. */
const STALE_AFTER_MS = 5 * 60_000;
const CACHE_MS = 60 * 60_000;

/** The parent that narrows the options: field name and form value. */
export interface ReferenceParent {
  name: string;
  value: unknown;
}

export const referenceParentOf = (
  {field: {within}, parent}: {field: {within?: string | undefined}; parent: unknown},
): ReferenceParent | undefined =>
  (within === undefined ? undefined : {name: within, value: parent});

/** Option call of an action's dialog, and the record of the action. */
export interface ActionOptions {
  call: Endpoint;
  id: number | string;
  /** Further records for which the choice has to be valid. */
  otherIds?: readonly number[] | undefined;
  /** Record below which none is offered, in the resource's tree. */
  above?: number | string | undefined;
  /** Records of a resource that are not offered. */
  excluded?: {of: string; ids: readonly number[]} | undefined;
}
/** Provided around a form whose references have an option call. */
export const ActionOptionsContext = createContext<ActionOptions | undefined>(undefined);

interface OptionsSource {
  config: Config;
  session: Session;
  dataProvider: DataProvider;
  to: string;
  within: ReferenceParent | undefined;
  optionsCall: ActionOptions | undefined;
  /** Name of the input, sent to an option call. */
  name: string;
}
interface OptionsResult {
  options: readonly SelectOption[];
  isComplete: boolean;
}

const parentFilter = (within: ReferenceParent | undefined): Record<string, unknown> =>
  (within === undefined ? {} : {[within.name]: within.value});

/** Filter for records that are switched on, where others are not offered. A custom dialect may not know it. */
const switchedOnFilter = (resource: Resource): Record<string, unknown> =>
  (hasDialect(resource) || resource.toggle?.refuses === undefined ? {} : {[resource.toggle.field]: resolveToggle(resource)?.on});

/** Reads a page of the list of a resource without a combo. Without a title filter, that page is all that is offered. */
const readList = async (
  {dataProvider, to, within}: OptionsSource, resource: Resource, {text: searchText, ids}: ComboRequest, signal: AbortSignal,
) => {
  const title = titleField(resource);
  const isSearchable = !hasDialect(resource) || resource.list.filters?.[title] !== undefined;
  if (ids !== undefined) {
    const {data} = await dataProvider.getMany<Row>(to, {ids: [...ids] as number[], signal});
    return {rows: data, all: true};
  }
  const {data, total = data.length} = await dataProvider.getList<Row>(to, {
    pagination: {page: 1, perPage: hasDialect(resource) ? 50 : MAX_LOCAL_OPTIONS}, sort: {field: title, order: 'ASC'},
    filter: {...parentFilter(within), ...(searchText === undefined ? {} : {[title]: searchText}), ...switchedOnFilter(resource)}, signal,
  });
  return {rows: data, all: total <= data.length || !isSearchable};
};

const readRows = async (source: OptionsSource, resource: Resource, wanted: ComboRequest, signal: AbortSignal) => {
  const {optionsCall, session, within, name} = source;
  const {combo} = resource.api ?? {};
  if (optionsCall === undefined && combo === undefined) return readList(source, resource, wanted, signal);
  // A combo omits deleted records, so a chosen one is read by itself.
  const chosenIds = wanted.ids as number[] | undefined;
  const withDeleted = async (rows: readonly Row[]): Promise<readonly Row[]> =>
    (optionsCall !== undefined || chosenIds === undefined || rows.length > 0
      ? rows : (await source.dataProvider.getMany<Row>(source.to, {ids: chosenIds, signal})).data);
  const {body} = optionsCall === undefined
    // Path parameters are the parent's id and the caller's.
    ? await request<Row[]>(combo as Endpoint, {
      params: {idUsuario: session.id, ...parentFilter(within)}, query: new URLSearchParams(comboQuery(wanted)), signal,
    })
    : await request<Row[]>(optionsCall.call, {
      params: {id: optionsCall.id}, signal,
      query: new URLSearchParams({
        campo: name, ...(within === undefined ? {} : {[within.name]: text(within.value)}), ...comboQuery(wanted),
        ...(optionsCall.above === undefined ? {} : {[OPTION_PARAMS.record]: text(optionsCall.above)}),
        ...(
          optionsCall.otherIds === undefined || optionsCall.otherIds.length === 0 ? {} : {[OTHER_IDS_PARAM]: optionsCall.otherIds.join(',')}
        ),
      }),
    });
  return {rows: await withDeleted(body), all: hasAllOptions(body)};
};

const isExcluded = ({optionsCall, to}: OptionsSource, id: Row['id']): boolean =>
  optionsCall?.excluded?.of === to && optionsCall.excluded.ids.includes(Number(id));

const readOptions = async (source: OptionsSource, wanted: ComboRequest, signal: AbortSignal): Promise<OptionsResult> => {
  const resource = source.config.resources[source.to];
  // A person who is offered nothing still reads the name of a chosen record.
  const isAllowed = wanted.ids !== undefined || source.optionsCall !== undefined;
  if (resource === undefined || !(isAllowed || mayChoose(resource, source.session.perfil))) return {options: [], isComplete: true};
  const {rows, all: isComplete} = await readRows(source, resource, wanted, signal);
  // A chosen record keeps its name. Switched-off records are dropped here too, because another server may offer them.
  const isOffered = (row: Row): boolean => !isExcluded(source, row.id) &&
    (wanted.ids !== undefined || resource.toggle?.refuses === undefined || !isSwitchedOff(resource, row));
  return {options: rows.filter(isOffered).map(row => ({id: Number(row.id), name: formatOptionName(resource, row)})), isComplete};
};

export interface ReferenceQuery {
  enabled?: boolean;
  /** Name of the input, sent to an option call. `names` offers names alone, `tree` no record below the own one. */
  name?: string;
  names?: boolean | undefined;
  tree?: boolean | undefined;
  /** Typed text after a pause; the server searches for it where not all options are loaded. */
  typed?: string;
  /** The chosen id, whose name is read where it is not among the first options. */
  chosen?: unknown;
  /** Label of a first option for records without a reference. */
  noneLabel?: string | undefined;
}

/**
 * Reads the options of a reference.
 *
 * @param within undefined: not narrowed; with an empty value nothing is offered yet
 */
export const useReferenceOptions = (
  to: string, within: ReferenceParent | undefined,
  {enabled = true, name = '', names = false, tree = false, typed = '', chosen, noneLabel}: ReferenceQuery = {},
) => {
  const config = useConfig();
  const resourceName = useResourceContext();
  const queryClient = useQueryClient();
  const actionOptions = useContext(ActionOptionsContext);
  const resource = config.resources[resourceName ?? ''];
  const record = useRecordContext<{id?: number}>();
  const hasCall = (names || tree) && resourceName !== undefined && resource !== undefined;
  const ownCall = hasCall ? referenceOptionsCall(resourceName, resource) : undefined;
  const optionsCall = actionOptions ?? (ownCall && {call: ownCall, id: 0, ...(tree && {above: record?.id})});
  const source: OptionsSource = {config, session: useSession(), dataProvider: useDataProvider(), to, within, optionsCall, name};
  const isParentMissing = within !== undefined && !within.value;
  const {call, id: recordId, above = 0, otherIds = [], excluded} = optionsCall ?? {};
  const key = [
    ...comboQueryKey(to), within?.value ?? null,
    ...(optionsCall === undefined ? [] : [call, recordId, name, above, otherIds, excluded?.ids ?? []]),
  ];
  const cacheTimes = {staleTime: STALE_AFTER_MS, gcTime: CACHE_MS};
  const first = useQuery({
    queryKey: key, enabled: enabled && !isParentMissing, ...cacheTimes, queryFn: ({signal}) => readOptions(source, {}, signal),
  });
  const {options: records = [], isComplete = true} = isParentMissing ? {} : (first.data ?? {});
  const noneOptions: readonly SelectOption[] = noneLabel === undefined ? [] : [{id: NO_REFERENCE, name: noneLabel}];
  const options = [...noneOptions, ...records];

  const searchText = normaliseTextOrEmpty(typed);
  const comparableText = toComparableText(searchText);
  const needsSearch = enabled && !isComplete && comparableText !== '';
  const search = useQuery({
    queryKey: [...key, 'texto', comparableText], enabled: needsSearch, ...cacheTimes,
    queryFn: ({signal}) => readOptions(source, {text: searchText}, signal),
  });
  const matches = needsSearch && search.data !== undefined ? search.data.options : options;

  const id = Number(chosen ?? 0);
  const loadedOption = [...matches, ...options].find(option => option.id === id);
  const idKey = [...key, 'id', id];
  const byId = useQuery({
    queryKey: idKey, ...cacheTimes,
    enabled: enabled && first.data !== undefined && Number.isInteger(id) && id > 0 && id <= MAX_INTEGER && loadedOption === undefined,
    queryFn: async ({signal}) => {
      const {options: namedOptions} = await readOptions(source, {ids: [id]}, signal);
      return namedOptions.filter(option => option.id === id);
    },
  });
  return {
    options,
    matches,
    /** True where the server searched, so that the names are not filtered again. A server without search answers everything. */
    isServerSearch: needsSearch && search.data !== undefined && search.data.options.length <= MAX_LOCAL_OPTIONS,
    all: isComplete, waiting: isParentMissing,
    loading: first.isFetching && first.data === undefined,
    searching: needsSearch && search.isFetching && search.data === undefined,
    chosen: loadedOption ?? byId.data?.[0],
    naming: byId.isFetching && byId.data === undefined,
    failed: first.isError && first.data === undefined,
    searchFailed: needsSearch && search.isError && search.data === undefined,
    retry: () => void first.refetch(),
    /** Caches the name of an option chosen from a search. */
    cacheOption: (option: SelectOption) => queryClient.setQueryData([...key, 'id', Number(option.id)], [option]),
  };
};
export type ReferenceOptions = ReturnType<typeof useReferenceOptions>;

/** Message of a reference without options, which says whom to ask for one. */
export const useNoOptions = (to: string): string => {
  const {perfil} = useSession();
  const resource = useConfig().resources[to];
  const {none: configuredMessage} = resource?.messages ?? {};
  if (typeof configuredMessage === 'object') return configuredMessage[
    resource !== undefined && mayAccess(resource, 'create', perfil) ? 0 : 1
  ];
  return configuredMessage ?? `Não há ${resource?.label.many ?? 'opções'} ao seu alcance. Peça ao Adm que cadastre.`;
};
