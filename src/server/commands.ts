/** Answers commands on the control socket: hold the database still, list file rows, set a password, plan a start. */
import {withPausedDatabase} from './backup/embeddedDatabase.ts';
import {readFileRows, readDatabaseIdentity} from './backup/databaseFacts.ts';
import {COMMAND_REQUEST, type Conversation} from './adminSocket/protocol.ts';
import {planDatabase} from './db/structure/migrate.ts';
import type {Db} from './db/tables.ts';
import {setRandomPassword} from './sessions/passwords.ts';

const SECOND_MS = 1000;
/** Limit of a hold, because people wait meanwhile and the command may be suspended by Ctrl-Z. */
const MAX_HOLD_MS = 30 * SECOND_MS;

/** @param longestHold ms after which the hold ends in any case */
export const createCommandHandler = (db: Db, longestHold = MAX_HOLD_MS) => async (conversation: Conversation): Promise<void> => {
  const request = COMMAND_REQUEST.safeParse(await conversation.receive());
  if (!request.success) throw new Error('O servidor no ar é de outra versão do Balcão: rode o comando com a versão dele, ou encerre-o.');
  switch (request.data.ask) {
    case 'hold': return hold(db, conversation, longestHold);
    case 'files': return files(db, conversation);
    case 'plan': return conversation.send({preview: await planDatabase(db, request.data.config)});
    case 'password': return conversation.send({password: await setRandomPassword(db, request.data.email)});
  }
};

const hold = async (db: Db, conversation: Conversation, maxMs: number): Promise<void> => {
  const timeout = Promise.withResolvers<'late'>();
  const isReleased = await withPausedDatabase(db, async wal => {
    await conversation.send({wal});
    const timer = setTimeout(() => timeout.resolve('late'), maxMs);
    // Any message releases the hold, as does a broken connection.
    const message = await Promise.race([conversation.receive(), timeout.promise]);
    clearTimeout(timer);
    return message !== 'late';
  });
  if (!isReleased) {
    throw new Error(
      `A cópia do banco de dados levou mais de ${maxMs / SECOND_MS} s, e o servidor não pode parar tanto. ` +
        'Use um disco mais rápido, ou encerre o servidor.',
    );
  }
  await conversation.send({released: true});
};

const files = async (db: Db, conversation: Conversation): Promise<void> => {
  for await (const rows of readFileRows(db)) await conversation.send({rows});
  await conversation.send({identidade: await readDatabaseIdentity(db)});
};
