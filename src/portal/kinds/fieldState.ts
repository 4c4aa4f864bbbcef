/** What a field is at this moment in a form: seen, open, required (its declaration read on the form's live values). */
import {useEffect} from 'react';
import {useRecordContext, useSourceContext} from 'ra-core';
import {useWatch} from 'react-hook-form';
import {maySee} from '../../schema/access.ts';
import {hides, readWith} from '../../schema/conditions/conditions.ts';
import type {Condition} from '../../schema/conditions/shape.ts';
import type {Resource} from '../../schema/config/config.ts';
import type {Field} from '../../schema/fields/fields.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import {holds, isRequired, mayWrite, type Values} from '../../schema/fields/validate.ts';
import {useSession} from '../session/useSession.ts';

export interface FieldState {
  hidden: boolean;
  disabled: boolean;
  /** It is not for this person to change, whatever the others say. */
  fixed: boolean;
  required: boolean;
  /** The value of the field that narrows this one. */
  parent: unknown;
  /** Its condition does not hold: it has no value. */
  off: boolean;
}

const namesOf = (condition: Condition | true | undefined, resource: Resource | undefined): readonly string[] =>
  (condition === undefined || condition === true || resource === undefined ? [] : readWith(resource, condition));

/** The live values of the fields this one depends on; a form redraws an input only when one of those moves. */
const useSiblings = (field: Field, resource: Resource | undefined): Values => {
  const {getSource} = useSourceContext();
  const names = [...new Set([
    ...namesOf(field.enabled, resource), ...namesOf(field.required, resource), ...('within' in field && field.within ? [field.within] : []),
  ])];
  const values = useWatch({name: names.map(name => getSource(name))}) as unknown[];
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
};

/** @param resource whose conditions its own are; undefined where it belongs to none, and has none */
export const useFieldState = (field: Field, resource: Resource | undefined): FieldState => {
  const session = useSession();
  const record = useRecordContext<{id?: number}>();
  const siblings = useSiblings(field, resource);
  const asked = resource && {resource, record: {...record, ...siblings}, session};
  const off = asked !== undefined && !holds(field.enabled, asked);
  const editing = Boolean(record?.id);
  const fixed = !mayWrite(field, {session, mode: editing ? 'update' : 'create', self: editing && record?.id === session.id});
  return {
    fixed,
    hidden: !maySee(field, session.perfil) || (field.onlyEditing === true && !editing) || (off && field.enabled !== undefined && hides(asked.resource, field.enabled)),
    disabled: off || fixed,
    required: !off && (asked === undefined ? field.required === true : isRequired(field, asked)),
    parent: 'within' in field && field.within ? siblings[field.within] : undefined,
    off,
  };
};

/** A field whose condition ceased to hold loses its value (for Adm the company is cleared; rules: Forms 4). */
export const useClearedWhenOff = (off: boolean, field: Field, value: unknown, clear: () => void): void => {
  const empty = value === null || ruleOf(field).bare(value, field) === null;
  useEffect(() => {
    if (off && !empty) clear();
  }, [off, empty, clear]);
};
