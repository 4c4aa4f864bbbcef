import {useQuery, useQueryClient} from '@tanstack/react-query';
import {REPLY_CALLS} from '../../../schema/lists/savedReplies.ts';
import type {SavedReply} from '../../../schema/lists/savedFiltersAndReplies.ts';
import {request} from '../../api/http.ts';

const queryKey = ['respostas-prontas'];

/** Always refetched on mount, because others of the company share replies. */
export const useSavedReplies = () => useQuery({
  queryKey, staleTime: 0,
  queryFn: async ({signal}) => (await request<SavedReply[]>(REPLY_CALLS.list, {signal})).body,
});

export const useReloadReplies = (): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({queryKey});
};
