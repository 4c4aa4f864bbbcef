/** Status of a form that is being sent. After a lost connection it resubmits once by itself, unless the values changed. */
import {useEffect, useRef} from 'react';
import {useFormContext, useFormState} from 'react-hook-form';
import {useSession} from '../session/context.ts';
import {SendingNote} from '../ui/SendingNote.tsx';
import {useResendWhenOnline} from '../ui/useResendWhenOnline.ts';
import {hasDraftsOfForm} from './drafts/draftStore.ts';

export interface SendingStatusProps {
  form?: string | undefined;
  draft?: string | undefined;
  /** Upload progress from 0 to 1. */
  share?: number | undefined;
  /** Cancels an idempotent send; absent where a repeat is unsafe, and then only the person resubmits. */
  onCancel?: (() => void) | undefined;
}

/** @param isUnsent whether the last attempt lost the connection */
export const SendingStatus = ({form, draft, share, isUnsent, onCancel}: SendingStatusProps & {isUnsent: boolean}) => {
  const {isSubmitting} = useFormState();
  const {getValues} = useFormContext();
  const {id: user} = useSession();
  const marker = useRef<HTMLSpanElement>(null);
  const failedValues = useRef('');
  useEffect(() => {
    if (isUnsent && !isSubmitting) failedValues.current = JSON.stringify(getValues());
  }, [isUnsent, isSubmitting, getValues]);
  const resend = () => {
    const element = form === undefined ? marker.current?.closest('form') : document.getElementById(form) as HTMLFormElement | null;
    if (failedValues.current === JSON.stringify(getValues())) element?.requestSubmit();
  };
  const isResending = useResendWhenOnline(isUnsent, isSubmitting, onCancel && resend);
  const hasDraft = draft !== undefined && hasDraftsOfForm(user, draft);
  return (
    <>
      <span ref={marker} hidden />
      <SendingNote busy={isSubmitting} isResend={isResending} share={share} isStored={hasDraft} onCancel={onCancel} />
    </>
  );
};
