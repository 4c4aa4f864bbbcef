/**
 * A form that puts the focus on the first input that is refused, also when it was the server that refused it. What is saved with a form
 * and stands outside of it is in one element with it, marked by {@link SAVED_TOGETHER}.
 */
import {useEffect, useRef} from 'react';
import {Form, type FormProps} from 'ra-core';
import {useFormState} from 'react-hook-form';
import {focusRefusal} from '../ui/Refusal.tsx';

/** For an element around a form and what is saved with it. */
export const SAVED_TOGETHER = {'data-salvo-junto': ''};

const FirstError = () => {
  const {isSubmitting, errors} = useFormState();
  const mark = useRef<HTMLSpanElement>(null);
  const wasSubmitting = useRef(false);
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting && Object.keys(errors).length > 0) {
      const all = mark.current?.closest('[data-salvo-junto]') ?? mark.current?.closest('form');
      focusRefusal(all);
    }
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting, errors]);
  return <span ref={mark} hidden />;
};

/** react-hook-form would move the focus a second time, some moments later: to the next input, for who has begun to type in the first. */
export const CheckedForm = ({children, ...props}: FormProps) => (
  <Form {...props} shouldFocusError={false} disableInvalidFormNotification noValidate>{children}<FirstError /></Form>
);
