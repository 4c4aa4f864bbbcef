/**
 * react-admin's notification queue, shown as our toasts. It must commit undoable mutations when their toast goes:
 * a notification component that does not, leaves them unsent while saying 'saved'.
 */
import {useEffect} from 'react';
import {toast} from 'react-toastify/unstyled';
import {useNotificationContext, useTakeUndoableMutation, useTranslate, type NotificationPayload} from 'ra-core';
import {useConfig} from '../session/ConfigContext.tsx';
import {showToast, toastBody, ADMIN_TIMEOUT} from './show.tsx';
import {ToastHost} from './ToastHost.tsx';

interface Queue {
  notifications: NotificationPayload[];
  takeNotification: () => NotificationPayload | undefined;
}
type Decide = (decision: {isUndo: boolean}) => void;

const useShow = () => {
  const config = useConfig();
  const translate = useTranslate();
  return ({message, type, notificationOptions}: NotificationPayload, decide: Decide | undefined) => {
    const known = type === 'success' || type === 'warning' || type === 'error' ? type : 'info';
    const text = typeof message === 'string' ? translate(message, {_: message, ...notificationOptions?.messageArgs}) : '';
    const body = toastBody(config, known, text);
    if (decide === undefined) return void showToast(config, known, text);
    let undone = false;
    const undo = () => {
      undone = true;
      toast.dismiss(id);
    };
    const id = toast(<div>{body}<button type="button" onClick={undo}>{translate('ra.action.undo')}</button></div>, {
      type: known, onClose: () => decide({isUndo: undone}),
    });
  };
};

export const Notifications = () => {
  const {notifications, takeNotification} = useNotificationContext() as Queue;
  const takeMutation = useTakeUndoableMutation();
  const show = useShow();
  useEffect(() => {
    const next = notifications.length > 0 ? takeNotification() : undefined;
    if (next) show(next, next.notificationOptions?.undoable ? (takeMutation() as Decide | undefined) : undefined);
  }, [notifications, takeNotification, takeMutation, show]);
  return <ToastHost timeout={ADMIN_TIMEOUT} />;
};
