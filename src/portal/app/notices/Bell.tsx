/** The bell in the top bar: how many notices wait to be read, and the way to them (rules: Screens 20). */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import BellIcon from '@mui/icons-material/NotificationsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {useLocation, useNavigate, type Location} from 'react-router-dom';
import {screenKeys} from '../../../schema/words/keys.ts';
import {useShortcut} from '../../shortcuts/registry.ts';
import {counted} from '../../ui/counted.ts';
import {NOTICES_HASH} from '../../pages/addresses.ts';
import {later} from '../../ui/later.tsx';
import {isOver, overState} from '../../navigation/steps.ts';
import {useUnread} from './useUnread.ts';

const NoticePanel = later(async () => (await import('./NoticePanel.tsx')).NoticePanel);

const LABEL = 'Avisos';
/** More are not counted in the badge. */
const MOST = 99;

const inWords = (unread: number): string => counted(unread, 'não lido', 'não lidos');

export const Bell = () => {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const {open, enter, leave} = useNoticePlace();
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  /** Said once, to who does not see the badge. */
  const [news, setNews] = useState('');
  const {unread = 0, here, heard, reading} = useUnread((now, before) =>
    setNews(now > before && !open ? `Aviso novo: ${inWords(now)}.` : ''));
  const known = here === true;
  if (open && news !== '') setNews('');
  const arrive = useEffectEvent(() => {
    // Whence the focus comes, it goes back to: by the key or an address from nowhere, to the bell.
    if (document.activeElement === document.body) button?.focus();
  });
  useEffect(() => {
    if (open) arrive();
  }, [open]);
  useShortcut(screenKeys.notices, LABEL, enter, known);
  // Another server's portal has no bell.
  if (here === false) return null;
  const label = unread === 0 ? LABEL : `${LABEL}, ${inWords(unread)}`;
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          ref={setButton}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-keyshortcuts={screenKeys.notices}
          onClick={enter}
          // Its place is kept until it is known whether there is one.
          sx={known ? {} : {visibility: 'hidden'}}
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
              {unread > MOST ? `${MOST}+` : unread}
            </Box>
          )}
        </IconButton>
      </Tooltip>
      <Box component="span" aria-live="polite" sx={visuallyHidden}>{news}</Box>
      {wasOpen && <NoticePanel open={open} anchor={button} unread={unread} heard={heard} reading={reading} onClose={leave} />}
    </>
  );
};

/** Whether the list of notices is open is said by the address: a link or a reload opens it, the browser's back button closes it. */
const useNoticePlace = () => {
  const {pathname, search, hash, state} = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  // Going back takes the browser a moment, and a second click in it would leave the screen as well.
  const leaving = useRef(false);
  useEffect(() => {
    leaving.current = false;
  });
  return {
    open: hash === NOTICES_HASH,
    enter: () => void navigate({pathname, search, hash: NOTICES_HASH}, {state: overState(state)}),
    leave: () => {
      if (leaving.current) return;
      leaving.current = true;
      // Opened from this screen: as the browser's own button does.
      if (isOver(state)) void navigate(-1);
      else void navigate({pathname, search}, {replace: true, state});
    },
  };
};
