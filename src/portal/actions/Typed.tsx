/** Tells whether something is typed in the form around it. */
import {useEffect, useEffectEvent} from 'react';
import {useFormState} from 'react-hook-form';

export const Typed = ({onChange}: {onChange: (typed: boolean) => void}) => {
  const {isDirty} = useFormState();
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    tell(isDirty);
  }, [isDirty]);
  return null;
};
