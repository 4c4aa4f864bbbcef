/** What a field of a form holds that ceased to count: what is stored, or nothing (for Adm the company is cleared; rules: Forms 4). */
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
  /** Whose field it is, or the fields beside. */
  resource: ConditionResource;
}

const Held = ({field, source, resource}: Props) => {
  const {off} = useFieldState(field, resource);
  const session = useSession();
  const isFree = useFixedValue(field) === undefined;
  const record = useRecordContext();
  const {setValue} = useFormContext();
  const value: unknown = useWatch({name: source});
  const stored: unknown = record?.id === undefined ? initialFieldValue(resource.fields, field, session) : record[source];
  const held = field.whenOff === 'clear' ? null : stored ?? null;
  const text = (one: unknown): string => JSON.stringify(one === null ? null : kindRuleOf(field).bare(one, field));
  const isHeld = text(value ?? null) === text(held);
  const hold = useEffectEvent(() => setValue(source, held, {shouldDirty: true, shouldValidate: true}));
  useEffect(() => {
    if (off && isFree && !isHeld) hold();
  }, [off, isFree, isHeld]);
  return null;
};

/** Beside the input of any field; of one that nothing takes out of the form there is nothing to hold. */
export const HeldWhenOff = (props: Props) => (listVisibleAndEditableConditions(props.field).length === 0 ? null : <Held {...props} />);
