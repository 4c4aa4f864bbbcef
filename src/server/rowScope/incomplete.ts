/** Records whose values a start found missing (rules: Lists 22), for the callers who may complete them. */
import {sql} from 'kysely';
import {parseAccessEntry, maySee} from '../../schema/access.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {mayWrite} from '../../schema/conditions/fieldConditions.ts';
import {isWritable} from '../../schema/fields/validate.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {statusesOf} from '../../schema/statuses/statuses.ts';
import {accessEntriesByStatus, findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import type {Actor} from '../context.ts';
import {conditionPredicate} from '../db/conditions/conditionPredicates.ts';
import {
  andPredicates, ALL_ROWS, NO_ROWS, valuesPredicate, type Predicate, type PredicateContext,
} from '../db/conditions/fieldPredicates.ts';
import {columnOf} from '../db/sqlNames.ts';
import type {DbOrTrx, Sql, StoredRow} from '../db/tables.ts';
import {RECORD_ALIAS} from './select.ts';

const COLUMN = `#${MISSING_FIELDS_KEY}`;

/** Missing field names as a further column of the record. */
export const missingFieldsColumn = (name: string): Sql => sql`array(
  select i.campo from incompletos as i where i.recurso = ${sql.lit(name)} and i.id_registro = ${sql.ref(`${RECORD_ALIAS}.id`)} order by 1
) as ${sql.ref(COLUMN)}`;

/** Missing fields that the caller may fill; a field that nobody types counts where the caller sees it. */
export const missingFieldsFor = (resource: Resource, row: StoredRow, actor: Actor): string[] =>
  (row[COLUMN] as string[] | undefined ?? []).filter(name => {
    const field = resource.fields[name];
    if (field === undefined) return false;
    return isWritable(field) ? mayWrite(field, {resource, record: row, session: actor}) : maySee(field, actor.perfil);
  });

/** Deletes the marks of these fields once they have values. */
export const clearMissingFields = async (trx: DbOrTrx, name: string, id: number, fields: readonly string[]): Promise<void> => {
  if (fields.length === 0) return;
  await sql`delete from incompletos where recurso = ${name} and id_registro = ${id} and campo = any(${fields}::text[])`.execute(trx);
};

/** Rows on which an entry for the profile holds. */
const entryPredicate = (entries: readonly string[], rows: PredicateContext, perfil: string): Predicate => {
  const entry = entries.map(parseAccessEntry).find(candidate => candidate.perfil === perfil);
  if (entry === undefined) return NO_ROWS;
  return entry.condition === undefined ? ALL_ROWS : conditionPredicate(entry.condition, rows);
};

/** Rows that the caller may save, as far as SQL can tell: by status, profile and reserved choices. */
const savable = (rows: PredicateContext & {actor: Actor}): Predicate => {
  const {resource, alias, actor: {perfil}} = rows;
  const {status, fields} = resource;
  const [, saving] = findSavingAction(resource) ?? [];
  const hasStatus = (id: string | number): Predicate => valuesPredicate({[status ?? '']: [id]}, rows);
  const statusPredicates = statusesOf(resource).flatMap(({id, key, end}) => {
    const from = saving?.from === undefined ? undefined : accessEntriesByStatus(resource, saving)[key] ?? [];
    if (from === undefined ? end === true : !from.some(entry => parseAccessEntry(entry).perfil === perfil)) return [];
    return [andPredicates([hasStatus(id), ...from === undefined ? [] : [entryPredicate(from, rows, perfil)]])];
  });
  const reserved = Object.entries(fields).flatMap(([name, field]) => (field.kind !== 'escolha' ? [] : field.choices
    .filter(({profiles}) => profiles?.includes(perfil) === false)
    .map(({id}): Predicate => sql`${sql.ref(`${alias}.${columnOf(name, field)}`)} is distinct from ${id}`)));
  return andPredicates([
    entryPredicate(resource.access.update, rows, perfil),
    ...saving?.profiles === undefined ? [] : [entryPredicate(saving.profiles, rows, perfil)],
    ...status === undefined ? [] : [statusPredicates.length === 0 ? NO_ROWS : sql<boolean>`(${sql.join(statusPredicates, sql` or `)})`],
    ...reserved,
  ]);
};

/** Rows with missing fields that the caller may fill. */
export const incompletePredicate = (rows: PredicateContext & {actor: Actor}): Predicate => {
  const {name, resource, alias, actor: {perfil}} = rows;
  const fields = Object.entries(resource.fields).flatMap(([fieldName, field]) => (maySee(field, perfil) ? [fieldName] : []));
  return andPredicates([sql`${sql.ref(`${alias}.id`)} in (
    select i.id_registro from incompletos as i where i.recurso = ${sql.lit(name)} and i.campo = any(${fields}::text[]))`, savable(rows)]);
};
