/** The database as the limit asks it: by named statements, each planned once for all its values, or anew where they decide the plan. */
import {Pool, type QueryResultRow} from 'pg';

/** What its connections are called. */
export const LIMIT = 'balcao-limite';

export interface Asker {
  /** @param name of the statement; undefined: planned for these values */
  ask: <Row extends QueryResultRow>(name: string | undefined, text: string, values: readonly unknown[]) => Promise<Row[]>;
  close: () => Promise<void>;
}

export const openAsker = (url: string): Asker => {
  const pool = new Pool({connectionString: url, max: 10, application_name: LIMIT, options: '-c jit=off'});
  return {
    ask: async <Row extends QueryResultRow>(name: string | undefined, text: string, values: readonly unknown[]) =>
      (await pool.query<Row>({...(name === undefined ? {} : {name}), text, values: [...values]})).rows,
    close: () => pool.end(),
  };
};
