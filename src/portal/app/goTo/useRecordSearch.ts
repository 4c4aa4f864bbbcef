/** The records that a text finds. Asked when typing pauses; an answer that nobody waits for any more is given up. */
import {useQuery, useQueryClient} from '@tanstack/react-query';
import {GO_TO, GO_TO_PARAM, isSearchable} from '../../../schema/lists/goTo.ts';
import {GO_TO_LENGTH} from '../../../schema/lists/options.ts';
import type {FoundRecord} from '../../../schema/wire.ts';
import {useConfig} from '../../session/context.ts';
import {useAfterPause} from '../../ui/useAfterPause.ts';
import {statusOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import {destinationOf, type Destination} from './destinations.ts';

/** A server without the call: it is not asked again. */
const ABSENT = null;

export interface SearchedRecords {
  places: readonly Destination[];
  /** Whether an answer for this very text is still on its way. */
  waiting: boolean;
  /** The error of a search that failed. */
  error: unknown;
  retry: () => void;
}

/** @param text trimmed */
export const useRecordSearch = (text: string): SearchedRecords => {
  const config = useConfig();
  const queryClient = useQueryClient();
  const asked = useAfterPause(text);
  const absent = queryClient.getQueriesData({queryKey: [GO_TO]}).some(([, data]) => data === ABSENT);
  const wanted = isSearchable(text) && text.length <= GO_TO_LENGTH && !absent;
  const {data, error, isFetching, refetch} = useQuery<readonly FoundRecord[] | typeof ABSENT>({
    queryKey: [GO_TO, asked],
    enabled: wanted && asked === text,
    retry: false,
    queryFn: async ({signal}) => {
      try {
        const {body} = await request<unknown>(GO_TO, {query: new URLSearchParams({[GO_TO_PARAM]: asked}), signal});
        return Array.isArray(body) ? body as FoundRecord[] : [];
      } catch (failure) {
        if (statusOfError(failure) === 404) return ABSENT;
        throw failure;
      }
    },
  });
  const current = wanted && asked === text;
  return {
    places: current ? (data ?? []).flatMap(found => destinationOf(config, found)) : [],
    waiting: wanted && (!current || isFetching),
    error: current && !isFetching ? error : null,
    retry: () => void refetch(),
  };
};
