/** Records in which a start found something missing (rules: Lists 22): at which fields, for whoever may mend them. */
import {sql} from 'kysely';
import {entryOf, maySee} from '../../schema/access.ts';
import type {Resource} from '../../schema/config/config.ts';
import {mayWrite} from '../../schema/conditions/fieldConditions.ts';
import {isWritten} from '../../schema/fields/validate.ts';
import {MISSING} from '../../schema/lifeCycle/incomplete.ts';
import {statusesOf} from '../../schema/statuses/statuses.ts';
import {fromOf, savingOf} from '../../schema/lifeCycle/workflow.ts';
import type {Actor} from '../context.ts';
import {conditionPredicate} from '../db/conditions/conditions.ts';
import {allOf, EVERYTHING, NOTHING, valuesPredicate, type Predicate, type Rows} from '../db/conditions/rows.ts';
import {columnOf} from '../db/names.ts';
import type {DbOrTrx, Sql, StoredRow} from '../db/tables.ts';
import {ALIAS} from './select.ts';

const COLUMN = `#${MISSING}`;

/** What is missing from a record, as a further column of it. */
export const missingColumn = (name: string): Sql => sql`array(
  select i.campo from incompletos as i where i.recurso = ${sql.lit(name)} and i.id_registro = ${sql.ref(`${ALIAS}.id`)} order by 1
) as ${sql.ref(COLUMN)}`;

/** Of a record that was read with it, the fields at which somebody is asked for it; where nobody types, the others have to be right. */
export const missingIn = (resource: Resource, row: StoredRow, actor: Actor): string[] =>
  (row[COLUMN] as string[] | undefined ?? []).filter(name => {
    const field = resource.fields[name];
    if (field === undefined) return false;
    return isWritten(field) ? mayWrite(field, {resource, record: row, session: actor}) : maySee(field, actor.perfil);
  });

/** Nothing is missing at these fields any more. */
export const mended = async (trx: DbOrTrx, name: string, id: number, fields: readonly string[]): Promise<void> => {
  if (fields.length === 0) return;
  await sql`delete from incompletos where recurso = ${name} and id_registro = ${id} and campo = any(${fields}::text[])`.execute(trx);
};

/** Rows for whom an entry among some lets somebody of their profile. */
const entered = (entries: readonly string[], rows: Rows, perfil: string): Predicate => {
  const entry = entries.map(entryOf).find(one => one.perfil === perfil);
  if (entry === undefined) return NOTHING;
  return entry.condition === undefined ? EVERYTHING : conditionPredicate(entry.condition, rows);
};

/** The rows that somebody may save, as far as rows tell it: in their status, with what they hold. */
const savable = (rows: Rows & {actor: Actor}): Predicate => {
  const {resource, alias, actor: {perfil}} = rows;
  const {status, fields} = resource;
  const [, saving] = savingOf(resource) ?? [];
  const standsIn = (id: string | number): Predicate => valuesPredicate({[status ?? '']: [id]}, rows);
  const ways = statusesOf(resource).flatMap(({id, key, end}) => {
    const from = saving?.from === undefined ? undefined : fromOf(resource, saving)[key] ?? [];
    if (from === undefined ? end === true : !from.some(one => entryOf(one).perfil === perfil)) return [];
    return [allOf([standsIn(id), ...from === undefined ? [] : [entered(from, rows, perfil)]])];
  });
  const reserved = Object.entries(fields).flatMap(([name, field]) => (field.kind !== 'escolha' ? [] : field.choices
    .filter(({profiles}) => profiles?.includes(perfil) === false)
    .map(({id}): Predicate => sql`${sql.ref(`${alias}.${columnOf(name, field)}`)} is distinct from ${id}`)));
  return allOf([
    entered(resource.access.update, rows, perfil), ...saving?.profiles === undefined ? [] : [entered(saving.profiles, rows, perfil)],
    ...status === undefined ? [] : [ways.length === 0 ? NOTHING : sql<boolean>`(${sql.join(ways, sql` or `)})`], ...reserved,
  ]);
};

/** The rows that lack something which somebody may give them. */
export const incompletePredicate = (rows: Rows & {actor: Actor}): Predicate => {
  const {name, resource, alias, actor: {perfil}} = rows;
  const fields = Object.entries(resource.fields).flatMap(([own, field]) => (maySee(field, perfil) ? [own] : []));
  return allOf([sql`${sql.ref(`${alias}.id`)} in (
    select i.id_registro from incompletos as i where i.recurso = ${sql.lit(name)} and i.campo = any(${fields}::text[]))`, savable(rows)]);
};
