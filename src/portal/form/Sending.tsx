/** What a form says while it is sent; what failed without a line it sends once more by itself, unless something else is typed by then. */
import {useEffect, useRef} from 'react';
import {useFormContext, useFormState} from 'react-hook-form';
import {useSession} from '../session/context.ts';
import {SendingNote} from '../ui/SendingNote.tsx';
import {useSendAgain} from '../ui/useSendAgain.ts';
import {hasDraftsOf} from './drafts/store.ts';

export interface SendingProps {
  /** The id of the form, where this stands outside of it. */
  form?: string | undefined;
  /** The name of the form's draft. */
  draft?: string | undefined;
  /** From 0 to 1, while files go up. */
  share?: number | undefined;
  /** Stops a send that a key makes safe to repeat; absent: it is not, and nobody but the person repeats it. */
  onCancel?: (() => void) | undefined;
}

/** @param isUnsent the last try failed without a line */
export const Sending = ({form, draft, share, isUnsent, onCancel}: SendingProps & {isUnsent: boolean}) => {
  const {isSubmitting} = useFormState();
  const {getValues} = useFormContext();
  const {id: user} = useSession();
  const mark = useRef<HTMLSpanElement>(null);
  const failed = useRef('');
  useEffect(() => {
    if (isUnsent && !isSubmitting) failed.current = JSON.stringify(getValues());
  }, [isUnsent, isSubmitting, getValues]);
  const resend = () => {
    const element = form === undefined ? mark.current?.closest('form') : document.getElementById(form) as HTMLFormElement | null;
    if (failed.current === JSON.stringify(getValues())) element?.requestSubmit();
  };
  const isAgain = useSendAgain(isUnsent, isSubmitting, onCancel && resend);
  const isKept = draft !== undefined && hasDraftsOf(user, draft);
  return (
    <>
      <span ref={mark} hidden />
      <SendingNote busy={isSubmitting} isAgain={isAgain} share={share} isKept={isKept} onCancel={onCancel} />
    </>
  );
};
