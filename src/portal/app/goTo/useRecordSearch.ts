/**
 * Searches records by number or name and, after few hits, by the words of their texts. Debounced; an outdated request is aborted.
 */
import {useQuery, useQueryClient} from '@tanstack/react-query';
import {
  GO_TO_CALL, MAX_GO_TO_RECORDS, GO_TO_PARAM, GO_TO_SEARCH_IN_PARAM, GO_TO_SEARCH_IN_TEXTS, isSearchable, hasTextSearchWord,
  UNSEARCHED_HEADER,
} from '../../../schema/lists/goTo.ts';
import {MAX_SEARCH_TEXT_LENGTH} from '../../../schema/lists/options.ts';
import type {GoToHit} from '../../../schema/apiShapes.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {useDebounced} from '../../ui/useDebounced.ts';
import {statusOfError} from '../../api/errors.ts';
import {request} from '../../api/http.ts';
import {recordDestination, textSearchLists, type Destination} from './destinations.ts';

/** The cached answer of a server without the call, which is not called again. */
const ABSENT = null;

export interface RecordSearch {
  places: readonly Destination[];
  isSearching: boolean;
  isSearchingTexts: boolean;
  /** Lists, filtered by the text, whose texts could not be searched. */
  unsearchedLists: readonly Destination[];
  error: unknown;
  retry: () => void;
}

interface Answer {
  records: readonly GoToHit[];
  unsearched: readonly string[];
}

const fetchRecords = async (
  texto: string, part: typeof GO_TO_SEARCH_IN_TEXTS | undefined, signal: AbortSignal,
): Promise<Answer | typeof ABSENT> => {
  const query = new URLSearchParams({[GO_TO_PARAM]: texto, ...(part === undefined ? {} : {[GO_TO_SEARCH_IN_PARAM]: part})});
  try {
    const {body, headers} = await request<unknown>(GO_TO_CALL, {query, signal});
    return {
      records: Array.isArray(body) ? body as GoToHit[] : [], unsearched: headers.get(UNSEARCHED_HEADER)?.split(',') ?? [],
    };
  } catch (failure) {
    if (statusOfError(failure) === 404) return ABSENT;
    throw failure;
  }
};

export const useRecordSearch = (text: string): RecordSearch => {
  const config = useConfig();
  const {perfil} = useSession();
  const queryClient = useQueryClient();
  const debouncedText = useDebounced(text);
  const isCallMissing = queryClient.getQueriesData({queryKey: [GO_TO_CALL]}).some(([, data]) => data === ABSENT);
  const canSearch = isSearchable(text) && text.length <= MAX_SEARCH_TEXT_LENGTH && !isCallMissing;
  const isCurrent = canSearch && debouncedText === text;
  const byName = useQuery({
    queryKey: [GO_TO_CALL, debouncedText], enabled: isCurrent, retry: false,
    queryFn: ({signal}) => fetchRecords(debouncedText, undefined, signal),
  });
  const records = isCurrent ? byName.data?.records : undefined;
  const lists = hasTextSearchWord(text) ? textSearchLists(config, perfil, text) : [];
  const searchesTexts = records !== undefined && records.length < MAX_GO_TO_RECORDS && lists.length > 0;
  const byTexts = useQuery({
    queryKey: [GO_TO_CALL, debouncedText, GO_TO_SEARCH_IN_TEXTS], enabled: searchesTexts, retry: false, meta: {optional: true},
    queryFn: ({signal}) => fetchRecords(debouncedText, GO_TO_SEARCH_IN_TEXTS, signal),
  });
  const textAnswer = searchesTexts ? byTexts.data : undefined;
  const isUnsearched = (name: string): boolean => textAnswer?.unsearched.includes(name) ?? (searchesTexts && byTexts.isError);
  const places = [...records ?? [], ...textAnswer?.records ?? []].flatMap(record => recordDestination(config, record));
  return {
    places: places.filter(
      ({endereco}, index) => places.findIndex(place => place.endereco === endereco) === index,
    ).slice(0, MAX_GO_TO_RECORDS),
    isSearching: canSearch && (!isCurrent || byName.isFetching),
    isSearchingTexts: searchesTexts && byTexts.isFetching,
    unsearchedLists: lists.filter(([name]) => isUnsearched(name)).map(([, place]) => place),
    error: isCurrent && !byName.isFetching ? byName.error : null,
    retry: () => void byName.refetch(),
  };
};
