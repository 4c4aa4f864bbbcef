/** The running server's ear for commands on the same machine, of the same user. */
import {once} from 'node:events';
import {chmod, rm} from 'node:fs/promises';
import {createServer} from 'node:net';
import type {ErrorReporter} from '../db/connection/open.ts';
import {isSentence} from '../sentence.ts';
import {controlAddress, conversationOn, type Conversation} from './protocol.ts';

export interface Control {
  /** Ends every conversation and waits until what was asked is over. */
  close(): Promise<void>;
}

/**
 * Listens to commands on a socket that only this user may speak to. Call it while the folder is locked: a socket that is
 * there is then the rest of a server that was killed.
 *
 * @param answer what one conversation comes to; its plain Errors are told to who asked
 * @returns with the reason, one Portuguese sentence, when there can be no socket
 */
export const openControl = async (
  dataDir: string, answer: (conversation: Conversation) => Promise<void>, report: ErrorReporter,
): Promise<{control: Control; reason?: never} | {control?: never; reason: string}> => {
  const {path, reason} = controlAddress(dataDir);
  if (path === undefined) return {reason};
  await rm(path, {force: true});

  const open = new Set<Promise<void>>();
  const sockets = new Set<{destroy(): void}>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const conversation = conversationOn(socket);
    const work = answer(conversation)
      .catch(async (error: unknown) => {
        if (!isSentence(error)) report('Um pedido de comando falhou.', error);
        await conversation.send({
          error: isSentence(error) ? error.message : 'O servidor não conseguiu atender: veja o que ele escreveu no seu registro.',
        });
      })
      .finally(() => {
        conversation.end();
        open.delete(work);
      });
    open.add(work);
  });
  // Never open to others, not even between being made and chmod.
  const umask = process.umask(0o177);
  server.listen(path);
  process.umask(umask);
  await once(server, 'listening');
  await chmod(path, 0o600);

  const close = async (): Promise<void> => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await Promise.all(open);
  };
  return {control: {close}};
};
