/** The words between a command and the running server. */
import type {Socket} from 'node:net';
import {join, relative, resolve} from 'node:path';
import * as z from 'zod';
import type {Config} from '../../schema/shapes/config.ts';
import type {SchemaPreview} from '../db/structure/plan/plan.ts';

const isThing = (given: unknown): boolean => typeof given === 'object' && given !== null;

export const ASK = z.discriminatedUnion('ask', [
  z.object({ask: z.literal('hold')}),
  z.object({ask: z.literal('files')}),
  z.object({ask: z.literal('password'), email: z.string()}),
  z.object({ask: z.literal('plan'), config: z.custom<Config>(isThing)}),
]);
export type Ask = z.infer<typeof ASK>;

/** The segments of the log that a copy needs: from the checkpoint on. What lies beside them is old, or made ahead. */
const wal = z.object({first: z.string(), last: z.string()});
export type Wal = z.infer<typeof wal>;
/** To `hold`: once it is held. Then anything lets go, and is answered by `released`. */
export const HELD = z.object({wal});
export const RELEASED = z.object({released: z.literal(true)});

/** A record's file. */
const fileRow = z.object({
  id: z.number(),
  /** The table of the record, and its id. */
  de: z.string(),
  registro: z.number(),
  chave: z.string(),
  /** Bytes. */
  tamanho: z.number(),
  sha256: z.string(),
  /** Deleted by a person: its bytes stay some weeks, and then it is right that they are gone. */
  excluido: z.boolean(),
});
export type FileRow = z.infer<typeof fileRow>;
/** To `files`: some rows at a time, and at the end what the database is known by. */
export const FILES = z.union([z.object({rows: z.array(fileRow)}), z.object({identidade: z.string().optional()})]);

export const PASSWORD = z.object({password: z.string()});

/** To `plan`: what a start with that config would do and find. */
export const PLANNED = z.object({preview: z.custom<SchemaPreview>(isThing)});

/** To anything: why not, for a person to read. */
export const REFUSAL = z.object({error: z.string()});

/** What the address of a Unix socket may hold: 108 bytes with the one that ends it on Linux, 104 on macOS. */
const LIMIT = process.platform === 'linux' ? 107 : 103;

/**
 * The socket's path as the system takes it: absolute, or from where the process stands when only that is short enough.
 *
 * @returns undefined with the reason, one Portuguese sentence, where there cannot be one
 */
export const controlAddress = (dataDir: string): {path: string; reason?: never} | {path?: never; reason: string} => {
  if (process.platform === 'win32') {
    return {reason: 'No Windows, os comandos backup, conferir, schema e senha precisam do servidor parado.'};
  }
  const whole = join(resolve(dataDir), 'controle.sock');
  const path = [whole, relative(process.cwd(), whole)].find(one => Buffer.byteLength(one) <= LIMIT);
  if (path !== undefined) return {path};
  return {
    reason: `O caminho ${whole} passa de ${LIMIT} caracteres: ` +
      'backup, conferir, schema e senha precisam do servidor parado, ou de um DATA_DIR mais curto.',
  };
};

export interface Conversation {
  /** Resolves when it is on its way; a line that broke is noticed by {@link receive}. */
  send(message: object): Promise<void>;
  /** The next message; undefined when the other side has ended, or the line broke. */
  receive(): Promise<unknown>;
  end(): void;
}

async function* messages(socket: Socket): AsyncGenerator {
  let rest = '';
  for await (const chunk of socket.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield parsed(line);
  }
}

/** What is no JSON is no message anybody knows. */
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

/** What a command and the running server say to each other: one JSON value a line, both ways. */
export const conversationOn = (socket: Socket): Conversation => {
  // Told by `receive`; without a listener it would end the process.
  socket.on('error', () => {});
  const arriving = messages(socket);
  return {
    send: message => new Promise(resolve => {
      socket.write(`${JSON.stringify(message)}\n`, () => resolve());
    }),
    receive: () => arriving.next().then(({value}) => value as unknown, () => undefined),
    end: () => socket.destroySoon(),
  };
};
