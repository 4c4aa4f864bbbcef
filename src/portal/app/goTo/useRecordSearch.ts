/**
 * The records that a text finds: those of its number or name, and then, where these are few, those whose texts have its words. Asked when
 * typing pauses; an answer that nobody waits for any more is given up.
 */
import {useQuery, useQueryClient} from '@tanstack/react-query';
import {
  GO_TO, GO_TO_MOST, GO_TO_PARAM, GO_TO_PART_PARAM, GO_TO_TEXTS, isSearchable, isSearchableInTexts, UNSEARCHED_HEADER,
} from '../../../schema/lists/goTo.ts';
import {GO_TO_LENGTH} from '../../../schema/lists/options.ts';
import type {FoundRecord} from '../../../schema/wire.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {useAfterPause} from '../../ui/useAfterPause.ts';
import {statusOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import {destinationOf, searchedLists, type Destination} from './destinations.ts';

/** A server without the call: it is not asked again. */
const ABSENT = null;

export interface SearchedRecords {
  places: readonly Destination[];
  /** Whether an answer for this very text is still on its way. */
  waiting: boolean;
  /** Whether texts are searched still. */
  searchingTexts: boolean;
  /** The lists, filtered by the text, whose texts could not be searched. */
  unsearched: readonly Destination[];
  /** The error of a search that failed. */
  error: unknown;
  retry: () => void;
}

interface Answer {
  records: readonly FoundRecord[];
  unsearched: readonly string[];
}

const fetchRecords = async (texto: string, part: typeof GO_TO_TEXTS | undefined, signal: AbortSignal): Promise<Answer | typeof ABSENT> => {
  const query = new URLSearchParams({[GO_TO_PARAM]: texto, ...(part === undefined ? {} : {[GO_TO_PART_PARAM]: part})});
  try {
    const {body, headers} = await request<unknown>(GO_TO, {query, signal});
    return {
      records: Array.isArray(body) ? body as FoundRecord[] : [], unsearched: headers.get(UNSEARCHED_HEADER)?.split(',') ?? [],
    };
  } catch (failure) {
    if (statusOfError(failure) === 404) return ABSENT;
    throw failure;
  }
};

/** @param text trimmed */
export const useRecordSearch = (text: string): SearchedRecords => {
  const config = useConfig();
  const {perfil} = useSession();
  const queryClient = useQueryClient();
  const asked = useAfterPause(text);
  const absent = queryClient.getQueriesData({queryKey: [GO_TO]}).some(([, data]) => data === ABSENT);
  const wanted = isSearchable(text) && text.length <= GO_TO_LENGTH && !absent;
  const current = wanted && asked === text;
  const named = useQuery({
    queryKey: [GO_TO, asked], enabled: current, retry: false, queryFn: ({signal}) => fetchRecords(asked, undefined, signal),
  });
  const records = current ? named.data?.records : undefined;
  const lists = isSearchableInTexts(text) ? searchedLists(config, perfil, text) : [];
  const wantsTexts = records !== undefined && records.length < GO_TO_MOST && lists.length > 0;
  const texts = useQuery({
    queryKey: [GO_TO, asked, GO_TO_TEXTS], enabled: wantsTexts, retry: false, meta: {optional: true},
    queryFn: ({signal}) => fetchRecords(asked, GO_TO_TEXTS, signal),
  });
  const inTexts = wantsTexts ? texts.data : undefined;
  const isUnsearched = (name: string): boolean => inTexts?.unsearched.includes(name) ?? (wantsTexts && texts.isError);
  const places = [...records ?? [], ...inTexts?.records ?? []].flatMap(record => destinationOf(config, record));
  return {
    places: places.filter(({endereco}, at) => places.findIndex(place => place.endereco === endereco) === at).slice(0, GO_TO_MOST),
    waiting: wanted && (!current || named.isFetching),
    searchingTexts: wantsTexts && texts.isFetching,
    unsearched: lists.filter(([name]) => isUnsearched(name)).map(([, place]) => place),
    error: current && !named.isFetching ? named.error : null,
    retry: () => void named.refetch(),
  };
};
