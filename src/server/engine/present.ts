/** A row as an answer: only what is declared, and only to whoever may see it. */
import {maySee} from '../../schema/access.ts';
import {shownField} from '../../schema/lists/columns.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import type {Actor} from '../context.ts';
import type {StoredRow} from '../db/tables.ts';
import {situationOf} from '../reach/situation.ts';

/**
 * The answer's form of a row: `id`, `versao`, the declared fields that `actor` may see, and where it stands. Instants are ISO 8601,
 * an empty text is `''`, an empty id `0`, a missing number `null`, a password always `''` (rules: Fields 4); what is read
 * through a reference is empty as the field it shows.
 */
export const present = (config: Config, resource: Resource, actor: Actor, row: StoredRow): Record<string, unknown> => {
  const answer: Record<string, unknown> = {id: row.id, versao: row.versao};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!maySee(field, actor.perfil)) continue;
    if (field.kind === 'vinculos' && !(name in row)) continue;
    const value = row[name] ?? ruleOf(shownField(config, resource.fields, field)).empty;
    answer[name] = value instanceof Date ? value.toISOString() : value;
    if (field.kind === 'escolha' && field.nameAs !== undefined) answer[field.nameAs] = ruleOf(field).format(value, field);
  }
  return {...answer, ...situationOf(resource, row)};
};
