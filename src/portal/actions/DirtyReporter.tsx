/** Reports whether a form is dirty, and the hint for sending by keyboard. */
import {useEffect, useEffectEvent} from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import {useFormState} from 'react-hook-form';
import {keyName} from '../shortcuts/keyName.ts';
import {SUBMIT_KEY} from '../shortcuts/handleShortcut.ts';

export const DirtyReporter = ({onChange}: {onChange: (typed: boolean) => void}) => {
  const {isDirty} = useFormState();
  const report = useEffectEvent(onChange);
  useEffect(() => {
    report(isDirty);
  }, [isDirty]);
  return null;
};

/** 'Ctrl+Enter envia.'; undefined on touch devices. */
export const useSendHint = (): string | undefined => (useMediaQuery('(pointer: fine)') ? `${keyName(SUBMIT_KEY)} envia.` : undefined);
