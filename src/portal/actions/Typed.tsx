/** What is typed in a form: whether there is something, and how it is sent. */
import {useEffect, useEffectEvent} from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import {useFormState} from 'react-hook-form';
import {keyName} from '../shortcuts/keyName.ts';
import {SEND} from '../shortcuts/listen.ts';

export const Typed = ({onChange}: {onChange: (typed: boolean) => void}) => {
  const {isDirty} = useFormState();
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    tell(isDirty);
  }, [isDirty]);
  return null;
};

/** 'Ctrl+Enter envia.', to who has keys. */
export const useSendHint = (): string | undefined => (useMediaQuery('(pointer: fine)') ? `${keyName(SEND)} envia.` : undefined);
