/** What a dialog's confirming button does, once however often it is pressed: two clicks are quicker than a button that greys. */
import {useRef, useState} from 'react';
import {withdrawToast} from '../toasts/show.tsx';

/** Resolves `false` where it may be confirmed again; otherwise it is done, also while the dialog fades out. */
export type OnConfirm = () => void | Promise<boolean | void>;

/** @returns `busy`: it is on its way, and cannot be left; `failures`: how often it did not work */
export const useConfirming = (onConfirm: OnConfirm) => {
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  const running = useRef(false);
  const refused = useRef(false);
  const run = async (doing: Promise<boolean | void>): Promise<void> => {
    running.current = true;
    setBusy(true);
    try {
      running.current = (await doing) !== false;
      refused.current = !running.current;
      if (refused.current) setFailures(count => count + 1);
    } finally {
      setBusy(false);
    }
  };
  const confirm = () => {
    if (running.current) return;
    if (refused.current) withdrawToast();
    const doing = onConfirm();
    if (doing !== undefined) void run(doing);
  };
  return {busy, failures, confirm};
};
