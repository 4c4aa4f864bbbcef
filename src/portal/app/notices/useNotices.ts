/** The notices of the panel: loaded at opening, further pages on demand, with optimistic read marks. */
import {useRef} from 'react';
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {NOTICES_CALL} from '../../../schema/words/notices.ts';
import type {NoticePage} from '../../../schema/apiShapes.ts';
import {fetchNotices, markNoticesRead} from './noticeCalls.ts';
import type {UnreadNotices} from './useUnreadNotices.ts';

const QUERY_KEY = [NOTICES_CALL];

/** Appends a page without duplicates, because new notices shift earlier ones to the next page. */
const withPage = (loaded: NoticePage, {total, registros}: NoticePage): NoticePage => {
  const ids = new Set(loaded.registros.map(({id}) => id));
  return {...loaded, total, registros: [...loaded.registros, ...registros.filter(({id}) => !ids.has(id))]};
};

const markPageRead = (loaded: NoticePage, ate: number): NoticePage => ({
  ...loaded, naoLidos: 0, registros: loaded.registros.map(notice => (notice.id <= ate ? {...notice, lido: true} : notice)),
});

export const useNotices = (
  open: boolean, {setUnread, addPendingReads: startReading}: Pick<UnreadNotices, 'setUnread' | 'addPendingReads'>,
) => {
  const queryClient = useQueryClient();
  /** The last loaded page; counted here, because dropped duplicates make the number of notices unreliable. */
  const lastPage = useRef(1);
  const updateCache = (update: (loaded: NoticePage) => NoticePage) =>
    queryClient.setQueryData<NoticePage>(QUERY_KEY, loaded => loaded && update(loaded));
  const {data, error, isFetching, refetch} = useQuery({
    queryKey: QUERY_KEY, enabled: open, retry: false,
    queryFn: async ({signal}) => {
      const page = await fetchNotices(1, signal);
      lastPage.current = 1;
      setUnread(page.naoLidos);
      return page;
    },
  });
  const more = useMutation({
    mutationFn: () => fetchNotices(lastPage.current + 1),
    onSuccess: page => {
      lastPage.current += 1;
      updateCache(loaded => withPage(loaded, page));
    },
  });
  const read = useMutation({
    mutationFn: ({ate}: {ate: number; count: number}) => markNoticesRead(ate),
    onMutate: ({ate, count}) => {
      updateCache(loaded => markPageRead(loaded, ate));
      return startReading(count);
    },
    onSuccess: (unread, {ate}) => {
      // Repeated, because a refetch meanwhile may have restored the unread state.
      updateCache(loaded => markPageRead(loaded, ate));
      setUnread(unread);
    },
    onError: () => queryClient.invalidateQueries({queryKey: QUERY_KEY}),
    onSettled: (_unread, _error, _variables, endReading) => endReading?.(),
  });
  return {notices: data, error, isFetching, reload: () => void refetch(), more, read};
};
