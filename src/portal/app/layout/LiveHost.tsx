/**
 * What is there as long as the shell is, from screen to screen the same: the tab's line to what the server tells, the focus, the person,
 * and what is wrong with the clock.
 */
import {useEffect, useRef} from 'react';
import {useLocation} from 'react-router-dom';
import {RECORD_EVENT} from '../../../schema/events.ts';
import {USERS} from '../../../schema/systemFields.ts';
import {useSession} from '../../session/context.ts';
import {focusScreen} from '../../navigation/focus.ts';
import {isToldLately, onEvent} from '../../wire/live.ts';
import {followSession, refreshSession} from '../../wire/refreshSession.ts';
import {useClockDifference} from '../../wire/serverClock.ts';
import {ClockNotice} from './ClockNotice.tsx';
import {SessionChanged} from './SessionChanged.tsx';

export const LiveHost = () => {
  const {pathname} = useLocation();
  const before = useRef(pathname);
  const isClockWrong = useClockDifference() !== 0;
  const {id: self} = useSession();
  // Also where nothing else keeps the line: somebody changed this person, and no call of this screen may ever say so.
  useEffect(followSession, []);
  useEffect(() => {
    if (isToldLately(USERS, self)) void refreshSession();
    return onEvent(RECORD_EVENT, ({recurso, id}) => {
      if (recurso === USERS && id === self) void refreshSession();
    });
  }, [self]);
  useEffect(() => {
    // With a screen goes what had it: whoever goes by keys goes on in the next one, and not before all of the page.
    if (before.current !== pathname) focusScreen();
    before.current = pathname;
  }, [pathname]);
  return <>{isClockWrong && <ClockNotice />}<SessionChanged /></>;
};
