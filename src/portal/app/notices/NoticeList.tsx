/** The notices that were read, the newest first; what else there is to say in their place. */
import {useEffect, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {Link, useLocation, type Location} from 'react-router-dom';
import type {Notice} from '../../../schema/wire.ts';
import {addressById, parentListed} from '../../../schema/lists/addresses.ts';
import {counted} from '../../ui/counted.ts';
import {LoadError, NotLoaded} from '../../ui/LoadError.tsx';
import {Message} from '../../ui/Message.tsx';
import {useToasts} from '../../toasts/useToasts.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {Age} from '../../ui/Age.tsx';
import {isOver} from '../../navigation/steps.ts';
import {clampedTo, useCut} from '../../ui/useCut.ts';
import type {useNotices} from './useNotices.ts';

const WAITING = [1, 2, 3, 4];

/** Marks the button that fetches more. */
const MORE = 'data-mais';

/** While it is open: to the first notice that came, unless the focus is at work elsewhere in the panel; a button that is gone had it. */
const useFocus = (open: boolean, notices: readonly Notice[]) => {
  const list = useRef<HTMLUListElement>(null);
  const known = useRef<{first?: number | undefined; count: number}>({count: 0});
  const [{id: first} = {}] = notices;
  const {length: count} = notices;
  useEffect(() => {
    const {activeElement} = document;
    const panel = list.current?.closest('[role=dialog]');
    const isIdle = activeElement === panel || !panel?.contains(activeElement) || activeElement?.hasAttribute(MORE) === true;
    const further = first === known.current.first && count > known.current.count;
    if (open && isIdle) list.current?.children.item(further ? known.current.count : 0)?.querySelector('a')?.focus();
    known.current = {first, count};
  }, [open, first, count]);
  return list;
};

interface NoticeListProps extends Pick<ReturnType<typeof useNotices>, 'notices' | 'error' | 'isFetching' | 'reload' | 'more'> {
  /** Whether it is, not on its way out. */
  open: boolean;
  /** How many are unread now. */
  unread: number;
}

export const NoticeList = ({open, notices, error, isFetching, reload, more, unread}: NoticeListProps) => {
  const toasts = useToasts();
  const {total = 0, naoLidos = 0, registros = []} = notices ?? {};
  const list = useFocus(open, registros);
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

/** Of a long sentence the rest stands behind 'mais'. */
const LINES = 4;

export const FOLLOWED = {
  display: 'block', px: 2.5, py: 1.25, color: 'inherit', textDecoration: 'none', outlineOffset: -2,
  '&:hover': {backgroundColor: 'action.hover'}, '&:focus-visible': {outlineOffset: -2},
};

/** One notice: its sentence as a link to the record, what it is about and how long ago. */
const NoticeRow = ({notice: {texto, recurso, idRegistro, dataCriacao, lido, resolvido = false}}: {notice: Notice}) => {
  const config = useConfig();
  const {state} = useLocation() as Location<unknown>;
  const {perfil} = useSession();
  // What is settled asks nothing of anybody.
  const quiet = lido || resolvido;
  const {ref, cut} = useCut();
  const [whole, setWhole] = useState(false);
  const address = addressById(config, recurso, idRegistro, perfil);
  const where = parentListed(config, recurso, perfil);
  // Back from the record leads to where the list was opened, not to the list.
  const followed = address === undefined ? {component: 'div'} : {component: Link, to: address, replace: isOver(state)};
  return (
    <Box component="li" sx={{position: 'relative', borderBottom: 1, borderColor: 'divider'}}>
      <Box {...followed} sx={FOLLOWED}>
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
            ...(whole ? {display: 'block', overflowWrap: 'break-word'} : clampedTo(LINES)), whiteSpace: 'pre-line',
            fontWeight: quiet ? undefined : 600, color: quiet ? 'text.secondary' : 'text.primary',
          }}
        >
          {texto}
        </Typography>
        <Typography component="span" variant="caption" color="text.secondary" sx={{display: 'block', mt: 0.25}}>
          {resolvido && 'Resolvido · '}{config.resources[recurso]?.label.one ?? recurso} · <Age instant={dataCriacao} />
          {address === undefined && where !== undefined && ` · Para abrir, procure em ${where.parent.label.many}.`}
        </Typography>
      </Box>
      {(cut || whole) && (
        <Button size="small" aria-expanded={whole} onClick={() => setWhole(!whole)} sx={{minWidth: 0, ml: 1, mb: 0.5, mt: -0.75}}>
          {whole ? 'menos' : 'mais'}
        </Button>
      )}
    </Box>
  );
};
