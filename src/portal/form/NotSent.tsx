/** What was not sent says so where it was typed, until it is, with another try. What a field's refusal says stands at the field. */
import {useEffect, useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {useFormState} from 'react-hook-form';
import {NO_LINE} from '../ui/LoadError.tsx';
import {unsentBecause} from '../wire/errors.ts';
import {Sending, type SendingProps} from './Sending.tsx';
import {AFTER_SAVING} from './useOnce.ts';

export const NotSent = (props: SendingProps) => {
  const {errors, isSubmitting} = useFormState();
  const reason = errors.root?.[AFTER_SAVING]?.message ?? '';
  // It stays while it is tried again.
  const [said, setSaid] = useState(reason);
  if (!isSubmitting && said !== reason) setSaid(reason);
  const again = useRef<HTMLButtonElement>(null);
  // A button that was busy has let the focus fall; who writes goes on writing.
  useEffect(() => {
    if (said !== '' && !isSubmitting && document.activeElement?.matches('input, textarea') !== true) again.current?.focus();
  }, [said, isSubmitting]);
  return (
    <>
      {said !== '' && (
        <Alert
          role="status"
          severity="warning"
          variant="outlined"
          sx={{flexBasis: '100%', py: 0, my: 1}}
          action={(
            <Button
              ref={again}
              type="submit"
              form={props.form}
              color="inherit"
              size="small"
              disabled={isSubmitting}
              sx={{whiteSpace: 'nowrap'}}
            >
              Tentar de novo
            </Button>
          )}
        >
          {unsentBecause(said)}
        </Alert>
      )}
      <Sending {...props} isUnsent={said === NO_LINE} />
    </>
  );
};
