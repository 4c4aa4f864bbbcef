/** The loaded notices, the newest first, with loading, error and empty states. */
import {useEffect, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {Link, useLocation, type Location} from 'react-router-dom';
import type {Notice} from '../../../schema/apiShapes.ts';
import {recordAddressById, findListedParent} from '../../../schema/lists/addresses.ts';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {LoadError, NotLoaded} from '../../ui/LoadError.tsx';
import {Message} from '../../ui/Message.tsx';
import {useToasts} from '../../toasts/useToasts.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {Age} from '../../ui/Age.tsx';
import {isOverlayState} from '../../navigation/locationState.ts';
import {clampLines, useTextOverflow} from '../../ui/useTextOverflow.ts';
import type {useNotices} from './useNotices.ts';

const SKELETON_ROWS = [1, 2, 3, 4];

const LOAD_MORE_ATTRIBUTE = 'data-mais';

/** Focuses the first new notice while the panel is open, unless another control of the panel has the focus. */
const useFocusNewNotice = (open: boolean, notices: readonly Notice[]) => {
  const list = useRef<HTMLUListElement>(null);
  const previous = useRef<{first?: number | undefined; count: number}>({count: 0});
  const [{id: first} = {}] = notices;
  const {length: count} = notices;
  useEffect(() => {
    const {activeElement} = document;
    const panel = list.current?.closest('[role=dialog]');
    const isIdle = activeElement === panel || !panel?.contains(activeElement) || activeElement?.hasAttribute(LOAD_MORE_ATTRIBUTE) === true;
    const hasMore = first === previous.current.first && count > previous.current.count;
    if (open && isIdle) list.current?.children.item(hasMore ? previous.current.count : 0)?.querySelector('a')?.focus();
    previous.current = {first, count};
  }, [open, first, count]);
  return list;
};

interface NoticeListProps extends Pick<ReturnType<typeof useNotices>, 'notices' | 'error' | 'isFetching' | 'reload' | 'more'> {
  open: boolean;
  unread: number;
}

export const NoticeList = ({open, notices, error, isFetching, reload, more, unread}: NoticeListProps) => {
  const toasts = useToasts();
  const {total = 0, naoLidos = 0, registros = []} = notices ?? {};
  const list = useFocusNewNotice(open, registros);
  const newCount = unread - naoLidos;
  if (notices === undefined) {
    if (error) return <LoadError error={error} retry={reload} />;
    return (
      <Box role="status" aria-label="Carregando avisos" sx={{px: 2.5, py: 1, minHeight: 320}}>
        {SKELETON_ROWS.map(row => <Skeleton key={row} height={64} />)}
      </Box>
    );
  }
  return (
    <Box sx={{flexGrow: 1, overflowY: 'auto', minHeight: 0}}>
      {error !== null && !isFetching && <NotLoaded subject="os avisos" shownContent="same" onRetry={reload} />}
      <Box role="status">
        {newCount > 0 && !isFetching && (
          <Button fullWidth onClick={reload} sx={{borderRadius: 0}}>
            {`${formatCountWithNoun(newCount, 'novo', 'novos')}, atualizar`}
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
          {...{[LOAD_MORE_ATTRIBUTE]: true}}
          aria-disabled={more.isPending}
          onClick={() => !more.isPending && more.mutate(undefined, {onError: loadError => toasts.failed(loadError)})}
          sx={{borderRadius: 0}}
        >
          {more.isPending ? 'Carregando…' : 'Mostrar mais'}
        </Button>
      )}
    </Box>
  );
};

const MAX_LINES = 4;

export const NOTICE_LINK_STYLE = {
  display: 'block', px: 2.5, py: 1.25, color: 'inherit', textDecoration: 'none', outlineOffset: -2,
  '&:hover': {backgroundColor: 'action.hover'}, '&:focus-visible': {outlineOffset: -2},
};

const NoticeRow = ({notice: {texto, recurso, idRegistro, dataCriacao, lido, resolvido = false}}: {notice: Notice}) => {
  const config = useConfig();
  const {state} = useLocation() as Location<unknown>;
  const {perfil} = useSession();
  const isMuted = lido || resolvido;
  const {ref, cut} = useTextOverflow();
  const [isExpanded, setExpanded] = useState(false);
  const address = recordAddressById(config, recurso, idRegistro, perfil);
  const listedParent = findListedParent(config, recurso, perfil);
  // `replace` drops the panel's history entry, so that Back from the record returns to the screen below the panel.
  const linkProps = address === undefined ? {component: 'div'} : {component: Link, to: address, replace: isOverlayState(state)};
  return (
    <Box component="li" sx={{position: 'relative', borderBottom: 1, borderColor: 'divider'}}>
      <Box {...linkProps} sx={NOTICE_LINK_STYLE}>
        {!lido && (
          <>
            <Box
              component="span"
              aria-hidden
              sx={{position: 'absolute', left: 8, top: 18, width: 8, height: 8, borderRadius: '50%', backgroundColor: 'primary.main'}}
            />
            <Box component="span" sx={visuallyHidden}>Não lido: </Box>
          </>
        )}
        <Typography
          component="span"
          ref={ref}
          variant="body2"
          sx={{
            ...(isExpanded ? {display: 'block', overflowWrap: 'break-word'} : clampLines(MAX_LINES)), whiteSpace: 'pre-line',
            fontWeight: isMuted ? undefined : 600, color: isMuted ? 'text.secondary' : 'text.primary',
          }}
        >
          {texto}
        </Typography>
        <Typography component="span" variant="caption" color="text.secondary" sx={{display: 'block', mt: 0.25}}>
          {resolvido && 'Resolvido · '}{config.resources[recurso]?.label.one ?? recurso} · <Age instant={dataCriacao} />
          {address === undefined && listedParent !== undefined && ` · Para abrir, procure em ${listedParent.parent.label.many}.`}
        </Typography>
      </Box>
      {(cut || isExpanded) && (
        <Button
          size="small"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          sx={{minWidth: 0, ml: 1, mb: 0.5, mt: -0.75}}
        >
          {isExpanded ? 'menos' : 'mais'}
        </Button>
      )}
    </Box>
  );
};
