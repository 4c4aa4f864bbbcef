/** Server of the control socket, for commands of the same user on the same machine. */
import {once} from 'node:events';
import {chmod, rm} from 'node:fs/promises';
import {createServer} from 'node:net';
import type {ErrorReporter} from '../db/connection/open.ts';
import {isOperatorError} from '../operatorError.ts';
import {adminSocketPath, createConversation, type Conversation} from './protocol.ts';

export interface AdminSocket {
  close(): Promise<void>;
}

/**
 * Listens on a socket that only this user may open. Call it while the folder is locked: an existing socket is then stale.
 *
 * @param answer handles a conversation; messages of its plain Errors go to the client
 * @returns `reason`, one Portuguese sentence, where no socket is possible
 */
export const openAdminSocket = async (
  dataDir: string, answer: (conversation: Conversation) => Promise<void>, report: ErrorReporter,
): Promise<{control: AdminSocket; reason?: never} | {control?: never; reason: string}> => {
  const {path, reason} = adminSocketPath(dataDir);
  if (path === undefined) return {reason};
  await rm(path, {force: true});

  const conversations = new Set<Promise<void>>();
  const sockets = new Set<{destroy(): void}>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const conversation = createConversation(socket);
    const work = answer(conversation)
      .catch(async (error: unknown) => {
        if (!isOperatorError(error)) report('Um pedido de comando falhou.', error);
        await conversation.send({
          error: isOperatorError(error) ? error.message : 'O servidor não conseguiu atender: veja o que ele escreveu no seu registro.',
        });
      })
      .finally(() => {
        conversation.end();
        conversations.delete(work);
      });
    conversations.add(work);
  });
  // The umask closes the gap between creation and chmod.
  const umask = process.umask(0o177);
  server.listen(path);
  process.umask(umask);
  await once(server, 'listening');
  await chmod(path, 0o600);

  const close = async (): Promise<void> => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all(conversations);
  };
  return {control: {close}};
};
