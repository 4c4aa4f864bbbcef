/** The rules between the fields of a form, told where they stand before anything is sent; what only the server knows it tells. */
import {useEffect, useMemo, useRef} from 'react';
import {useRecordContext} from 'ra-core';
import {useFormContext, useWatch} from 'react-hook-form';
import {currentInstant} from '../../schema/fields/clock.ts';
import {calculationOf, listOperands} from '../../schema/fields/calculation.ts';
import {defaultLookupOf, isDefaultLookedUp} from '../../schema/fields/defaults.ts';
import type {Field, Fields} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {clearedFieldValues} from '../../schema/records/validateRecord.ts';
import {findBrokenRules, tooManyDigitsMessage, listFieldsReadByRules} from '../../schema/records/fieldRules.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {creationStamps} from '../../schema/statuses/statuses.ts';
import {useResource, useSession} from '../session/context.ts';
import {sameValue} from './drafts/changes.ts';

/** The fields of a record at which something is missing (rules: Lists 22). */
export const missingFrom = (record: RecordValues | undefined): readonly string[] =>
  record?.[MISSING_FIELDS_KEY] as string[] | undefined ?? [];

/** What is done to a record by some inputs, where they are not its form: what it gets besides (undefined: not known). */
interface Doing {
  stored: RecordValues;
  sets: RecordValues;
  inputs: readonly string[];
}
interface Judge {
  /** What the rules say of all that is typed. */
  judge: (values: RecordValues) => string | undefined;
  /** The fields that they look at. */
  looksAt: readonly string[];
}

/**
 * @returns of a field that has rules, what they say there; of one that is calculated, whether it can be kept. Beside a few inputs a rule of
 *   a field that has none is told at the first that it looks at.
 */
export const useRules = (name: string, doing?: Doing): ((source: string) => Judge | undefined) => {
  const resource = useResource(name);
  const session = useSession();
  const inForm = useRecordContext<RecordValues>();
  const {stored = inForm, sets, inputs} = doing ?? {};
  const {fields, rules = {}} = resource;
  const placeOf = (campo: string): string | undefined =>
    (inputs?.includes(campo) === false ? inputs.find(one => listFieldsReadByRules(resource, campo).includes(one)) : campo);
  return source => {
    const told = Object.keys(rules).filter(campo => placeOf(campo) === source);
    if (told.length === 0 && calculationOf(fields[source]) === undefined) return undefined;
    const looksAt = [...listOperands(fields, source), ...told.flatMap(campo => listFieldsReadByRules(resource, campo))];
    return {looksAt, judge: typed => {
      const isNew = stored?.['id'] === undefined;
      const making = isNew ? creationStamps(resource, typed, currentInstant()) : {};
      const given: RecordValues = {...stored, ...typed, ...sets, ...making};
      const values: RecordValues = {...given, ...clearedFieldValues({resource, record: given, session})};
      const moves = (one: string): boolean => {
        const field = fields[one];
        const bare = (of: RecordValues): unknown => (field === undefined ? of[one] : kindRuleOf(field).bare(of[one], field));
        return isNew || missingFrom(stored).includes(one) || !sameValue(bare(values), bare(stored));
      };
      // What is read of another record than the stored one names, is not known here.
      const known = Object.entries(values).filter(([one]) => {
        const field = fields[one];
        return field?.kind !== 'relacionado' || !moves(field.through);
      });
      const asked = {resource, record: Object.fromEntries(known), session};
      return tooManyDigitsMessage(asked, source)
        ?? findBrokenRules(asked, moves, 'holds').find(({campo}) => told.includes(campo))?.mensagem;
    }};
  };
};

/** Where the value comes from that is not typed: of what another field names. */
export const leftEmpty = (fields: Fields, field: Field): string | undefined => {
  const from = defaultLookupOf(fields, field);
  return from && `Em branco: o de ${fields[from.reference]?.label}.`;
};

/** A new record's field as it is asked for: not what is left to a record that is named. */
export const useAsked = (fields: Fields, field: Field, isNew: boolean): Field => {
  const from = isNew && field.required !== undefined ? defaultLookupOf(fields, field) : undefined;
  const named: unknown = useWatch({name: from?.reference ?? '', disabled: from === undefined});
  const isLeft = from !== undefined && isDefaultLookedUp(fields, field, {[from.reference]: named});
  return useMemo(() => (isLeft ? {...field, required: undefined} : field), [field, isLeft]);
};

const Mark = ({names}: {names: readonly string[]}) => {
  const {trigger, formState: {isReady}} = useFormContext();
  // React-admin resets a form once after it is drawn: what is marked before is marked no more.
  useEffect(() => {
    if (isReady) void trigger(names);
  }, [isReady, names, trigger]);
  return null;
};

/** Marks them as soon as the form is there, and anew as often as one of them is another. */
export const Missing = ({record}: {record: RecordValues}) => {
  const names = missingFrom(record);
  return <Mark key={JSON.stringify(useWatch({name: names}))} names={names} />;
};

/** A field that a rule was told at is asked again when another one moves that the rule looks at. */
export const AskedAgain = ({source, looksAt}: {source: string; looksAt: readonly string[]}) => {
  const {getFieldState, trigger} = useFormContext();
  const others = JSON.stringify(useWatch({name: looksAt}));
  const last = useRef(others);
  useEffect(() => {
    if (last.current !== others && getFieldState(source).error !== undefined) void trigger(source);
    last.current = others;
  }, [others, source, getFieldState, trigger]);
  return null;
};
