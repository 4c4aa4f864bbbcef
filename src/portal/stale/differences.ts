/** Where what was typed and what is stored part. */
import type {Resource} from '../../schema/config.ts';
import type {Field, Kind} from '../../schema/fields.ts';
import {ruleOf} from '../../schema/kinds.ts';
import {mayWrite, type Values, type Writer} from '../../schema/validate.ts';
import {sameValue} from '../drafts/changes.ts';

export type Choice = 'mine' | 'stored';

export interface Difference {
  name: string;
  field: Field;
  /** The form's value and the server's, as they are. */
  typed: unknown;
  stored: unknown;
  /** What somebody changed here is theirs; what only others changed is the others'. */
  suggested: Choice;
}

/** Their values are no statement about what is stored: a password is never told, switches are told as changes. */
const APART: readonly Kind[] = ['senha', 'vinculos'];

export const differences = (resource: Resource, writer: Writer, {loaded, typed, stored}: Record<'loaded' | 'typed' | 'stored', Values>): Difference[] =>
  resource.form.flatMap(section => section.fields).flatMap(name => {
    const field = resource.fields[name];
    if (field === undefined || APART.includes(field.kind) || !mayWrite(field, writer)) return [];
    const bare = (value: unknown): unknown => ruleOf(field).bare(value, field);
    const same = (one: Values, other: Values): boolean => sameValue(bare(one[name]), bare(other[name]));
    if (same(typed, stored)) return [];
    return [{name, field, typed: typed[name], stored: stored[name], suggested: same(typed, loaded) ? 'stored' as const : 'mine' as const}];
  });
