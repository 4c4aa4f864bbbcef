/** Resets a field whose condition stopped holding to its stored value, or clears it (for Adm the company is cleared; rules: Forms 4). */
import {useEffect, useEffectEvent} from 'react';
import {useRecordContext} from 'ra-core';
import {useFormContext, useWatch} from 'react-hook-form';
import type {ConditionResource} from '../../schema/conditions/context.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {initialFieldValue} from '../../schema/fields/defaults.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {listVisibleAndEditableConditions} from '../../schema/conditions/fieldConditions.ts';
import {useSession} from '../session/context.ts';
import {useFieldState, useFixedValue} from './fieldState.ts';

interface Props {
  field: Field;
  source: string;
  resource: ConditionResource;
}

const ResetEffect = ({field, source, resource}: Props) => {
  const {off} = useFieldState(field, resource);
  const session = useSession();
  const isFree = useFixedValue(field) === undefined;
  const record = useRecordContext();
  const {setValue} = useFormContext();
  const value: unknown = useWatch({name: source});
  const stored: unknown = record?.id === undefined ? initialFieldValue(resource.fields, field, session) : record[source];
  const resetValue = field.whenOff === 'clear' ? null : stored ?? null;
  const bareText = (fieldValue: unknown): string => JSON.stringify(fieldValue === null ? null : kindRuleOf(field).bare(fieldValue, field));
  const isReset = bareText(value ?? null) === bareText(resetValue);
  const reset = useEffectEvent(() => setValue(source, resetValue, {shouldDirty: true, shouldValidate: true}));
  useEffect(() => {
    if (off && isFree && !isReset) reset();
  }, [off, isFree, isReset]);
  return null;
};

/** Rendered beside any input; a field without conditions is never reset. */
export const ResetWhenOff = (props: Props) =>
  (listVisibleAndEditableConditions(props.field).length === 0 ? null : <ResetEffect {...props} />);
