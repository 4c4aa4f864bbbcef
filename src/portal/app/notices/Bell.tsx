/** The bell in the top bar: how many notices wait to be read, and the way to them (rules: Screens 20). */
import {useEffect, useEffectEvent, useState} from 'react';
import BellIcon from '@mui/icons-material/NotificationsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {screenKeys} from '../../../schema/words/keys.ts';
import {useShortcut} from '../../shortcuts/registry.ts';
import {counted} from '../../ui/counted.ts';
import {useFetched} from '../../ui/useOpened.ts';
import {useNoticePlace} from './useNoticePlace.ts';
import {useUnread} from './useUnread.ts';

const LABEL = 'Avisos';
/** More are not counted in the badge. */
const MOST = 99;

const inWords = (unread: number): string => counted(unread, 'não lido', 'não lidos');

export const Bell = () => {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const {open, enter, leave} = useNoticePlace();
  const {Opened, fetchIt} = useFetched(async () => (await import('./NoticePanel.tsx')).NoticePanel);
  /** Said once, to who does not see the badge. */
  const [news, setNews] = useState('');
  const {unread = 0, here, heard, reading} = useUnread((now, before) =>
    setNews(now > before && !open ? `Aviso novo: ${inWords(now)}.` : ''));
  const known = here === true;
  if (open && news !== '') setNews('');
  const arrive = useEffectEvent(() => {
    // Whence the focus comes, it goes back to: by the key or an address from nowhere, to the bell.
    if (document.activeElement === document.body) button?.focus();
    fetchIt(leave);
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
      {Opened && <Opened open={open} anchor={button} unread={unread} heard={heard} reading={reading} onClose={leave} />}
    </>
  );
};
