/** Rules between fields, checked in the form before sending. Rules that need other records are left to the server. */
import {useEffect, useMemo, useRef} from 'react';
import {useRecordContext} from 'ra-core';
import {useFormContext, useWatch} from 'react-hook-form';
import {currentInstant} from '../../schema/fields/clock.ts';
import {calculationOf, listOperands} from '../../schema/fields/calculation.ts';
import {isDefaultLookedUp, listDefaultFields} from '../../schema/fields/defaults.ts';
import {isRelativeMoment} from '../../schema/fields/relativeMoments.ts';
import type {Field, Fields} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {clearedFieldValues} from '../../schema/records/validateRecord.ts';
import {findBrokenRules, tooManyDigitsMessage, listFieldsReadByRules} from '../../schema/records/fieldRules.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {creationStamps} from '../../schema/statuses/statuses.ts';
import {useResource, useSession} from '../session/context.ts';
import {isSameFormValue} from './drafts/draftChanges.ts';

/** Names of the fields with missing values (rules: Lists 22). */
export const missingFieldsOf = (record: RecordValues | undefined): readonly string[] =>
  record?.[MISSING_FIELDS_KEY] as string[] | undefined ?? [];

/** A form of some fields only, such as an action's dialog; `setsOn` returns values written besides (undefined: not known). */
interface PartialForm {
  stored: RecordValues;
  setsOn: (record: RecordValues) => RecordValues;
  /** Fields that `setsOn` reads, by the field that it writes. */
  sources: Readonly<Record<string, string>>;
  inputs: readonly string[];
}
interface FieldRuleCheck {
  checkRules: (values: RecordValues) => string | undefined;
  readFields: readonly string[];
}

/**
 * @returns the check of a field with rules, or of a calculated field's digits. In a partial form, a rule of a field without an input is
 * shown at the first input that it reads.
 */
export const useFieldRules = (name: string, partialForm?: PartialForm): ((source: string) => FieldRuleCheck | undefined) => {
  const resource = useResource(name);
  const session = useSession();
  const recordInForm = useRecordContext<RecordValues>();
  const {stored = recordInForm, setsOn, sources = {}, inputs} = partialForm ?? {};
  const {fields, rules = {}} = resource;
  const readsOf = (campo: string): readonly string[] => listFieldsReadByRules(resource, campo).flatMap(name => {
    const source = sources[name];
    return source === undefined ? name : [name, source, ...listOperands(fields, source)];
  });
  const inputFor = (campo: string): string | undefined =>
    (inputs?.includes(campo) === false ? inputs.find(input => readsOf(campo).includes(input)) : campo);
  return source => {
    const checkedFields = Object.keys(rules).filter(campo => inputFor(campo) === source);
    if (checkedFields.length === 0 && calculationOf(fields[source]) === undefined) return undefined;
    const readFields = [...listOperands(fields, source), ...checkedFields.flatMap(readsOf)];
    return {readFields, checkRules: typed => {
      const isNew = stored?.['id'] === undefined;
      const creationValues = isNew ? creationStamps(resource, typed, currentInstant()) : {};
      const answered: RecordValues = {...stored, ...typed};
      const merged: RecordValues = {...answered, ...setsOn?.(answered), ...creationValues};
      const values: RecordValues = {...merged, ...clearedFieldValues({resource, record: merged, session})};
      const isChanged = (fieldName: string): boolean => {
        const field = fields[fieldName];
        const bare = (from: RecordValues): unknown =>
          (field === undefined ? from[fieldName] : kindRuleOf(field).bare(from[fieldName], field));
        return isNew || missingFieldsOf(stored).includes(fieldName) || !isSameFormValue(bare(values), bare(stored));
      };
      // Values read through a changed reference are unknown here.
      const knownValues = Object.entries(values).filter(([fieldName]) => {
        const field = fields[fieldName];
        return field?.kind !== 'relacionado' || !isChanged(field.through);
      });
      const context = {resource, record: Object.fromEntries(knownValues), session};
      return tooManyDigitsMessage(context, source)
        ?? findBrokenRules(context, isChanged, 'holds').find(({campo}) => checkedFields.includes(campo))?.mensagem;
    }};
  };
};

/** Help text of a field that a referenced record fills while it is empty. */
export const lookedUpDefaultHint = (fields: Fields, field: Field): string | undefined => {
  const labels = listDefaultFields(fields, field).map(name => fields[name]?.label);
  if (labels.length === 0) return undefined;
  return isRelativeMoment(field.default) ? `Em branco: calculado com ${labels.join(' e ')}.` : `Em branco: o de ${labels[0]}.`;
};

/** The field of a new record, not required while a referenced record fills it. */
export const useOptionalWhenLookedUp = (fields: Fields, field: Field, isNew: boolean): Field => {
  const names = useMemo(() => (isNew && field.required !== undefined ? listDefaultFields(fields, field) : []), [fields, field, isNew]);
  const values: readonly unknown[] = useWatch({name: names, disabled: names.length === 0});
  const isLookedUp = names.length > 0
    && isDefaultLookedUp(fields, field, Object.fromEntries(names.map((name, index) => [name, values[index]])));
  return useMemo(() => (isLookedUp ? {...field, required: undefined} : field), [field, isLookedUp]);
};

const MarkInvalid = ({names}: {names: readonly string[]}) => {
  const {trigger, formState: {isReady}} = useFormContext();
  // react-admin resets a form once after its first render, which clears earlier marks.
  useEffect(() => {
    if (isReady) void trigger(names);
  }, [isReady, names, trigger]);
  return null;
};

/** Marks fields with missing values once the form is ready, and again when one of them changes. */
export const MarkMissingFields = ({record}: {record: RecordValues}) => {
  const names = missingFieldsOf(record);
  return <MarkInvalid key={JSON.stringify(useWatch({name: names}))} names={names} />;
};

/** Validates a field with a broken rule again when a field changes that the rule reads. */
export const RevalidateOnChange = ({source, readFields}: {source: string; readFields: readonly string[]}) => {
  const {getFieldState, trigger} = useFormContext();
  const readValues = JSON.stringify(useWatch({name: readFields}));
  const last = useRef(readValues);
  useEffect(() => {
    if (last.current !== readValues && getFieldState(source).error !== undefined) void trigger(source);
    last.current = readValues;
  }, [readValues, source, getFieldState, trigger]);
  return null;
};
