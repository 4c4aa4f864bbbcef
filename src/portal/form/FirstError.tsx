/** Puts the focus on the first input that is refused, also when it was the server that refused it. */
import {useEffect, useRef} from 'react';
import {useFormState} from 'react-hook-form';

export const FirstError = () => {
  const {isSubmitting, errors} = useFormState();
  const mark = useRef<HTMLSpanElement>(null);
  const wasSubmitting = useRef(false);
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting && Object.keys(errors).length > 0) {
      mark.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting, errors]);
  return <span ref={mark} hidden />;
};
