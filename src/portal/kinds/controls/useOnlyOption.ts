/** Where one must be chosen of one, it is chosen: in sight, and to be taken back. */
import {useEffect, useRef} from 'react';
import {useRecordContext} from 'ra-core';
import {useFormContext} from 'react-hook-form';
import type {ControlProps} from './control.ts';

/**
 * @param options undefined: not known yet
 * @param isTyped somebody types: what they wrote is not replaced under their hands
 * @returns whether there was no choice, and what keeps a value that somebody took away from coming back
 */
export const useOnlyOption = (
  {name, value, required, disabled}: ControlProps<unknown>, options: readonly {id: unknown}[] | undefined, isTyped = false,
) => {
  const {resetField, setValue} = useFormContext();
  const isNew = !useRecordContext<{id?: number}>()?.id;
  const refused = useRef<unknown>(undefined);
  const only = options?.length === 1 ? options[0]?.id : undefined;
  const chooses = isNew && required && !disabled && !isTyped && only !== undefined && (value === null || value === '');
  useEffect(() => {
    // What the form opens with, so that nobody is asked about a change they did not make.
    if (!chooses || refused.current === only) return;
    resetField(name, {defaultValue: only});
    // It tells the value before it is the default: who listens (drafts) took it for a change.
    setValue(name, only);
  });
  return {
    only: only !== undefined && value === only,
    refuse: () => {
      refused.current = only;
    },
  };
};
