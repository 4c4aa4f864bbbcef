/** Statements for PGlite in one protocol message each, where its own `query` sends five, with prepared plans. */
import {parse, protocol, type PGlite} from '@electric-sql/pglite';
import {isPlanned, MOST_NAMED, nameOf} from './named.ts';

const {serialize} = protocol;

/** Statements without a plan that invalidate no other plan. */
const HARMLESS = /^\s*(?:begin|commit|rollback|savepoint|release|show|set|reset|checkpoint)\b/i;

type Given = string | number | bigint | boolean | object | null | undefined;
type Value = string | null | Uint8Array;

const itemOf = (item: Given): string => {
  if (Array.isArray(item)) return arrayOf(item);
  const value = valueOf(item);
  if (value === null) return 'NULL';
  const text = typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`;
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
};
const arrayOf = (items: readonly Given[]): string => `{${items.map(itemOf).join(',')}}`;
/** Serialises a value as the server's driver does, so that both databases accept the same. */
const valueOf = (value: Given): Value => {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return arrayOf(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

export interface Result {
  rows: unknown[];
  affectedRows?: number;
}

/**
 * Creates the statement runner of a PGlite without other users.
 *
 * @returns runs one statement with its values; rejects with PostgreSQL's own error
 */
export const statementsOf = (pglite: PGlite): (text: string, values: readonly unknown[]) => Promise<Result> => {
  /** LRU cache of prepared names by the hash of their text. */
  const names = new Map<string, string>();
  let prepared = 0;
  /** Names to be closed with the next message. */
  const leaving: string[] = [];
  const forget = (hash: string): void => {
    const name = names.get(hash);
    if (name !== undefined) leaving.push(name);
    names.delete(hash);
  };

  return async (text, values) => {
    const hash = nameOf(text, values);
    // DDL may change a table's columns, which prepared plans still answer with.
    if (hash === undefined && !isPlanned(text) && !HARMLESS.test(text)) for (const one of names.keys()) forget(one);
    const known = hash === undefined ? undefined : names.get(hash);
    // A fresh name for each try, because a statement that fails in its values stays prepared.
    const name = hash === undefined ? '' : known ?? `n${++prepared}`;
    const message = Buffer.concat([
      ...leaving.splice(0).map(one => serialize.close({type: 'S', name: one})),
      ...(known === undefined ? [serialize.parse({name, text})] : []),
      serialize.bind({statement: name, values: values.map(one => valueOf(one as Given))}),
      serialize.describe({type: 'P'}), serialize.execute({}), serialize.sync(),
    ]);
    try {
      const {messages} = await pglite.execProtocol(message);
      if (hash !== undefined) {
        names.delete(hash);
        names.set(hash, name);
        const [eldest = ''] = names.keys();
        if (names.size > MOST_NAMED) forget(eldest);
      }
      const [result] = parse.parseResults(messages, pglite.parsers);
      return {rows: result?.rows ?? [], ...(result?.affectedRows === undefined ? {} : {affectedRows: result.affectedRows})};
    } catch (error) {
      if (hash !== undefined) {
        names.delete(hash);
        leaving.push(name);
      }
      throw error;
    }
  };
};
