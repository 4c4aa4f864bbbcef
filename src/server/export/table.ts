/** The rows of an export: read a batch at a time as the person who asked reaches them now. */
import {sql} from 'kysely';
import type {Values} from '../../schema/validate.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import {unauthorized} from '../errors.ts';
import {namesIn, type Names} from '../readable/values.ts';
import {present, type StoredRow} from '../records/present.ts';
import {scopePredicate} from '../records/scope.ts';
import {ALIAS, joins, selection} from '../records/select.ts';
import {accountById} from '../sessions/users.ts';
import {shownIn, type Column} from './columns.ts';

/** Few enough that whoever else asks the one connection of the embedded database waits some milliseconds for them. */
const BATCH = 250;

/** Some rows as they go to the thread that writes them: their values in the columns' order, and what these refer to. */
export interface Batch {
  rows: readonly (readonly unknown[])[];
  names: Names;
}

const rowsById = async (context: Context, name: string, actor: Actor, ids: readonly number[]): Promise<Values[]> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  // One parameter, not one for each id: reading a thousand of those took PostgreSQL longer than finding the rows.
  const {rows} = await sql<StoredRow>`
    select ${selection(config, resource)}
    from ${sql.table(tableOf(name, resource))} as ${sql.ref(ALIAS)} ${joins(config, resource)}
    where ${sql.ref(`${ALIAS}.id`)} = any(${ids}::integer[]) and ${scopePredicate(context, name, actor, ALIAS)}`.execute(db);
  const found = new Map(rows.map(row => [row.id, row]));
  // What was deleted since the ids were read is left out.
  return ids.flatMap(id => {
    const row = found.get(id);
    return row === undefined ? [] : [present(config, resource, actor, row)];
  });
};

/**
 * Reads the person anew, as a request would: an export can take minutes, and goes no further than their access.
 *
 * @throws Refusal SESSAO when they were deactivated, signed out or given another profile meanwhile
 */
const stillAllowed = ({config, db}: Context, actor: Actor) => {
  let signedIn: number | undefined;
  return async (): Promise<Actor> => {
    const account = await accountById(db, config, actor.id);
    signedIn ??= account?.tokenVersao;
    if (account === undefined || account.tokenVersao !== signedIn || account.actor.perfil !== actor.perfil) throw unauthorized();
    return account.actor;
  };
};

/**
 * The rows of these ids, in their order, a batch at a time as the receiver takes them.
 *
 * @param takeTurn runs what reads the database when it is this export's turn
 * @throws Refusal SESSAO when the person is signed out meanwhile
 */
export async function* batchesOf(
  context: Context, name: string, actor: Actor, columns: readonly Column[], ids: readonly number[],
  takeTurn: <T>(work: () => Promise<T>) => Promise<T>,
): AsyncGenerator<Batch> {
  const shown = shownIn(columns);
  const now = stillAllowed(context, actor);
  for (let start = 0; start < ids.length; start += BATCH) {
    yield await takeTurn(async () => {
      const rows = await rowsById(context, name, await now(), ids.slice(start, start + BATCH));
      const names = await namesIn(context.db, context.config, shown, rows);
      return {rows: rows.map(row => columns.map(column => row[column.name])), names};
    });
  }
}
