/**
 * A new screen begins at its top; one that is come back to is scrolled as it was. Not left to the browser, which scrolls
 * before the rows are there, nor to the router's own, which scrolls when a dialog opens.
 */
import {useEffect, useEffectEvent, useLayoutEffect, useRef} from 'react';
import {NavigationType, useLocation, useNavigationType, type Location} from 'react-router-dom';
import {useSession} from '../session/context.ts';
import {keepStep, leftList, stepAt} from './places.ts';
import {isAsItWas} from './steps.ts';

/** What a person does to go somewhere themselves. */
const OWN_WILL = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls there as soon as the page is high enough, unless the person does something first. Returns what gives it up. */
const scrollOnceHigh = (y: number): (() => void) => {
  const page = document.documentElement;
  let given = false;
  const arrived = (): boolean => {
    window.scrollTo(0, y);
    return page.scrollHeight - window.innerHeight >= y;
  };
  const watcher = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => {
    if (arrived()) giveUp();
  });
  const giveUp = (): void => {
    given = true;
    watcher?.disconnect();
    for (const event of OWN_WILL) window.removeEventListener(event, giveUp);
  };
  for (const event of OWN_WILL) window.addEventListener(event, giveUp, {passive: true});
  // After react-admin, which scrolls to the top of every page of a list, also of one that is come back to.
  queueMicrotask(() => {
    if (given) return;
    if (arrived()) giveUp();
    else watcher?.observe(document.body);
  });
  return giveUp;
};

/** Stands around every screen, once. */
export const useScrollPlace = (): void => {
  const {id: user} = useSession();
  const {key, pathname, state} = useLocation() as Location<unknown>;
  const type = useNavigationType();
  const y = useRef(0);
  const before = useRef<string>(undefined);
  useEffect(() => {
    const follow = () => {
      y.current = window.scrollY;
    };
    window.history.scrollRestoration = 'manual';
    window.addEventListener('scroll', follow, {passive: true});
    return () => window.removeEventListener('scroll', follow);
  }, []);

  const wanted = (at: string): number | undefined => {
    const from = before.current;
    before.current = pathname;
    if (type === NavigationType.Pop) return stepAt(user, at)?.y ?? (from === undefined ? undefined : 0);
    if (from === pathname) return undefined;
    const left = isAsItWas(state) ? leftList(user, pathname) : undefined;
    return (left && stepAt(user, left.key)?.y) ?? 0;
  };
  const arrive = useEffectEvent((at: string): (() => void) | undefined => {
    const place = wanted(at);
    return place === undefined ? undefined : scrollOnceHigh(place);
  });
  useEffect(() => arrive(key), [key]);
  // Before the next screen is drawn: lower than this one, it would have been scrolled up meanwhile.
  useLayoutEffect(() => {
    const keep = (at: number): void => keepStep(user, {key, y: at});
    // The page is still as it was: what was scrolled in its last frame, no event has told.
    const leavePage = () => keep(window.scrollY);
    window.addEventListener('pagehide', leavePage);
    return () => {
      window.removeEventListener('pagehide', leavePage);
      keep(y.current);
    };
  }, [user, key]);
};
