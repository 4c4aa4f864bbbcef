/** SQL that depends on the config alone, put together once. */
import {DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type RawBuilder} from 'kysely';

const compiler = new Kysely<unknown>({dialect: {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}});

/**
 * A piece of SQL as its text, for whoever keeps it.
 *
 * @throws TypeError for one that has values: each statement has its own
 */
export const fixed = <T>(piece: RawBuilder<T>): RawBuilder<T> => {
  const {sql: text, parameters} = piece.compile(compiler);
  if (parameters.length > 0) throw new TypeError(`SQL with values cannot be kept: ${text}`);
  return sql.raw(text);
};
