/** The notices as they were read when the list was opened, more of them on demand, and which were read since. */
import {useRef} from 'react';
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {NOTICES_CALL} from '../../../schema/words/notices.ts';
import type {NoticePage} from '../../../schema/wire.ts';
import {askNotices, markRead} from './calls.ts';
import type {Unread} from './useUnread.ts';

const KEY = [NOTICES_CALL];

/** Those known and those of a further page; what came new meanwhile has moved some from one page to the next. */
const withPage = (known: NoticePage, {total, registros}: NoticePage): NoticePage => {
  const ids = new Set(known.registros.map(({id}) => id));
  return {...known, total, registros: [...known.registros, ...registros.filter(({id}) => !ids.has(id))]};
};

/** As they are once those up to `ate` were read. */
const readUpTo = (known: NoticePage, ate: number): NoticePage =>
  ({...known, naoLidos: 0, registros: known.registros.map(one => (one.id <= ate ? {...one, lido: true} : one))});

export const useNotices = (open: boolean, {heard, reading}: Pick<Unread, 'heard' | 'reading'>) => {
  const queryClient = useQueryClient();
  /** The last page that was read: how many are known does not tell it, since what came new repeats some. */
  const last = useRef(1);
  const change = (next: (known: NoticePage) => NoticePage) =>
    queryClient.setQueryData<NoticePage>(KEY, known => known && next(known));
  const {data, error, isFetching, refetch} = useQuery({
    queryKey: KEY, enabled: open, retry: false,
    queryFn: async ({signal}) => {
      const page = await askNotices(1, signal);
      last.current = 1;
      heard(page.naoLidos);
      return page;
    },
  });
  const more = useMutation({
    mutationFn: () => askNotices(last.current + 1),
    onSuccess: page => {
      last.current += 1;
      change(known => withPage(known, page));
    },
  });
  const read = useMutation({
    mutationFn: ({ate}: {ate: number; count: number}) => markRead(ate),
    onMutate: ({ate, count}) => {
      change(known => readUpTo(known, ate));
      return reading(count);
    },
    onSuccess: (unread, {ate}) => {
      // Read again meanwhile, they may have come as they were before.
      change(known => readUpTo(known, ate));
      heard(unread);
    },
    onError: () => queryClient.invalidateQueries({queryKey: KEY}),
    onSettled: (_unread, _error, _asked, done) => done?.(),
  });
  return {notices: data, error, isFetching, reload: () => void refetch(), more, read};
};
