/** SQL that depends on the config alone, put together once. */
import {
  DummyDriver, Kysely, OperationNodeTransformer, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql, type RawBuilder,
  type ValueNode,
} from 'kysely';
import type {Sql} from './tables.ts';

const compiler = new Kysely<unknown>({dialect: {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}});

/** The text of a piece of SQL. @throws TypeError for one that has values: each statement has its own */
export const textOf = (piece: Sql): string => {
  const {sql: text, parameters} = piece.compile(compiler);
  if (parameters.length > 0) throw new TypeError(`SQL with values cannot be kept: ${text}`);
  return text;
};

/** A piece of SQL put together, for whoever keeps it. @throws TypeError for one that has values */
export const fixed = <T>(piece: RawBuilder<T>): RawBuilder<T> => sql.raw(textOf(piece));

/** Values are said as they are. */
class Literals extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return {...node, immediate: true};
  }
}

/** The text of a piece of SQL with its values in it, for what a database keeps by itself. */
export const literalText = (piece: Sql): string =>
  compiler.getExecutor().compileQuery(new Literals().transformNode(piece.toOperationNode()), {queryId: 'fixed'}).sql;
