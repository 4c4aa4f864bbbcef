/** The notices: a popover below the bell, a bottom sheet on a phone. Closing it marks the shown ones read (rules: Screens 21). */
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
import type {NoticePage, TabCount} from '../../../schema/apiShapes.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {OPENS_BELOW} from '../../ui/opensBelow.ts';
import {isOverlayState} from '../../navigation/locationState.ts';
import {request} from '../../api/http.ts';
import {MailFrequencyChoice} from './MailFrequencyChoice.tsx';
import {NOTICE_LINK_STYLE, NoticeList} from './NoticeList.tsx';
import {useNotices} from './useNotices.ts';
import type {UnreadNotices} from './useUnreadNotices.ts';

const WaitingRecords = ({open}: {open: boolean}) => {
  const config = useConfig();
  const {perfil} = useSession();
  const {state} = useLocation() as Location<unknown>;
  const countedResources = Object.entries(config.resources).flatMap(([name, resource]) => {
    const [call, tabs] = [tabsCall(name, resource), listCountedTabs(resource, perfil)];
    return call === undefined || tabs.length === 0 ? [] : [{name, resource, call, tabs}];
  });
  const counts = useQueries({
    queries: countedResources.map(({name, call}) => ({
      // The list's key, so that a refresh of its records includes the counts.
      queryKey: [name, TABS_PATH], enabled: open, retry: false, meta: {optional: true},
      queryFn: async ({signal}: {signal: AbortSignal}) => (await request<TabCount[]>(call, {signal})).body,
    })),
  });
  const lines = countedResources.flatMap(({resource, tabs}, index) => tabs.flatMap(([name, tab]) => {
    const total = counts[index]?.data?.find(({aba}) => aba === name)?.total ?? 0;
    return total === 0 ? [] : [{to: tabAddress(config, resource, name), text: formatTabCount(resource, tab, total)}];
  }));
  return lines.map(({to, text}) => (
    <Box
      key={to}
      component={Link}
      to={to}
      replace={isOverlayState(state)}
      sx={{...NOTICE_LINK_STYLE, fontWeight: 600, borderBottom: 1, borderColor: 'divider'}}
    >
      {text}
    </Box>
  ));
};

export interface NoticePanelProps extends Pick<UnreadNotices, 'setUnread' | 'addPendingReads'> {
  open: boolean;
  anchor: HTMLElement | null;
  unread: number;
  onClose: () => void;
}

interface FrameProps extends Pick<NoticePanelProps, 'open' | 'anchor' | 'onClose'> {
  label: string;
  children: ReactNode;
}

const COLUMN = {display: 'flex', flexDirection: 'column', border: 1, borderColor: 'divider'};
const POPOVER = {...COLUMN, width: 440, maxHeight: 'min(680px, calc(100dvh - 80px))'};
/** Overrides the popover's position, so that a change of width does not remount it. */
const SHEET = {
  ...COLUMN, top: 'auto !important', left: '0 !important', bottom: 0, width: '100%', maxWidth: 'none', height: '90dvh', maxHeight: 'none',
  borderRadius: '16px 16px 0 0',
};

const Frame = ({open, anchor, onClose, label, children}: FrameProps) => {
  const isPhone = useIsPhone();
  return (
    <Popover
      open={open}
      anchorReference={isPhone ? 'none' : 'anchorEl'}
      anchorEl={anchor}
      onClose={onClose}
      {...OPENS_BELOW}
      slotProps={{
        backdrop: {invisible: !isPhone},
        paper: {role: 'dialog', 'aria-modal': true, 'aria-labelledby': label, sx: isPhone ? SHEET : POPOVER},
      }}
    >
      {children}
    </Popover>
  );
};

/**
 * The id up to which the shown notices may be marked read.
 *
 * @returns undefined: none is unread, or some unread notices were not loaded and must stay unread
 */
const readableUpTo = ({naoLidos, registros}: NoticePage): number | undefined => {
  const unread = registros.filter(({lido}) => !lido);
  const unresolved = unread.filter(({resolvido}) => resolvido !== true);
  return unread.length > 0 && unresolved.length >= naoLidos ? registros[0]?.id : undefined;
};

export const NoticePanel = ({open, anchor, unread, setUnread, addPendingReads, onClose}: NoticePanelProps) => {
  const id = useId();
  const toasts = useToasts();
  const list = useNotices(open, {setUnread, addPendingReads});
  const {notices, read} = list;
  const {naoLidos = 0, registros = []} = notices ?? {};
  const [newest] = registros;
  const markShownRead = useEffectEvent(() => {
    const ate = notices && readableUpTo(notices);
    if (ate !== undefined) read.mutate({ate, count: naoLidos});
  });
  // An effect on `open` covers every way of closing: button, link to a record, back button.
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) markShownRead();
    wasOpen.current = open;
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
            // Never `disabled`, because the button would lose the focus.
            aria-disabled={naoLidos === 0}
            onClick={readAll}
            sx={naoLidos === 0 ? {color: 'text.secondary', cursor: 'default'} : {}}
          >
            Marcar tudo como lido
          </Button>
        )}
        <IconButton size="small" aria-label="Fechar" onClick={onClose}><CloseIcon fontSize="small" /></IconButton>
      </Box>
      <WaitingRecords open={open} />
      <NoticeList {...list} open={open} unread={unread} />
      <MailFrequencyChoice />
    </Frame>
  );
};
