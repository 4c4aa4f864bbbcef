/** What commands may ask of the running server: to hold the database still, its rows of files, a new password, what a start would do. */
import {holdStill} from './backup/embedded.ts';
import {fileRows, identityOf} from './backup/rows.ts';
import {ASK, type Conversation} from './control/protocol.ts';
import {planDatabase} from './db/structure/migrate.ts';
import type {Db} from './db/tables.ts';
import {setRandomPassword} from './sessions/newPassword.ts';

const SECOND = 1000;
/** How long a command may hold the database: people wait meanwhile, and it may have been stopped by Ctrl-Z. */
const LONGEST_HOLD = 30 * SECOND;

/** @param longestHold ms after which the database goes on whatever the command does */
export const answerCommands = (db: Db, longestHold = LONGEST_HOLD) => async (conversation: Conversation): Promise<void> => {
  const asked = ASK.safeParse(await conversation.receive());
  if (!asked.success) throw new Error('O servidor no ar é de outra versão do Balcão: rode o comando com a versão dele, ou encerre-o.');
  switch (asked.data.ask) {
    case 'hold': return hold(db, conversation, longestHold);
    case 'files': return files(db, conversation);
    case 'plan': return conversation.send({preview: await planDatabase(db, asked.data.config)});
    case 'password': return conversation.send({password: await setRandomPassword(db, asked.data.email)});
  }
};

const hold = async (db: Db, conversation: Conversation, longest: number): Promise<void> => {
  const late = Promise.withResolvers<'late'>();
  const kept = await holdStill(db, async wal => {
    await conversation.send({wal});
    const timer = setTimeout(() => late.resolve('late'), longest);
    // Any word lets go, and so does a line that broke.
    const first = await Promise.race([conversation.receive(), late.promise]);
    clearTimeout(timer);
    return first !== 'late';
  });
  if (!kept) {
    throw new Error(
      `A cópia do banco de dados levou mais de ${longest / SECOND} s, e o servidor não pode parar tanto. ` +
        'Use um disco mais rápido, ou encerre o servidor.',
    );
  }
  await conversation.send({released: true});
};

const files = async (db: Db, conversation: Conversation): Promise<void> => {
  for await (const rows of fileRows(db)) await conversation.send({rows});
  await conversation.send({identidade: await identityOf(db)});
};
