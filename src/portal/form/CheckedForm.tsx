/**
 * Form that focuses its first invalid input after a refused submit, also when the server refused it. {@link SAVED_TOGETHER} marks the
 * element around the form and inputs outside of it.
 */
import {useEffect, useRef} from 'react';
import {Form, type FormProps} from 'ra-core';
import {useFormState} from 'react-hook-form';
import {focusRefusal} from '../ui/Refusal.tsx';

export const SAVED_TOGETHER = {'data-salvo-junto': ''};

const FocusFirstError = () => {
  const {isSubmitting, errors} = useFormState();
  const marker = useRef<HTMLSpanElement>(null);
  const wasSubmitting = useRef(false);
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting && Object.keys(errors).length > 0) {
      const container = marker.current?.closest('[data-salvo-junto]') ?? marker.current?.closest('form');
      focusRefusal(container);
    }
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting, errors]);
  return <span ref={marker} hidden />;
};

/** The focus by react-hook-form is off because it comes later, when a person may already type in the first input. */
export const CheckedForm = ({children, ...props}: FormProps) => (
  <Form {...props} shouldFocusError={false} disableInvalidFormNotification noValidate>{children}<FocusFirstError /></Form>
);
