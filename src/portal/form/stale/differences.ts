/** Where what was typed and what is stored part. */
import {get} from 'react-hook-form';
import type {Resource} from '../../../schema/shapes/config.ts';
import {formFields, canShowAsText} from '../../../schema/lifeCycle/detailFields.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {mayWrite} from '../../../schema/conditions/fieldConditions.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import type {Session} from '../../../schema/session.ts';
import {sameValue} from '../drafts/changes.ts';

export type Choice = 'mine' | 'stored';

/** An input of the form, by its place in the form's values. */
export interface Compared {
  name: string;
  field: Field;
}

export interface Difference extends Compared {
  /** The form's value and the server's, as they are. */
  typed: unknown;
  stored: unknown;
  /** What somebody changed here is theirs; what only others changed is the others'. */
  suggested: Choice;
}

/** The inputs of a resource's generated form. */
export const formInputs = (resource: Resource, record: RecordValues, session: Session): Compared[] =>
  formFields(resource).flatMap(name => {
    const field = resource.fields[name];
    return field === undefined || !canShowAsText(field) || !mayWrite(field, {resource, record, session}) ? [] : [{name, field}];
  });

/** @param values the form's, as the record was loaded, as they were typed, and as the stored record would fill them */
export const differences = (inputs: readonly Compared[], values: Record<'loaded' | 'typed' | 'stored', RecordValues>): Difference[] =>
  inputs.flatMap(({name, field}) => {
    const of = (whose: keyof typeof values): unknown => get(values[whose], name) as unknown;
    const bare = (value: unknown): unknown => kindRuleOf(field).bare(value, field);
    const [loaded, typed, stored] = [of('loaded'), of('typed'), of('stored')];
    if (sameValue(bare(typed), bare(stored))) return [];
    return [{name, field, typed, stored, suggested: sameValue(bare(typed), bare(loaded)) ? 'stored' as const : 'mine' as const}];
  });
