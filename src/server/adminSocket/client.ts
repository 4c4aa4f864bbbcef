/** Client of the control socket: a command's side of the conversation with the running server. */
import {once} from 'node:events';
import {connect} from 'node:net';
import type * as z from 'zod';
import type {Config} from '../../schema/shapes/config.ts';
import type {SchemaPreview} from '../db/structure/plan/plan.ts';
import {
  adminSocketPath, createConversation, FILES_ANSWER, HOLD_ANSWER, PASSWORD_ANSWER, PLAN_ANSWER, REFUSAL_ANSWER, RELEASE_ANSWER,
  type CommandRequest, type Conversation, type FileRow, type WalRange,
} from './protocol.ts';

/** Connects to the server that has `dataDir` open; undefined when none listens. */
export const connectToServer = async (dataDir: string): Promise<Conversation | undefined> => {
  const {path} = adminSocketPath(dataDir);
  if (path === undefined) return undefined;
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new Error(`Não foi possível falar com o servidor no ar por ${path}. Rode o comando com o usuário do servidor.`, {cause: error});
  }
  return createConversation(socket);
};

/** Receives the next answer. @throws Error, one Portuguese sentence: the server's refusal, or that it ended */
const receiveAnswer = async <T>(conversation: Conversation, shape: z.ZodType<T>): Promise<T> => {
  const message = await conversation.receive();
  const refusal = REFUSAL_ANSWER.safeParse(message);
  if (refusal.success) throw new Error(refusal.data.error);
  const answer = shape.safeParse(message);
  if (answer.success) return answer.data;
  throw new Error('O servidor no ar não respondeu ao comando: ele foi encerrado, ou é de outra versão do Balcão.');
};

const ask = (server: Conversation, message: CommandRequest): Promise<void> => server.send(message);

/** Runs `work` while the running server holds its database still, so that its folder can be copied. */
export const withServerPaused = async <T>(server: Conversation, work: (wal: WalRange) => Promise<T>): Promise<T> => {
  await ask(server, {ask: 'hold'});
  const {wal} = await receiveAnswer(server, HOLD_ANSWER);
  const result = await work(wal);
  await server.send({release: true});
  await receiveAnswer(server, RELEASE_ANSWER);
  return result;
};

export const readServerFileRows = async (server: Conversation): Promise<{rows: FileRow[]; identidade: string | undefined}> => {
  await ask(server, {ask: 'files'});
  const rows: FileRow[] = [];
  for (;;) {
    const answer = await receiveAnswer(server, FILES_ANSWER);
    if (!('rows' in answer)) return {rows, identidade: answer.identidade};
    for (const row of answer.rows) rows.push(row);
  }
};

export const requestNewPassword = async (server: Conversation, email: string): Promise<string> => {
  await ask(server, {ask: 'password', email});
  return (await receiveAnswer(server, PASSWORD_ANSWER)).password;
};

export const planServerStart = async (server: Conversation, config: Config): Promise<SchemaPreview> => {
  await ask(server, {ask: 'plan', config});
  return (await receiveAnswer(server, PLAN_ANSWER)).preview;
};
