/** Where the toast appears: in the strip that the page keeps for it; reading it (pointer or focus) keeps it (rules: Screens 5). */
import {useEffect, useState, type FocusEvent} from 'react';
import {createPortal} from 'react-dom';
import {ToastContainer, toast, type CloseButtonProps} from 'react-toastify/unstyled';
import 'react-toastify/dist/ReactToastify.css';
import './toasts.css';

interface ToastHostProps {
  /** Milliseconds a toast stays. */
  timeout: number;
}

/** A place beside the page that stays audible: an open dialog hides all that is not the dialog from screen readers, toasts included. */
const useAudiblePlace = (): HTMLElement => {
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    const watcher = new MutationObserver(() => place.removeAttribute('aria-hidden'));
    watcher.observe(place, {attributeFilter: ['aria-hidden']});
    document.body.append(place);
    return () => {
      watcher.disconnect();
      place.remove();
    };
  }, [place]);
  return place;
};

/** What had the focus before the toast. */
let before: HTMLElement | null;
const comeIn = ({relatedTarget, currentTarget}: FocusEvent): void => {
  if (!currentTarget.contains(relatedTarget)) before = relatedTarget as HTMLElement | null;
  toast.pause();
};

/** The library's own speaks English. */
const Close = ({closeToast}: CloseButtonProps) => (
  <button
    type="button"
    className="Toastify__close-button"
    aria-label="Fechar aviso"
    onClick={event => {
      closeToast(event);
      // To where it was, else to the screen: with the button it would go to all of the page.
      (before?.isConnected ? before : document.querySelector('main'))?.focus({preventScroll: true});
    }}
  >
    <svg aria-hidden viewBox="0 0 14 14" width={14} height={14} stroke="currentColor" strokeWidth={2}>
      <path d="M2 2l10 10M12 2L2 12" />
    </svg>
  </button>
);

export const ToastHost = ({timeout}: ToastHostProps) => createPortal(
  <div onFocus={comeIn} onBlur={() => toast.play()}>
    <ToastContainer
      aria-label="Avisos"
      position="top-right"
      autoClose={timeout}
      limit={1}
      closeOnClick={false}
      draggable={false}
      transition={false}
      // Hides it from screen readers, to whom it would be a 'notification timer'; toasts.css shows it, and its end still closes
      // the toast.
      hideProgressBar
      closeButton={Close}
    />
  </div>,
  useAudiblePlace(),
);
