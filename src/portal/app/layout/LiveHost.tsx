/** Lives as long as the shell: follows the session, moves the focus between screens, shows session and clock notices. */
import {useEffect, useRef} from 'react';
import {useLocation} from 'react-router-dom';
import {RECORD_EVENT} from '../../../schema/events.ts';
import {USERS} from '../../../schema/systemFields.ts';
import {useSession} from '../../session/context.ts';
import {focusScreen} from '../../ui/place/focus.ts';
import {isToldLately, onEvent} from '../../wire/live.ts';
import {followSession, refreshSession} from '../../wire/refreshSession.ts';
import {useClockDifference} from '../../wire/serverClock.ts';
import {ClockNotice} from './ClockNotice.tsx';
import {SessionChanged} from './SessionChanged.tsx';

export const LiveHost = () => {
  const {pathname} = useLocation();
  const previousPath = useRef(pathname);
  const isClockWrong = useClockDifference() !== 0;
  const {id: userId} = useSession();
  // Keeps the event stream open, because a change of this user may show in no call of the screen.
  useEffect(followSession, []);
  useEffect(() => {
    if (isToldLately(USERS, userId)) void refreshSession();
    return onEvent(RECORD_EVENT, ({recurso, id}) => {
      if (recurso === USERS && id === userId) void refreshSession();
    });
  }, [userId]);
  useEffect(() => {
    // The focused element left with its screen; keyboard users continue in the new one.
    if (previousPath.current !== pathname) focusScreen();
    previousPath.current = pathname;
  }, [pathname]);
  return <>{isClockWrong && <ClockNotice />}<SessionChanged /></>;
};
