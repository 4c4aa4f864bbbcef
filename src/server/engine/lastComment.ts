/** How a step writes what somebody said last into the record that it is of, and when that is not to be read any more. */
import {sql} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {Actor} from '../context.ts';
import {commentColumns, snake, tableOf} from '../db/names.ts';
import type {Sql} from '../db/tables.ts';

const assigned = (text: Sql, by: Sql, at: Sql): Sql[] => [
  sql`${sql.ref(commentColumns.text)} = ${text}`, sql`${sql.ref(commentColumns.by)} = ${by}`, sql`${sql.ref(commentColumns.at)} = ${at}`,
];
const FORGOTTEN = assigned(sql`null`, sql`null`, sql`null`);

/** Assignments for words that somebody typed. */
export const commented = (actor: Pick<Actor, 'id'>, text: string): Sql[] => assigned(sql`${text}`, sql`${actor.id}`, sql`now()`);

/** The same as a statement of its own, where nothing else of the record changes. */
export const writeComment = (name: string, actor: Pick<Actor, 'id'>, id: number, text: string): Sql =>
  sql`update ${sql.table(tableOf(name))} set ${sql.join(commented(actor, text))} where id = ${id}`;

/** Whoever comes to a record with the company that it moves to reads nothing from before (see `history/steps.ts`). */
export const forgotten = ({owner, status}: Resource, changed: Values): Sql[] =>
  (status !== undefined && owner?.empresa !== undefined && owner.empresa in changed ? FORGOTTEN : []);

/** The same of records that belong to it, as statements. */
export const forgetOfChildren = ({resources}: Config, name: string, {owner}: Resource, id: number, changed: Values): Sql[] =>
  (owner?.empresa === undefined || !(owner.empresa in changed) ? [] : Object.entries(resources).flatMap(([child, resource]) => {
    const through = resource.owner?.through;
    const field = through === undefined ? undefined : resource.fields[through];
    if (resource.status === undefined || through === undefined || field?.kind !== 'referencia' || field.to !== name) return [];
    const theirs = sql.ref(snake(through));
    return [sql`update ${sql.table(tableOf(child))} set ${sql.join(FORGOTTEN)} where ${theirs} = ${id}`];
  }));
