/** Static SQL: pieces that depend on the config alone, compiled once. */
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

/** Compiles SQL to its text. @throws TypeError for SQL with parameters, which differ by statement */
export const compileToText = (piece: Sql): string => {
  const {sql: text, parameters} = piece.compile(compiler);
  if (parameters.length > 0) throw new TypeError(`SQL with values cannot be kept: ${text}`);
  return text;
};

export const precompile = <T>(piece: RawBuilder<T>): RawBuilder<T> => sql.raw(compileToText(piece));

class Literals extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return {...node, immediate: true};
  }
}

/** Compiles SQL with its parameters inlined, for texts that the database stores. */
export const compileWithLiterals = (piece: Sql): string =>
  compiler.getExecutor().compileQuery(new Literals().transformNode(piece.toOperationNode()), {queryId: 'fixed'}).sql;
