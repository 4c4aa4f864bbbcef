/** What the history calls whoever did something: a person by their name, the product itself 'Sistema'. */
import {sql, type RawBuilder} from 'kysely';

/** @param alias the users, joined by who did it */
export const whoIn = (alias: string): RawBuilder<string> =>
  sql`case when ${sql.ref(`${alias}.id`)} is null then 'Sistema' else coalesce(${sql.ref(`${alias}.nome`)}, '') end`;

/** @param by the column that names them */
export const joinWho = (alias: string, by: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left join usuarios as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${by}`;
