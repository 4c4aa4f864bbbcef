/** Differences between typed and stored form values. */
import {get} from 'react-hook-form';
import type {Resource} from '../../../schema/shapes/config.ts';
import {formFields, canShowAsText} from '../../../schema/lifeCycle/detailFields.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {mayWrite} from '../../../schema/conditions/fieldConditions.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import type {Session} from '../../../schema/session.ts';
import {isSameFormValue} from '../drafts/draftChanges.ts';

export type VersionChoice = 'mine' | 'stored';

/** An input by its path in the form's values. */
export interface ComparedInput {
  name: string;
  field: Field;
}

export interface Difference extends ComparedInput {
  typed: unknown;
  stored: unknown;
  /** A value changed here is 'mine'; a value changed only by others is 'stored'. */
  suggested: VersionChoice;
}

export const formInputs = (resource: Resource, record: RecordValues, session: Session): ComparedInput[] =>
  formFields(resource).flatMap(name => {
    const field = resource.fields[name];
    return field === undefined || !canShowAsText(field) || !mayWrite(field, {resource, record, session}) ? [] : [{name, field}];
  });

/** @param values form values as loaded, as typed, and as the stored record would fill them */
export const findDifferences = (
  inputs: readonly ComparedInput[], values: Record<'loaded' | 'typed' | 'stored', RecordValues>,
): Difference[] =>
  inputs.flatMap(({name, field}) => {
    const valueIn = (version: keyof typeof values): unknown => get(values[version], name) as unknown;
    const bare = (value: unknown): unknown => kindRuleOf(field).bare(value, field);
    const [loaded, typed, stored] = [valueIn('loaded'), valueIn('typed'), valueIn('stored')];
    if (isSameFormValue(bare(typed), bare(stored))) return [];
    return [{name, field, typed, stored, suggested: isSameFormValue(bare(typed), bare(loaded)) ? 'stored' as const : 'mine' as const}];
  });
