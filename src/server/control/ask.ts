/** A command's side of the conversation with the running server. */
import {once} from 'node:events';
import {connect} from 'node:net';
import type * as z from 'zod';
import type {Config} from '../../schema/shapes/config.ts';
import type {SchemaPreview} from '../db/structure/plan/plan.ts';
import {
  controlAddress, conversationOn, FILES, HELD, PASSWORD, PLANNED, REFUSAL, RELEASED, type Ask, type Conversation, type FileRow, type Wal,
} from './protocol.ts';

/** A conversation with the server that has `dataDir` open; undefined when none listens. */
export const reachServer = async (dataDir: string): Promise<Conversation | undefined> => {
  const {path} = controlAddress(dataDir);
  if (path === undefined) return undefined;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    // No socket, or that of a server that was killed.
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new Error(`Não foi possível falar com o servidor no ar por ${path}. Rode o comando com o usuário do servidor.`, {cause: error});
  }
  return conversationOn(socket);
};

/**
 * The next answer, of the given shape.
 *
 * @throws Error, one Portuguese sentence: the server's own refusal, or that it went away
 */
const answered = async <T>(conversation: Conversation, shape: z.ZodType<T>): Promise<T> => {
  const message = await conversation.receive();
  const refused = REFUSAL.safeParse(message);
  if (refused.success) throw new Error(refused.data.error);
  const answer = shape.safeParse(message);
  if (answer.success) return answer.data;
  throw new Error('O servidor no ar não respondeu ao comando: ele foi encerrado, ou é de outra versão do Balcão.');
};

const say = (server: Conversation, message: Ask): Promise<void> => server.send(message);

/** `holdStill` on the running server's database: its folder may be copied while `work` runs. */
export const holdServer = async <T>(server: Conversation, work: (wal: Wal) => Promise<T>): Promise<T> => {
  await say(server, {ask: 'hold'});
  const {wal} = await answered(server, HELD);
  const result = await work(wal);
  await server.send({release: true});
  await answered(server, RELEASED);
  return result;
};

/** Every row of a file in the running server's database, and what that is known by. */
export const serverFiles = async (server: Conversation): Promise<{rows: FileRow[]; identidade: string | undefined}> => {
  await say(server, {ask: 'files'});
  const rows: FileRow[] = [];
  for (;;) {
    const answer = await answered(server, FILES);
    if (!('rows' in answer)) return {rows, identidade: answer.identidade};
    for (const row of answer.rows) rows.push(row);
  }
};

/** A new random password for `email` from the running server. */
export const serverPassword = async (server: Conversation, email: string): Promise<string> => {
  await say(server, {ask: 'password', email});
  return (await answered(server, PASSWORD)).password;
};

/** What a start with this config would do to the running server's database, and find there. */
export const serverPlan = async (server: Conversation, config: Config): Promise<SchemaPreview> => {
  await say(server, {ask: 'plan', config});
  return (await answered(server, PLANNED)).preview;
};
