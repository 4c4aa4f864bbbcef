/** The notices that were read, the newest first; what else there is to say in their place. */
import {useEffect, useRef} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type {Notice} from '../../../schema/wire.ts';
import {counted} from '../../ui/counted.ts';
import {LoadError} from '../../ui/LoadError.tsx';
import {Message} from '../../ui/Message.tsx';
import {NotLoaded} from '../../ui/NotLoaded.tsx';
import {useToasts} from '../../toasts/index.ts';
import {NoticeRow} from './NoticeRow.tsx';
import type {useNotices} from './useNotices.ts';

const WAITING = [1, 2, 3, 4];

/** Marks the button that fetches more. */
const MORE = 'data-mais';

/** The focus goes to the first notice that came, unless it is at work elsewhere in the panel; a button that is gone had it. */
const useFocus = (notices: readonly Notice[]) => {
  const list = useRef<HTMLUListElement>(null);
  const known = useRef<{first?: number | undefined; count: number}>({count: 0});
  const [{id: first} = {}] = notices;
  const {length: count} = notices;
  useEffect(() => {
    const {activeElement} = document;
    const panel = list.current?.closest('[role=dialog]');
    const isIdle = activeElement === panel || !panel?.contains(activeElement) || activeElement?.hasAttribute(MORE) === true;
    const further = first === known.current.first && count > known.current.count;
    if (isIdle) list.current?.children.item(further ? known.current.count : 0)?.querySelector('a')?.focus();
    known.current = {first, count};
  }, [first, count]);
  return list;
};

interface NoticeListProps extends Pick<ReturnType<typeof useNotices>, 'notices' | 'error' | 'isFetching' | 'reload' | 'more'> {
  /** How many are unread now. */
  unread: number;
}

export const NoticeList = ({notices, error, isFetching, reload, more, unread}: NoticeListProps) => {
  const toasts = useToasts();
  const {total = 0, naoLidos = 0, registros = []} = notices ?? {};
  const list = useFocus(registros);
  const came = unread - naoLidos;
  if (notices === undefined) {
    if (error) return <LoadError error={error} retry={reload} />;
    return (
      <Box role="status" aria-label="Carregando avisos" sx={{px: 2.5, py: 1, minHeight: 320}}>
        {WAITING.map(row => <Skeleton key={row} height={64} />)}
      </Box>
    );
  }
  return (
    <Box sx={{flexGrow: 1, overflowY: 'auto', minHeight: 0}}>
      {error !== null && !isFetching && <NotLoaded what="os avisos" kept="same" onRetry={reload} />}
      <Box role="status">
        {came > 0 && !isFetching && (
          <Button fullWidth onClick={reload} sx={{borderRadius: 0}}>
            {`${counted(came, 'novo', 'novos')}, atualizar`}
          </Button>
        )}
      </Box>
      {registros.length === 0 && (
        <Message icon="inbox" title="Nenhum aviso por aqui">
          Quando alguém pedir algo a você, ou cuidar de algo seu, você lê aqui.
        </Message>
      )}
      <Box component="ul" ref={list} aria-label="Avisos" sx={{listStyle: 'none', m: 0, p: 0}}>
        {registros.map(notice => <NoticeRow key={notice.id} notice={notice} />)}
      </Box>
      {registros.length < total && (
        <Button
          fullWidth
          {...{[MORE]: true}}
          aria-disabled={more.isPending}
          onClick={() => !more.isPending && more.mutate(undefined, {onError: failure => toasts.failed(failure)})}
          sx={{borderRadius: 0}}
        >
          {more.isPending ? 'Carregando…' : 'Mostrar mais'}
        </Button>
      )}
    </Box>
  );
};
