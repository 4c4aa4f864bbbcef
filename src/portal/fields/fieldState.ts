/** State of a field in a form, from its conditions on the form's live values. */
import {useRecordContext, useSourceContext} from 'ra-core';
import {useWatch} from 'react-hook-form';
import {requiredCompany, mayChoose, maySee} from '../../schema/access.ts';
import type {ConditionResource} from '../../schema/conditions/context.ts';
import {listReadFields} from '../../schema/conditions/evaluate.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {holdsOnFormRecord, isRequired, mayWrite} from '../../schema/conditions/fieldConditions.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {useConfig, useSession} from '../session/context.ts';

/** The person's company, where it is the only possible value (rules: Access 5); undefined where the value is free. */
export const useFixedValue = (field: Field): number | null | undefined => {
  const config = useConfig();
  const session = useSession();
  return field.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id' ? requiredCompany(config, session) : undefined;
};

/** Tells whether the value is fixed and its name is not for this person, so that there is nothing to show. */
const useIsFixedWithoutName = (field: Field): boolean => {
  const {resources} = useConfig();
  const {perfil} = useSession();
  const fixed = useFixedValue(field);
  const target = field.kind === 'referencia' && field.names !== true ? resources[field.to] : undefined;
  return fixed !== undefined && target !== undefined && !mayChoose(target, perfil);
};

interface FieldState {
  hidden: boolean;
  disabled: boolean;
  /** The person may not change it, whatever the other fields say. */
  fixed: boolean;
  required: boolean;
  parent: unknown;
  /** A condition does not hold, so that typed values do not count. */
  off: boolean;
}

/** Live values of the fields that this one depends on; other changes do not render the input. */
const useSiblings = (field: Field, resource: ConditionResource): RecordValues => {
  const {getSource} = useSourceContext();
  const names = [...new Set([
    ...[field.visible, field.editable, field.required]
      .flatMap(condition => (condition === undefined || condition === true ? [] : listReadFields(resource, condition))),
    ...('within' in field && field.within ? [field.within] : []),
  ])];
  const values = useWatch({name: names.map(name => getSource(name))}) as unknown[];
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
};

export const useFieldState = (field: Field, resource: ConditionResource): FieldState => {
  const session = useSession();
  const record = useRecordContext<{id?: number}>();
  const siblings = useSiblings(field, resource);
  const isFixedWithoutName = useIsFixedWithoutName(field);
  const context = {resource, record: {...record, ...siblings}, session};
  const isHidden = !holdsOnFormRecord(field.visible, context);
  const isOff = isHidden || !holdsOnFormRecord(field.editable, context);
  // Judged on the stored record, because typing must not unlock a field.
  const isFixed = !mayWrite(field, {resource, record: record ?? {}, session});
  return {
    fixed: isFixed,
    hidden: !maySee(field, session.perfil) || isHidden || isFixedWithoutName,
    disabled: isOff || isFixed,
    required: !isOff && isRequired(field, context),
    parent: 'within' in field && field.within ? siblings[field.within] : undefined,
    off: isOff,
  };
};
