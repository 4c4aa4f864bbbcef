/** A database whose statements of one sort wait until a test lets them go. */
import type {CompiledQuery} from 'kysely';
import type {Db} from '../../src/server/db/tables.ts';

export interface Gate {
  db: Db;
  /** Statements that matched so far, let through or not. */
  asked(): number;
  /** Lets the next ones go, those that wait first; with an error they fail. */
  letGo(count: number, error?: Error): void;
}

/** Statements wait before they take a connection, so that all others go on. */
export const gated = (db: Db, sort: RegExp): Gate => {
  let asked = 0;
  const waiting: ((error: Error | undefined) => void)[] = [];
  const passes: (Error | undefined)[] = [];
  const wait = (): Promise<Error | undefined> => new Promise(resolve => {
    if (passes.length > 0) resolve(passes.shift());
    else waiting.push(resolve);
  });
  const executor = new Proxy(db.getExecutor(), {
    get: (target, name) => {
      if (name === 'executeQuery') return async (query: CompiledQuery) => {
        if (sort.test(query.sql)) {
          asked += 1;
          const error = await wait();
          if (error !== undefined) throw error;
        }
        return target.executeQuery(query);
      };
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) as unknown : value;
    },
  });
  const through = new Proxy(db, {
    get: (target, name) => {
      if (name === 'getExecutor') return () => executor;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) as unknown : value;
    },
  });
  return {
    db: through,
    asked: () => asked,
    letGo: (count, error) => {
      for (let n = 0; n < count; n++) {
        const next = waiting.shift();
        if (next === undefined) passes.push(error);
        else next(error);
      }
    },
  };
};
