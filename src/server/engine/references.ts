/** References to other records: they exist, the caller reaches them, and they fit together (a branch is of the chosen company). */
import {sql} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {FieldOf} from '../../schema/config/fields.ts';
import {formWords} from '../../schema/words/messages.ts';
import {refusalOf} from '../../schema/lifeCycle/toggle.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {sharedField} from '../../schema/references.ts';
import type {FieldError} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {conditionPredicate, namedRows, scopePredicate} from '../db/conditions/conditions.ts';
import {allOf, EVERYTHING, type Predicate, switchedOn} from '../db/conditions/rows.ts';
import {resourceOf, snake, tableOf} from '../db/names.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';
import {linkFields} from '../reach/links.ts';
import {switchesOf} from '../readable/reader.ts';

/** Whether rows of `alias`, which a reference names, share what they must (`within`) with the record. @param value the record's own */
export const sharing = (
  config: Config, resource: Resource, {to, within}: Pick<FieldOf<'referencia'>, 'to' | 'within'>, alias: string,
  value: (within: string) => Sql,
): Predicate => {
  const shared = within === undefined ? undefined : sharedField(resourceOf(config, to), resource, within);
  return within === undefined || shared === undefined ? EVERYTHING : sql`${sql.ref(`${alias}.${snake(shared)}`)} = ${value(within)}`;
};

/** References of one field to records of `field.to`. */
interface Asked {
  campo: string;
  field: Pick<FieldOf<'referencia'>, 'to' | 'within' | 'names' | 'where'>;
  ids: readonly number[];
}

/** One that the caller may refer to, and whether it is switched on. */
interface Reached {
  id: number;
  on: boolean;
}

/**
 * Whether a record that is named stays as it is until this is done: whoever moves it, switches it off, changes its items or does what is
 * refused while something names it waits.
 */
const isHeld = (name: string, resource: Resource, target: Resource, {campo, field}: Asked): boolean =>
  field.within !== undefined || refusalOf(target, resource, campo) !== undefined || resource.template?.by === campo
  || Object.values(target.consequences ?? {}).some(({refuses, of, by}) => refuses === true && of === name && by === campo);

/** Those of the ids that the caller may refer to, as one JSON value. */
const reachable = ({config}: Pick<Context, 'config'>, actor: Actor, name: string, record: Values, asked: Asked) => {
  const resource = resourceOf(config, name);
  const {field, ids} = asked;
  const target = resourceOf(config, field.to);
  const shared = sharing(config, resource, field, 'r', within => sql`${record[within] ?? null}`);
  const rows = {config, name: field.to, resource: target, actor, alias: 'r'};
  const on = switchedOn(rows);
  const scope = scopePredicate({config}, field.to, actor, 'r');
  const reached = field.names !== true ? scope
    : allOf([sql`(${scope} or ${namedRows(rows)})`, ...(field.where === undefined ? [] : [conditionPredicate(field.where, rows)])]);
  return sql`(select coalesce(json_agg(named), '[]') from (
    select r.id, ${on} as "on" from ${sql.table(tableOf(field.to))} as r
    where r.id = any(${ids}::integer[]) and ${shared} and ${reached}
    ${isHeld(name, resource, target, asked) ? sql`for key share of r` : sql``}) as named)`;
};

/** The references that are looked at, in the order of the fields. */
const askedOf = (resource: Resource, record: Values, changed: ReadonlySet<string>): Asked[] => [
  ...Object.entries(resource.fields).flatMap(([campo, field]) => {
    if (field.kind !== 'referencia' || !(changed.has(campo) || (field.within !== undefined && changed.has(field.within)))) return [];
    const id = record[campo];
    return typeof id === 'number' ? [{campo, field, ids: [id]}] : [];
  }),
  ...linkFields(resource).flatMap(([campo, field]) => {
    const ids = switchesOf(field, changed.has(campo) ? record[campo] : undefined).filter(link => link.on).map(link => link.id);
    return ids.length === 0 ? [] : [{campo, field, ids}];
  }),
];

/**
 * Checks the references of a record about to be written, all of them in one statement.
 *
 * @param record the whole record as it will be, values bare
 * @param changed names of the fields that change; a reference is looked at when it, or what it must share, does
 * @returns a sentence for each that is missing, out of the caller's scope, of another company, or switched off for good
 */
export const referenceErrors = async (
  context: Context, trx: DbOrTrx, actor: Actor, name: string, record: Values, changed: ReadonlySet<string>,
): Promise<FieldError[]> => {
  const resource = resourceOf(context.config, name);
  const asked = askedOf(resource, record, changed);
  if (asked.length === 0) return [];
  const columns = asked.map(one => sql`${reachable(context, actor, name, record, one)} as ${sql.ref(one.campo)}`);
  const {rows: [found]} = await sql<Record<string, Reached[]>>`select ${sql.join(columns)}`.execute(trx);
  return asked.flatMap(({campo, field, ids}) => {
    const reached = found?.[campo] ?? [];
    if (reached.length !== ids.length) return [{campo, mensagem: formWords.invalid}];
    const refusal = changed.has(campo) ? refusalOf(resourceOf(context.config, field.to), resource, campo) : undefined;
    return refusal === undefined || reached.every(({on}) => on) ? [] : [{campo, mensagem: refusal}];
  });
};

/**
 * Who names a template 'within' its branch would, once it moved, name one of another branch.
 * Refuses a change of what records elsewhere share with this one by naming it (`within`).
 *
 * @param changed names of the fields that change
 * @returns a sentence for each that has to stay
 */
export const usedWithinErrors = async (
  {config}: Pick<Context, 'config'>, trx: DbOrTrx, name: string, id: number, changed: ReadonlySet<string>,
): Promise<FieldError[]> => {
  const target = resourceOf(config, name);
  const errors = new Map<string, FieldError>();
  for (const [other, resource] of Object.entries(config.resources)) {
    for (const [campo, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'referencia' || field.to !== name || field.within === undefined) continue;
      const shared = sharedField(target, resource, field.within);
      if (shared === undefined || !changed.has(shared)) continue;
      const {rows} = await sql`
        select from ${sql.table(tableOf(other))} where ${sql.ref(snake(campo))} = ${id} limit 1`.execute(trx);
      const label = target.fields[shared]?.label ?? shared;
      if (rows.length > 0) {
        errors.set(shared, {campo: shared, mensagem: `${label} não pode mudar: já há ${resource.label.many} com este registro.`});
      }
    }
  }
  return [...errors.values()];
};
