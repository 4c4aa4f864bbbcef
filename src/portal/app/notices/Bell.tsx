/** The bell in the top bar: the number of unread notices and the button to their list (rules: Screens 20). */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import BellIcon from '@mui/icons-material/NotificationsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {useLocation, useNavigate, type Location} from 'react-router-dom';
import {screenKeys} from '../../../schema/words/keys.ts';
import {useRegisterShortcut} from '../../shortcuts/registry.ts';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {NOTICES_HASH} from '../../pages/pagePaths.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import {isOverlayState, overlayState} from '../../navigation/locationState.ts';
import {useUnreadNotices} from './useUnreadNotices.ts';

const NoticePanel = lazyComponent(async () => (await import('./NoticePanel.tsx')).NoticePanel);

const LABEL = 'Avisos';
const MAX_BADGE_COUNT = 99;

const unreadText = (unread: number): string => formatCountWithNoun(unread, 'não lido', 'não lidos');

export const Bell = () => {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const {open, openPanel, closePanel} = useNoticesAddress();
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const [announcement, setAnnouncement] = useState('');
  const {unread = 0, isSupported: hasNotices, setUnread, addPendingReads} = useUnreadNotices((count, previousCount) =>
    setAnnouncement(count > previousCount && !open ? `Aviso novo: ${unreadText(count)}.` : ''));
  const isAvailable = hasNotices === true;
  if (open && announcement !== '') setAnnouncement('');
  const focusBell = useEffectEvent(() => {
    // The closing panel returns the focus. Opened by key or address, no element had it, so the bell gets it.
    if (document.activeElement === document.body) button?.focus();
  });
  useEffect(() => {
    if (open) focusBell();
  }, [open]);
  useRegisterShortcut(screenKeys.notices, LABEL, openPanel, isAvailable);
  if (hasNotices === false) return null;
  const label = unread === 0 ? LABEL : `${LABEL}, ${unreadText(unread)}`;
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          ref={setButton}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-keyshortcuts={screenKeys.notices}
          onClick={openPanel}
          // The space is reserved until the first answer.
          sx={isAvailable ? {} : {visibility: 'hidden'}}
        >
          <BellIcon />
          {unread > 0 && (
            <Box
              component="span"
              aria-hidden
              sx={{
                position: 'absolute', top: 2, left: '50%', minWidth: 18, px: 0.5, borderRadius: 9, fontSize: '0.6875rem',
                lineHeight: '18px', fontWeight: 650, fontVariantNumeric: 'tabular-nums',
                color: 'primary.contrastText', backgroundColor: 'primary.main',
              }}
            >
              {unread > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : unread}
            </Box>
          )}
        </IconButton>
      </Tooltip>
      <Box component="span" aria-live="polite" sx={visuallyHidden}>{announcement}</Box>
      {wasOpen && (
        <NoticePanel
          open={open}
          anchor={button}
          unread={unread}
          setUnread={setUnread}
          addPendingReads={addPendingReads}
          onClose={closePanel}
        />
      )}
    </>
  );
};

/** The panel's state is part of the address: a link or reload opens it, the back button closes it. */
const useNoticesAddress = () => {
  const {pathname, search, hash, state} = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  // `navigate(-1)` is asynchronous: a second click meanwhile would leave the screen too.
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  });
  return {
    open: hash === NOTICES_HASH,
    openPanel: () => void navigate({pathname, search, hash: NOTICES_HASH}, {state: overlayState(state)}),
    closePanel: () => {
      if (isClosing.current) return;
      isClosing.current = true;
      if (isOverlayState(state)) void navigate(-1);
      else void navigate({pathname, search}, {replace: true, state});
    },
  };
};
