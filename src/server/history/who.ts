/** What the history calls whoever did something: a person by their name, the product itself 'Sistema'. */
import {sql, type RawBuilder} from 'kysely';

/** @param alias the users, joined by who did it */
export const whoIn = (alias: string): RawBuilder<string> =>
  sql`case when ${sql.ref(`${alias}.id`)} is null then 'Sistema' else coalesce(${sql.ref(`${alias}.nome`)}, '') end`;
