/** What a running server does for its tables: every hour what was kept long enough goes. */
import {sweepRows} from './db/ages.ts';
import type {Report} from './db/connection/open.ts';
import type {Db} from './db/tables.ts';
import {isOut} from './db/trouble.ts';

const HOUR = 3_600_000;

/** @returns what ends it, and resolves when the sweep on its way is over */
export const careForRows = (db: Db, report: Report): (() => Promise<void>) => {
  let swept = Promise.resolve();
  const failed = (error: unknown): void => {
    // Of a database that is out whoever watches it tells.
    if (!isOut(error)) report('A limpeza do banco de dados falhou.', error);
  };
  const sweeping = setInterval(() => {
    swept = swept.then(() => sweepRows(db)).catch(failed);
  }, HOUR).unref();
  return () => {
    clearInterval(sweeping);
    return swept;
  };
};
