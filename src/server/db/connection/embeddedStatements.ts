/** Statements for PGlite in one protocol message each, where its own `query` sends five, with prepared plans. */
import {parse, protocol, type PGlite} from '@electric-sql/pglite';
import {isPreparable, MAX_PREPARED_STATEMENTS, preparedName} from './preparedStatements.ts';

const {serialize} = protocol;

const PLAN_NEUTRAL = /^\s*(?:begin|commit|rollback|savepoint|release|show|set|reset|checkpoint)\b/i;

type Parameter = string | number | bigint | boolean | object | null | undefined;
type Value = string | null | Uint8Array;

const arrayItem = (item: Parameter): string => {
  if (Array.isArray(item)) return arrayLiteral(item);
  const value = serializeValue(item);
  if (value === null) return 'NULL';
  const text = typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`;
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
};
const arrayLiteral = (items: readonly Parameter[]): string => `{${items.map(arrayItem).join(',')}}`;
/** Serialises a value as the server's driver does, so that both databases accept the same. */
const serializeValue = (value: Parameter): Value => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return arrayLiteral(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export interface StatementResult {
  rows: unknown[];
  affectedRows?: number;
}

/**
 * Creates the statement runner of a PGlite without other users.
 *
 * @returns runs one statement with its values; rejects with PostgreSQL's own error
 */
export const createStatementRunner = (pglite: PGlite): (text: string, values: readonly unknown[]) => Promise<StatementResult> => {
  const names = new Map<string, string>();
  let prepared = 0;
  const namesToClose: string[] = [];
  const evict = (hash: string): void => {
    const name = names.get(hash);
    if (name !== undefined) namesToClose.push(name);
    names.delete(hash);
  };

  return async (text, values) => {
    const hash = preparedName(text, values);
    // DDL may change a table's columns, which prepared plans still answer with.
    if (hash === undefined && !isPreparable(text) && !PLAN_NEUTRAL.test(text)) for (const cachedHash of names.keys()) evict(cachedHash);
    const cachedName = hash === undefined ? undefined : names.get(hash);
    // A fresh name for each try, because a statement that fails in its values stays prepared.
    const name = hash === undefined ? '' : cachedName ?? `n${++prepared}`;
    const message = Buffer.concat([
      ...namesToClose.splice(0).map(closedName => serialize.close({type: 'S', name: closedName})),
      ...(cachedName === undefined ? [serialize.parse({name, text})] : []),
      serialize.bind({statement: name, values: values.map(value => serializeValue(value as Parameter))}),
      serialize.describe({type: 'P'}), serialize.execute({}), serialize.sync(),
    ]);
    try {
      const {messages} = await pglite.execProtocol(message);
      if (hash !== undefined) {
        names.delete(hash);
        names.set(hash, name);
        const [oldestHash = ''] = names.keys();
        if (names.size > MAX_PREPARED_STATEMENTS) evict(oldestHash);
      }
      const [result] = parse.parseResults(messages, pglite.parsers);
      return {rows: result?.rows ?? [], ...(result?.affectedRows === undefined ? {} : {affectedRows: result.affectedRows})};
    } catch (error) {
      if (hash !== undefined) {
        names.delete(hash);
        namesToClose.push(name);
      }
      throw error;
    }
  };
};
