/** How PGlite is asked: a statement is one message to it, where its own `query` sends five, and is planned once for all its values. */
import {parse, protocol, type PGlite} from '@electric-sql/pglite';
import {isPlanned, MOST_NAMED, nameOf} from './named.ts';

const {serialize} = protocol;

/** What leaves the plans of others as they are, though it has none itself. */
const HARMLESS = /^\s*(?:begin|commit|rollback|savepoint|release|show|set|reset|checkpoint)\b/i;

/** What a statement may be given. */
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
/** As the driver of a PostgreSQL server sends it: what works there works here. */
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
 * Asks an embedded database that nobody else prepares statements in.
 *
 * @returns what carries out one statement with its values; rejects with PostgreSQL's own error
 */
export const statementsOf = (pglite: PGlite): (text: string, values: readonly unknown[]) => Promise<Result> => {
  /** By the hash of their text; the one asked last stands last. */
  const names = new Map<string, string>();
  let prepared = 0;
  /** Names whose statements go with the next message. */
  const leaving: string[] = [];
  const forget = (hash: string): void => {
    const name = names.get(hash);
    if (name !== undefined) leaving.push(name);
    names.delete(hash);
  };

  return async (text, values) => {
    const hash = nameOf(text, values);
    // A table may be another then, and a plan answers the columns there were.
    if (hash === undefined && !isPlanned(text) && !HARMLESS.test(text)) for (const one of names.keys()) forget(one);
    const known = hash === undefined ? undefined : names.get(hash);
    // A new name for each try: one that fails in its values stays prepared.
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
