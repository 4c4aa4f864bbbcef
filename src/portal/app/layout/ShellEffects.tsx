/** Lives as long as the shell: follows the session, moves the focus between screens, shows session and clock notices. */
import {useEffect, useRef, useState} from 'react';
import Typography from '@mui/material/Typography';
import {useLocation} from 'react-router-dom';
import {RECORD_EVENT} from '../../../schema/events.ts';
import {currentInstant} from '../../../schema/fields/clock.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {USERS} from '../../../schema/systemFields.ts';
import {useSession} from '../../session/context.ts';
import {focusScreen} from '../../navigation/focus.ts';
import {hasRecentEvent, onServerEvent} from '../../api/eventStream.ts';
import {refreshSessionWhenStale, refreshSession} from '../../api/refreshSession.ts';
import {useClockDifference} from '../../api/serverClock.ts';
import {SessionChangeAlert} from './SessionChangeAlert.tsx';

export const ShellEffects = () => {
  const {pathname} = useLocation();
  const previousPath = useRef(pathname);
  const isClockWrong = useClockDifference() !== 0;
  const {id: userId} = useSession();
  // Keeps the event stream open, because a change of this user may show in no call of the screen.
  useEffect(refreshSessionWhenStale, []);
  useEffect(() => {
    if (hasRecentEvent(USERS, userId)) void refreshSession();
    return onServerEvent(RECORD_EVENT, ({recurso, id}) => {
      if (recurso === USERS && id === userId) void refreshSession();
    });
  }, [userId]);
  useEffect(() => {
    // The focused element left with its screen; keyboard users continue in the new one.
    if (previousPath.current !== pathname) focusScreen();
    previousPath.current = pathname;
  }, [pathname]);
  return <>{isClockWrong && <ClockNotice />}<SessionChangeAlert /></>;
};

const ClockNotice = () => {
  const [[localTime, serverTime]] = useState(() => [new Date().toISOString(), currentInstant()] as const);
  return (
    <section aria-label="Relógio">
      <Typography role="status" variant="body2" color="text.secondary" sx={{px: 2, py: 0.5, textAlign: 'center', displayPrint: 'none'}}>
        O relógio deste computador está errado: mostra {formatInstant(localTime)}, e são {formatInstant(serverTime)}.
        {' '}As datas do portal são as do servidor.
      </Typography>
    </section>
  );
};
