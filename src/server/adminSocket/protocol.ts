/** Protocol of the control socket, between a command and the running server: one JSON value per line. */
import type {Socket} from 'node:net';
import {join, relative, resolve} from 'node:path';
import * as z from 'zod';
import type {Config} from '../../schema/shapes/config.ts';
import type {SchemaPreview} from '../db/structure/plan/plan.ts';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

export const COMMAND_REQUEST = z.discriminatedUnion('ask', [
  z.object({ask: z.literal('hold')}),
  z.object({ask: z.literal('files')}),
  z.object({ask: z.literal('password'), email: z.string()}),
  z.object({ask: z.literal('plan'), config: z.custom<Config>(isObject)}),
]);
export type CommandRequest = z.infer<typeof COMMAND_REQUEST>;

/** WAL segments that a copy needs, from the checkpoint on; other files beside them are old or preallocated. */
const wal = z.object({first: z.string(), last: z.string()});
export type WalRange = z.infer<typeof wal>;
/** Answer to `hold` once the database is still. Any message releases it, answered by `released`. */
export const HOLD_ANSWER = z.object({wal});
export const RELEASE_ANSWER = z.object({released: z.literal(true)});

const fileRow = z.object({
  id: z.number(),
  de: z.string(),
  registro: z.number(),
  chave: z.string(),
  tamanho: z.number(),
  sha256: z.string(),
  /** Deleted by a person: the bytes stay some weeks and may then be missing. */
  excluido: z.boolean(),
});
export type FileRow = z.infer<typeof fileRow>;
/** Answer to `files`: batches of rows, then the database's identity. */
export const FILES_ANSWER = z.union([z.object({rows: z.array(fileRow)}), z.object({identidade: z.string().optional()})]);

export const PASSWORD_ANSWER = z.object({password: z.string()});

export const PLAN_ANSWER = z.object({preview: z.custom<SchemaPreview>(isObject)});

export const REFUSAL_ANSWER = z.object({error: z.string()});

/** Maximum path of a Unix socket, without its terminating byte: 108 bytes on Linux, 104 on macOS. */
const MAX_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/**
 * Returns the socket's path: absolute, or relative to the working directory where only that is short enough.
 *
 * @returns `reason`, one Portuguese sentence, where no socket is possible
 */
export const adminSocketPath = (dataDir: string): {path: string; reason?: never} | {path?: never; reason: string} => {
  if (process.platform === 'win32') {
    return {reason: 'No Windows, os comandos backup, conferir, schema e senha precisam do servidor parado.'};
  }
  const fullPath = join(resolve(dataDir), 'controle.sock');
  const path = [fullPath, relative(process.cwd(), fullPath)].find(candidate => Buffer.byteLength(candidate) <= MAX_SOCKET_PATH_BYTES);
  if (path !== undefined) return {path};
  return {
    reason: `O caminho ${fullPath} passa de ${MAX_SOCKET_PATH_BYTES} caracteres: ` +
      'backup, conferir, schema e senha precisam do servidor parado, ou de um DATA_DIR mais curto.',
  };
};

export interface Conversation {
  /** Resolves once written; {@link receive} notices a broken connection. */
  send(message: object): Promise<void>;
  /** Next message; undefined after the other side ended or the connection broke. */
  receive(): Promise<unknown>;
  end(): void;
}

async function* messages(socket: Socket): AsyncGenerator {
  let incomplete = '';
  for await (const chunk of socket.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (incomplete + chunk).split('\n');
    incomplete = lines.pop() ?? '';
    for (const line of lines) yield parseJson(line);
  }
}

/** Parses a line; invalid JSON becomes null, which matches no message. */
const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

export const createConversation = (socket: Socket): Conversation => {
  // `receive` reports errors; without a listener they would end the process.
  socket.on('error', () => {});
  const incoming = messages(socket);
  return {
    send: message => new Promise(resolve => {
      socket.write(`${JSON.stringify(message)}\n`, () => resolve());
    }),
    receive: () => incoming.next().then(({value}) => value as unknown, () => undefined),
    end: () => socket.destroySoon(),
  };
};
