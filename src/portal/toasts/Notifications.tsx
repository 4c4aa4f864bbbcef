/** The shell's toasts, the portal's and react-admin's. */
import {useEffect, useRef} from 'react';
import {QueryCache} from '@tanstack/react-query';
import {useNotificationContext, useTakeUndoableMutation, useTranslate, type NotificationPayload} from 'ra-core';
import {NavigationType, useLocation, useNavigationType} from 'react-router-dom';
import type {Config} from '../../schema/shapes/config.ts';
import {DETAILS_PARAM} from '../../schema/paths.ts';
import {useConfig} from '../session/context.ts';
import {wasOwnStep} from '../navigation/stepBack.ts';
import {readErrorBody, isNotFound, toastOfError} from '../api/errors.ts';
import {SHELL_TOAST_MS, dismissOutdatedToasts, notePersonAction, showToast, TOAST_WEIGHTS} from './showToast.tsx';
import {ToastHost} from './ToastHost.tsx';

interface NotificationQueue {
  notifications: NotificationPayload[];
  takeNotification: () => NotificationPayload | undefined;
}
type Decide = (decision: {isUndo: boolean}) => void;

/** Dismisses toasts on a new screen that the person opened since; a screen that the toast's own action led to keeps them. */
const useDismissOnNavigation = (): void => {
  const {key, pathname, search} = useLocation();
  const navigationType = useNavigationType();
  const screen = `${pathname} ${new URLSearchParams(search).get(DETAILS_PARAM)}`;
  const lastLocation = useRef({screen, key});
  useEffect(() => {
    const actionEvents = ['click', 'keydown'] as const;
    // The second click of a double click is no new action.
    const onPersonAction = ({detail}: UIEvent): void => {
      if (detail < 2) notePersonAction();
    };
    for (const eventName of actionEvents) window.addEventListener(eventName, onPersonAction, true);
    return () => actionEvents.forEach(eventName => window.removeEventListener(eventName, onPersonAction, true));
  }, []);
  useEffect(() => {
    const {current: previous} = lastLocation;
    lastLocation.current = {screen, key};
    // The browser's back button sends no event to the page.
    if (key !== previous.key && navigationType === NavigationType.Pop && !wasOwnStep()) notePersonAction();
    if (screen !== previous.screen) dismissOutdatedToasts();
  }, [screen, key, navigationType]);
};

export const Notifications = () => {
  const {notifications, takeNotification} = useNotificationContext() as NotificationQueue;
  const takeMutation = useTakeUndoableMutation();
  const config = useConfig();
  const translate = useTranslate();
  useDismissOnNavigation();
  useEffect(() => {
    const notification = notifications.length > 0 ? takeNotification() : undefined;
    if (notification === undefined) return;
    const {message, type, notificationOptions} = notification;
    const toastType = type === 'success' || type === 'warning' || type === 'error' ? type : 'info';
    showToast(config, toastType, typeof message === 'string' ? translate(message, {_: message, ...notificationOptions?.messageArgs}) : '');
    // Confirms at once, because the portal has no undo and react-admin would otherwise never send the mutation.
    if (notificationOptions?.undoable === true) (takeMutation() as Decide | undefined)?.({isUndo: false});
  }, [notifications, takeNotification, takeMutation, config, translate]);
  return <ToastHost timeout={SHELL_TOAST_MS} />;
};

/**
 * A query cache whose failed queries show a toast (rules: Errors 2). Silent are queries with `meta.optional`, and with `meta.ours` a
 * missing call, because only our own servers have it.
 */
export const createQueryCache = (config: Config): QueryCache => new QueryCache({
  onError: (error, {meta = {}}) => {
    const isQuiet = meta['optional'] === true || (meta['ours'] === true && isNotFound(error)) || readErrorBody(error).refusedLocally;
    const toast = isQuiet ? undefined : toastOfError(config, error);
    if (toast) showToast(config, toast.type, toast.message, {weight: TOAST_WEIGHTS.page});
  },
});
