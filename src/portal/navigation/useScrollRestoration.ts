/**
 * Scroll restoration: a new screen begins at its top, a return at its last position. Not the browser's, which scrolls before the rows
 * are loaded, nor the router's, which scrolls when a dialog opens.
 */
import {useEffect, useEffectEvent, useLayoutEffect, useRef} from 'react';
import {NavigationType, useLocation, useNavigationType, type Location} from 'react-router-dom';
import {useSession} from '../session/context.ts';
import {writeTabHistoryStep, readListState, readTabHistoryStep} from './tabStorage.ts';
import {isRestoredList} from './locationState.ts';

const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls once the page is tall enough, unless the person acts first. @returns stops it */
const scrollWhenTall = (y: number): (() => void) => {
  const page = document.documentElement;
  let isStopped = false;
  const tryScroll = (): boolean => {
    window.scrollTo(0, y);
    return page.scrollHeight - window.innerHeight >= y;
  };
  const watcher = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => {
    if (tryScroll()) stop();
  });
  const stop = (): void => {
    isStopped = true;
    watcher?.disconnect();
    for (const event of USER_EVENTS) window.removeEventListener(event, stop);
  };
  for (const event of USER_EVENTS) window.addEventListener(event, stop, {passive: true});
  // After react-admin, which scrolls every list page to the top, also on a return.
  queueMicrotask(() => {
    if (isStopped) return;
    if (tryScroll()) stop();
    else watcher?.observe(document.body);
  });
  return stop;
};

export const useScrollRestoration = (): void => {
  const {id: user} = useSession();
  const {key, pathname, state} = useLocation() as Location<unknown>;
  const navigationType = useNavigationType();
  const y = useRef(0);
  const lastPath = useRef<string>(undefined);
  useEffect(() => {
    const onScroll = () => {
      y.current = window.scrollY;
    };
    window.history.scrollRestoration = 'manual';
    window.addEventListener('scroll', onScroll, {passive: true});
    return () => window.removeEventListener('scroll', onScroll);
  }, []);

  const targetPosition = (stepKey: string): number | undefined => {
    const previousPath = lastPath.current;
    lastPath.current = pathname;
    if (navigationType === NavigationType.Pop) return readTabHistoryStep(user, stepKey)?.y ?? (previousPath === undefined ? undefined : 0);
    if (previousPath === pathname) return undefined;
    const listState = isRestoredList(state) ? readListState(user, pathname) : undefined;
    return (listState && readTabHistoryStep(user, listState.key)?.y) ?? 0;
  };
  const startScroll = useEffectEvent((stepKey: string): (() => void) | undefined => {
    const position = targetPosition(stepKey);
    return position === undefined ? undefined : scrollWhenTall(position);
  });
  useEffect(() => startScroll(key), [key]);
  // A layout effect, because a shorter next screen would already have scrolled the page up.
  useLayoutEffect(() => {
    const saveScroll = (scrollY: number): void => writeTabHistoryStep(user, {key, y: scrollY});
    // From the window, because the last frame's scroll has had no event.
    const onPageHide = () => saveScroll(window.scrollY);
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      saveScroll(y.current);
    };
  }, [user, key]);
};
