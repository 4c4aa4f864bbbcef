/** References to other records: they exist, the caller reaches them, and they fit together (a branch is of the chosen company). */
import {sql} from 'kysely';
import type {Resource} from '../../schema/config.ts';
import type {FieldOf} from '../../schema/fields.ts';
import {formWords} from '../../schema/messages.ts';
import type {Values} from '../../schema/validate.ts';
import type {FieldError} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {linkFields, switchesOf} from './links.ts';
import {scopePredicate} from './scope.ts';

/** The field of a chosen record (of `target`) that must equal the `within` reference of the record (of `resource`) that chooses it. */
export const sharedField = (target: Resource, resource: Resource, within: string): string | undefined => {
  const ours = resource.fields[within];
  if (ours?.kind !== 'referencia') return undefined;
  const same = Object.entries(target.fields).find(([name, field]) => field.kind === 'referencia' && field.to === ours.to && name === within)
    ?? Object.entries(target.fields).find(([, field]) => field.kind === 'referencia' && field.to === ours.to);
  return same?.[0];
};

/** Those of `ids` that the caller may refer to. */
const reachable = async (
  context: Context, trx: DbOrTrx, actor: Actor, resource: Resource, record: Values,
  field: Pick<FieldOf<'referencia'>, 'to' | 'within'>, ids: readonly number[],
): Promise<Set<number>> => {
  const target = resourceOf(context.config, field.to);
  const name = field.within === undefined ? undefined : sharedField(target, resource, field.within);
  const own = name === undefined ? undefined : target.fields[name];
  const shared = name === undefined || own === undefined || field.within === undefined
    ? sql`true` : sql`${sql.ref(`r.${columnOf(name, own)}`)} = ${record[field.within] ?? null}`;
  const {rows} = await sql<{id: number}>`
    select r.id from ${sql.table(tableOf(field.to, target))} as r
    where r.id in (${sql.join(ids)}) and ${shared} and ${scopePredicate(context, field.to, actor, 'r')}
    -- Whoever is moving what is chosen elsewhere comes first, or finds this record.
    ${field.within === undefined ? sql`` : sql`for key share of r`}`.execute(trx);
  return new Set(rows.map(row => row.id));
};

/**
 * Checks the references of a record about to be written.
 *
 * @param record the whole record as it will be, values bare
 * @param changed names of the fields that change; a reference is looked at when it, or what it must share, does
 * @returns a sentence for each that is missing, out of the caller's scope, or of another company
 */
export const referenceErrors = async (
  context: Context, trx: DbOrTrx, actor: Actor, name: string, record: Values, changed: ReadonlySet<string>,
): Promise<FieldError[]> => {
  const resource = resourceOf(context.config, name);
  const errors: FieldError[] = [];
  const refuse = (campo: string) => errors.push({campo, mensagem: formWords.invalid});
  for (const [campo, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'referencia' || !(changed.has(campo) || (field.within !== undefined && changed.has(field.within)))) continue;
    const id = record[campo];
    if (typeof id === 'number' && !(await reachable(context, trx, actor, resource, record, field, [id])).has(id)) refuse(campo);
  }
  for (const [campo, field] of linkFields(resource)) {
    const on = switchesOf(field, changed.has(campo) ? record[campo] : undefined).filter(link => link.on).map(link => link.id);
    if (on.length > 0 && (await reachable(context, trx, actor, resource, record, field, on)).size !== on.length) refuse(campo);
  }
  return errors;
};
