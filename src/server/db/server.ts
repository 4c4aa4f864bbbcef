/** A PostgreSQL server as the database. */
import {Pool, types} from 'pg';
import {parsers} from './parsers.ts';

const SECOND = 1000;

/** Connections to `url`; `lost` hears of those that break while idle, which would otherwise end the process. */
export const serverPool = (url: string, lost: (error: Error) => void): Pool => {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3 * SECOND,
    statement_timeout: 10 * SECOND,
    lock_timeout: 3 * SECOND,
    idle_in_transaction_session_timeout: 15 * SECOND,
    application_name: 'balcao',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format === 'binary' ? undefined : parsers[oid]) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  pool.on('error', lost);
  return pool;
};
