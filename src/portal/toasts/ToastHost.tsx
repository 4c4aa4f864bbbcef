/** The container of toasts; pointer or focus pauses their timeout (rules: Screens 5). */
import {useEffect, useState, type FocusEvent} from 'react';
import {createPortal} from 'react-dom';
import {ToastContainer, toast, type CloseButtonProps} from 'react-toastify/unstyled';
import 'react-toastify/dist/ReactToastify.css';
import './toasts.css';

interface ToastHostProps {
  timeout: number;
}

/** A container without `aria-hidden`, because an open dialog hides all other elements of the body from screen readers. */
const useAudiblePlace = (): HTMLElement => {
  const [container] = useState(() => document.createElement('div'));
  useEffect(() => {
    const watcher = new MutationObserver(() => container.removeAttribute('aria-hidden'));
    watcher.observe(container, {attributeFilter: ['aria-hidden']});
    document.body.append(container);
    return () => {
      watcher.disconnect();
      container.remove();
    };
  }, [container]);
  return container;
};

let focusBefore: HTMLElement | null;
const onFocusIn = ({relatedTarget, currentTarget}: FocusEvent): void => {
  if (!currentTarget.contains(relatedTarget)) focusBefore = relatedTarget as HTMLElement | null;
  toast.pause();
};

/** Replaces the library's button, whose label is English. */
const CloseButton = ({closeToast}: CloseButtonProps) => (
  <button
    type="button"
    className="Toastify__close-button"
    aria-label="Fechar aviso"
    onClick={event => {
      closeToast(event);
      // Restores the focus, which would be lost with the button.
      (focusBefore?.isConnected ? focusBefore : document.querySelector('main'))?.focus({preventScroll: true});
    }}
  >
    <svg aria-hidden viewBox="0 0 14 14" width={14} height={14} stroke="currentColor" strokeWidth={2}>
      <path d="M2 2l10 10M12 2L2 12" />
    </svg>
  </button>
);

export const ToastHost = ({timeout}: ToastHostProps) => createPortal(
  <div onFocus={onFocusIn} onBlur={() => toast.play()}>
    <ToastContainer
      aria-label="Avisos"
      position="top-right"
      autoClose={timeout}
      limit={1}
      closeOnClick={false}
      draggable={false}
      transition={false}
      // Hides it from screen readers only ('notification timer'): toasts.css shows it, and its end still closes the toast.
      hideProgressBar
      closeButton={CloseButton}
    />
  </div>,
  useAudiblePlace(),
);
