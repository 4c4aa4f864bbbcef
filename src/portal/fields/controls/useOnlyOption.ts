/** Chooses the only option of a required field of a new record; the person can remove it. */
import {useEffect, useRef} from 'react';
import {useRecordContext} from 'ra-core';
import {useFormContext} from 'react-hook-form';
import type {ControlProps} from './control.ts';

/**
 * @param options undefined: not known yet
 * @param isTyped whether a person is typing, whose text is not replaced
 * @returns whether the value is the only option, and a function that keeps a removed value from returning
 */
export const useOnlyOption = (
  {name, value, required, disabled}: ControlProps<unknown>, options: readonly {id: unknown}[] | undefined, isTyped = false,
) => {
  const {resetField, setValue} = useFormContext();
  const isNew = !useRecordContext<{id?: number}>()?.id;
  const refusedId = useRef<unknown>(undefined);
  const onlyId = options?.length === 1 ? options[0]?.id : undefined;
  const shouldChoose = isNew && required && !disabled && !isTyped && onlyId !== undefined && (value === null || value === '');
  useEffect(() => {
    // Sets the form's default, so that the choice does not count as an unsaved change.
    if (!shouldChoose || refusedId.current === onlyId) return;
    resetField(name, {defaultValue: onlyId});
    // `resetField` notifies listeners before it sets the default, so that drafts take the value for a change.
    setValue(name, onlyId);
  });
  return {
    isOnlyOption: onlyId !== undefined && value === onlyId,
    keepEmpty: () => {
      refusedId.current = onlyId;
    },
  };
};
