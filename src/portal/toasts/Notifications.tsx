/** The shell's toasts: those of the portal and react-admin's own. Each goes with the screen that its action led to. */
import {useEffect, useRef} from 'react';
import {QueryCache} from '@tanstack/react-query';
import {useNotificationContext, useTakeUndoableMutation, useTranslate, type NotificationPayload} from 'ra-core';
import {NavigationType, useLocation, useNavigationType} from 'react-router-dom';
import type {Config} from '../../schema/shapes/config.ts';
import {DETAILS_PARAM} from '../../schema/paths.ts';
import {useConfig} from '../session/context.ts';
import {wasOwnStep} from '../navigation/stepBack.ts';
import {bodyOfError, isMissing, toastOfError} from '../wire/errors.ts';
import {ADMIN_TIMEOUT, leaveToasts, personActed, showToast, WEIGHTS} from './show.tsx';
import {ToastHost} from './ToastHost.tsx';

interface Queue {
  notifications: NotificationPayload[];
  takeNotification: () => NotificationPayload | undefined;
}
type Decide = (decision: {isUndo: boolean}) => void;

/** A screen that follows from something pressed since the toast came is another one; any other is where its action led. */
const useGoesWithScreen = (): void => {
  const {key, pathname, search} = useLocation();
  const way = useNavigationType();
  const screen = `${pathname} ${new URLSearchParams(search).get(DETAILS_PARAM)}`;
  const last = useRef({screen, key});
  useEffect(() => {
    const signs = ['click', 'keydown'] as const;
    // The second click of two is no other doing than the first.
    const act = ({detail}: UIEvent): void => {
      if (detail < 2) personActed();
    };
    for (const sign of signs) window.addEventListener(sign, act, true);
    return () => signs.forEach(sign => window.removeEventListener(sign, act, true));
  }, []);
  useEffect(() => {
    const {current: left} = last;
    last.current = {screen, key};
    // The browser's own ways back are no press in the page.
    if (key !== left.key && way === NavigationType.Pop && !wasOwnStep()) personActed();
    if (screen !== left.screen) leaveToasts();
  }, [screen, key, way]);
};

export const Notifications = () => {
  const {notifications, takeNotification} = useNotificationContext() as Queue;
  const takeMutation = useTakeUndoableMutation();
  const config = useConfig();
  const translate = useTranslate();
  useGoesWithScreen();
  useEffect(() => {
    const next = notifications.length > 0 ? takeNotification() : undefined;
    if (next === undefined) return;
    const {message, type, notificationOptions} = next;
    const known = type === 'success' || type === 'warning' || type === 'error' ? type : 'info';
    showToast(config, known, typeof message === 'string' ? translate(message, {_: message, ...notificationOptions?.messageArgs}) : '');
    // Nothing is taken back here, and what nobody decides about would never be sent.
    if (notificationOptions?.undoable === true) (takeMutation() as Decide | undefined)?.({isUndo: false});
  }, [notifications, takeNotification, takeMutation, config, translate]);
  return <ToastHost timeout={ADMIN_TIMEOUT} />;
};

/**
 * The cache of a client: what could not be loaded is told as what could not be saved (rules: Errors 2), once, however many calls the same
 * failure met; the screens keep what they had. A query whose `meta` says `optional` has something to show without its
 * answer; one that says `ours` asks what only our own servers have to answer.
 */
export const makeToldCache = (config: Config): QueryCache => new QueryCache({
  onError: (error, {meta = {}}) => {
    const isQuiet = meta['optional'] === true || (meta['ours'] === true && isMissing(error)) || bodyOfError(error).unasked;
    const toast = isQuiet ? undefined : toastOfError(config, error);
    if (toast) showToast(config, toast.type, toast.message, {weight: WEIGHTS.page});
  },
});
