/** The rows of one part of one record, read on their own. */
import {sql} from 'kysely';
import {tableOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import type {Part, Subject} from './part.ts';

const ALIAS = 'r';

export const rowsOf = async (db: DbOrTrx, subject: Subject, id: number, rows: Part['rows']): Promise<unknown> => {
  const {rows: [found]} = await sql<{rows: unknown}>`
    select ${rows(subject, ALIAS)} as rows
    from ${sql.table(tableOf(subject.name, subject.resource))} as ${sql.ref(ALIAS)} where ${sql.ref(`${ALIAS}.id`)} = ${id}`.execute(db);
  return found?.rows ?? [];
};
