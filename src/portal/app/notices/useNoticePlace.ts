/** Whether the list of notices is open is said by the address: a link or a reload opens it, the browser's back button closes it. */
import {useEffect, useRef} from 'react';
import {useLocation, useNavigate, type Location} from 'react-router-dom';
import {NOTICES_OPEN} from '../../pages/addresses.ts';
import {isOver, overState} from '../../ui/place/steps.ts';

export const useNoticePlace = () => {
  const {pathname, search, hash, state} = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  // Going back takes the browser a moment, and a second click in it would leave the screen as well.
  const leaving = useRef(false);
  useEffect(() => {
    leaving.current = false;
  });
  return {
    open: hash === NOTICES_OPEN,
    enter: () => void navigate({pathname, search, hash: NOTICES_OPEN}, {state: overState(state)}),
    leave: () => {
      if (leaving.current) return;
      leaving.current = true;
      // Opened from this screen: as the browser's own button does.
      if (isOver(state)) void navigate(-1);
      else void navigate({pathname, search}, {replace: true, state});
    },
  };
};
