/** Warning with a retry button after a failed submit, shown until a submit succeeds. Field errors stand at their fields. */
import {useEffect, useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {useFormState} from 'react-hook-form';
import {OFFLINE_REASON} from '../ui/LoadError.tsx';
import {notSentMessage} from '../api/errors.ts';
import {SendingStatus, type SendingStatusProps} from './SendingStatus.tsx';
import {FORM_ERROR_KEY} from './useSubmitOnce.ts';

export const SubmitStatus = (props: SendingStatusProps) => {
  const {errors, isSubmitting} = useFormState();
  const reason = errors.root?.[FORM_ERROR_KEY]?.message ?? '';
  const [message, setMessage] = useState(reason);
  if (!isSubmitting && message !== reason) setMessage(reason);
  const retryButton = useRef<HTMLButtonElement>(null);
  // The focus was lost by the disabled button; a person who is typing keeps theirs.
  useEffect(() => {
    if (message !== '' && !isSubmitting && document.activeElement?.matches('input, textarea') !== true) retryButton.current?.focus();
  }, [message, isSubmitting]);
  return (
    <>
      {message !== '' && (
        <Alert
          role="status"
          severity="warning"
          variant="outlined"
          sx={{flexBasis: '100%', py: 0, my: 1}}
          action={(
            <Button
              ref={retryButton}
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
          {notSentMessage(message)}
        </Alert>
      )}
      <SendingStatus {...props} isUnsent={message === OFFLINE_REASON} />
    </>
  );
};
