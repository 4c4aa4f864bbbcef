/** The list behind the bell: beneath it on a desk, a sheet on a phone. What was shown is read when it closes (rules: Screens 21). */
import {useEffect, useEffectEvent, useId, useRef, type ReactNode} from 'react';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import {useQueries} from '@tanstack/react-query';
import {Link, useLocation, type Location} from 'react-router-dom';
import {TABS_PATH, tabsCall} from '../../../schema/lifeCycle/tabs.ts';
import {tabAddress, listCountedTabs, formatTabCount} from '../../../schema/lifeCycle/countedTabs.ts';
import type {NoticePage, TabCount} from '../../../schema/wire.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {usePhone} from '../../theme/usePhone.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {BENEATH} from '../../ui/beneath.ts';
import {isOver} from '../../navigation/steps.ts';
import {request} from '../../wire/http.ts';
import {MailChoice} from './MailChoice.tsx';
import {FOLLOWED, NoticeList} from './NoticeList.tsx';
import {useNotices} from './useNotices.ts';
import type {Unread} from './useUnread.ts';

/** How many records wait for whoever reads their notices, by the tab they stand in: a line each, which leads there. */
const Waiting = ({open}: {open: boolean}) => {
  const config = useConfig();
  const {perfil} = useSession();
  const {state} = useLocation() as Location<unknown>;
  const asked = Object.entries(config.resources).flatMap(([name, resource]) => {
    const [call, tabs] = [tabsCall(name, resource), listCountedTabs(resource, perfil)];
    return call === undefined || tabs.length === 0 ? [] : [{name, resource, call, tabs}];
  });
  const counts = useQueries({
    queries: asked.map(({name, call}) => ({
      // The list's own, so that whatever refreshes the records refreshes this too.
      queryKey: [name, TABS_PATH], enabled: open, retry: false, meta: {optional: true},
      queryFn: async ({signal}: {signal: AbortSignal}) => (await request<TabCount[]>(call, {signal})).body,
    })),
  });
  const lines = asked.flatMap(({resource, tabs}, at) => tabs.flatMap(([name, tab]) => {
    const total = counts[at]?.data?.find(({aba}) => aba === name)?.total ?? 0;
    return total === 0 ? [] : [{to: tabAddress(config, resource, name), words: formatTabCount(resource, tab, total)}];
  }));
  return lines.map(({to, words}) => (
    <Box
      key={to}
      component={Link}
      to={to}
      replace={isOver(state)}
      sx={{...FOLLOWED, fontWeight: 600, borderBottom: 1, borderColor: 'divider'}}
    >
      {words}
    </Box>
  ));
};

export interface NoticePanelProps extends Pick<Unread, 'heard' | 'reading'> {
  open: boolean;
  anchor: HTMLElement | null;
  /** How many there are now; the list may be older. */
  unread: number;
  onClose: () => void;
}

interface FrameProps extends Pick<NoticePanelProps, 'open' | 'anchor' | 'onClose'> {
  label: string;
  children: ReactNode;
}

const COLUMN = {display: 'flex', flexDirection: 'column', border: 1, borderColor: 'divider'};
const DESK = {...COLUMN, width: 440, maxHeight: 'min(680px, calc(100dvh - 80px))'};
/** Over where it stood on a desk: another width must not draw it anew. */
const SHEET = {
  ...COLUMN, top: 'auto !important', left: '0 !important', bottom: 0, width: '100%', maxWidth: 'none', height: '90dvh', maxHeight: 'none',
  borderRadius: '16px 16px 0 0',
};

const Frame = ({open, anchor, onClose, label, children}: FrameProps) => {
  const phone = usePhone();
  return (
    <Popover
      open={open}
      anchorReference={phone ? 'none' : 'anchorEl'}
      anchorEl={anchor}
      onClose={onClose}
      {...BENEATH}
      slotProps={{
        backdrop: {invisible: !phone},
        paper: {role: 'dialog', 'aria-modal': true, 'aria-labelledby': label, sx: phone ? SHEET : DESK},
      }}
    >
      {children}
    </Popover>
  );
};

/** The newest of those shown where all that are counted as unread are among them: what was not seen is not called read. */
const seenUpTo = ({naoLidos, registros}: NoticePage): number | undefined => {
  const unread = registros.filter(({lido}) => !lido);
  const counted = unread.filter(({resolvido}) => resolvido !== true);
  return unread.length > 0 && counted.length >= naoLidos ? registros[0]?.id : undefined;
};

export const NoticePanel = ({open, anchor, unread, heard, reading, onClose}: NoticePanelProps) => {
  const id = useId();
  const toasts = useToasts();
  const list = useNotices(open, {heard, reading});
  const {notices, read} = list;
  const {naoLidos = 0, registros = []} = notices ?? {};
  const [newest] = registros;
  const seen = useEffectEvent(() => {
    const ate = notices && seenUpTo(notices);
    if (ate !== undefined) read.mutate({ate, count: naoLidos});
  });
  // However it was closed: by its button, by the way to a record, by the browser's own way back.
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !open) seen();
    was.current = open;
  }, [open]);
  const readAll = () => {
    if (newest !== undefined && naoLidos > 0) read.mutate({ate: newest.id, count: naoLidos}, {onError: error => toasts.failed(error)});
  };
  return (
    <Frame open={open} anchor={anchor} onClose={onClose} label={id}>
      <Box sx={{display: 'flex', alignItems: 'center', gap: 1, pl: 2.5, pr: 1.5, py: 1, borderBottom: 1, borderColor: 'divider'}}>
        <Typography id={id} variant="h3" component="h2" sx={{flexGrow: 1}}>Avisos</Typography>
        {newest && (
          <Button
            size="small"
            // Never off: the focus would be lost with it.
            aria-disabled={naoLidos === 0}
            onClick={readAll}
            sx={naoLidos === 0 ? {color: 'text.secondary', cursor: 'default'} : {}}
          >
            Marcar tudo como lido
          </Button>
        )}
        <IconButton size="small" aria-label="Fechar" onClick={onClose}><CloseIcon fontSize="small" /></IconButton>
      </Box>
      <Waiting open={open} />
      <NoticeList {...list} open={open} unread={unread} />
      <MailChoice />
    </Frame>
  );
};
