/** What a field is at this moment in a form: seen, open, required (its declaration read on the form's live values). */
import {useRecordContext, useSourceContext} from 'ra-core';
import {useWatch} from 'react-hook-form';
import {requiredCompany, mayChoose, maySee} from '../../schema/access.ts';
import type {ConditionResource} from '../../schema/conditions/context.ts';
import {listReadFields} from '../../schema/conditions/evaluate.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {holdsOnFormRecord, isRequired, mayWrite} from '../../schema/conditions/fieldConditions.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {useConfig, useSession} from '../session/context.ts';

/** The one value a field may have for this person, their company (rules: Access 5); undefined: free. */
export const useFixedValue = (field: Field): number | null | undefined => {
  const config = useConfig();
  const session = useSession();
  return field.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id' ? requiredCompany(config, session) : undefined;
};

/** Whether it has the one value that it may have, and whose name is not theirs to know: there is nothing to show. */
const useUnnamed = (field: Field): boolean => {
  const {resources} = useConfig();
  const {perfil} = useSession();
  const fixed = useFixedValue(field);
  const target = field.kind === 'referencia' && field.names !== true ? resources[field.to] : undefined;
  return fixed !== undefined && target !== undefined && !mayChoose(target, perfil);
};

interface FieldState {
  hidden: boolean;
  disabled: boolean;
  /** It is not for this person to change, whatever the others say. */
  fixed: boolean;
  required: boolean;
  /** The value of the field that narrows this one. */
  parent: unknown;
  /** A condition of its does not hold: nothing typed counts. */
  off: boolean;
}

/** The live values of the fields this one depends on; a form redraws an input only when one of those moves. */
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

/** @param resource whose field it is, or the fields beside */
export const useFieldState = (field: Field, resource: ConditionResource): FieldState => {
  const session = useSession();
  const record = useRecordContext<{id?: number}>();
  const siblings = useSiblings(field, resource);
  const unnamed = useUnnamed(field);
  const asked = {resource, record: {...record, ...siblings}, session};
  const unseen = !holdsOnFormRecord(field.visible, asked);
  const off = unseen || !holdsOnFormRecord(field.editable, asked);
  // As it is stored: what is being typed frees nothing.
  const fixed = !mayWrite(field, {resource, record: record ?? {}, session});
  return {
    fixed,
    hidden: !maySee(field, session.perfil) || unseen || unnamed,
    disabled: off || fixed,
    required: !off && isRequired(field, asked),
    parent: 'within' in field && field.within ? siblings[field.within] : undefined,
    off,
  };
};
