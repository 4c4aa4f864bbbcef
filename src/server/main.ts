/** The composition root of the server: config and environment in, a listening process out. */
import closeWithGrace from 'close-with-grace';
import type {FastifyInstance} from 'fastify';
import {demandConfig} from '../schema/check.ts';
import type {Config} from '../schema/config.ts';
import {buildApp} from './app.ts';
import type {Context} from './context.ts';
import {prepareDataDir} from './dataDir.ts';
import {prepareDatabase} from './db/migrate.ts';
import {oneAtATime} from './db/oneAtATime.ts';
import {openDatabase, type Database, type Report} from './db/open.ts';
import {isOut} from './db/trouble.ts';
import {planDemo, printDemo} from './demo/plan.ts';
import {seedDemo} from './demo/seed.ts';
import {finishDemo, markDemo, removeUnfinishedDemo} from './demo/unfinished.ts';
import type {Env} from './env.ts';
import {diskStore} from './files/diskStore.ts';
import {sweepFiles} from './files/sweep.ts';
import {ensureFirstAdm} from './sessions/firstAdm.ts';

export interface MainOptions {
  config: Config;
  env: Env;
  /** The built portal; undefined: the API alone. */
  portalDir: string | undefined;
}

const HOUR = 3_600_000;
/** How long requests under way may take once the process is told to end. */
const GRACE = 10_000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const report: Report = (message, error) => void process.stderr.write(`${message} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);

/** What asks the process to end. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ctrl-C under npm arrives two or three times, from the terminal and from npm; only the first counts, and GRACE bounds it.
 *
 * @returns what ends it for another reason, and counts as the first
 */
const endOnFirst = (signals: readonly NodeJS.Signals[], end: () => void): (() => void) => {
  let told = false;
  const first = (): void => {
    if (!told) end();
    told = true;
  };
  for (const signal of signals) process.on(signal, first);
  return first;
};

/** Makes the listening errors a person can mend into sentences. */
const listen = async (app: FastifyInstance, {HOST, PORT}: Env): Promise<string> => {
  try {
    return await app.listen({host: HOST, port: PORT});
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`A porta ${PORT} já está em uso em ${HOST}. Escolha outra com PORT.`, {cause: error});
    if (code === 'EACCES') throw new Error(`Não há permissão para usar a porta ${PORT}. Escolha outra com PORT.`, {cause: error});
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Error(`HOST não é um endereço desta máquina: ${HOST}.`, {cause: error});
    throw error;
  }
};

/** Makes and tells who can sign in. Before listening: whoever reaches the product can sign in. */
const printPeople = async (app: FastifyInstance, context: Context): Promise<void> => {
  const {config, db, env} = context;
  if (await removeUnfinishedDemo(db)) print('Uma demonstração que foi interrompida antes do fim foi removida.');
  const demo = env.DEMO ? await planDemo(db, env) : undefined;
  if (demo !== undefined) await markDemo(db);
  const firstAdm = await ensureFirstAdm(db, config, demo ?? env);
  if (demo !== undefined) {
    const users = await seedDemo(app, context, demo.ADMIN_EMAIL, demo.ADMIN_PASSWORD);
    await finishDemo(db);
    printDemo(users, demo.ADMIN_PASSWORD, print);
    return;
  }
  if (env.DEMO) print('DEMO: o banco de dados já tem registros, e nada foi criado.');
  if (firstAdm?.password !== undefined) {
    print(`Entre com o e-mail ${firstAdm.email} e a senha ${firstAdm.password}`);
    print('Esta senha não será mostrada de novo: anote-a, ou troque-a em Alterar Senha.');
  } else if (firstAdm !== undefined) print(`Entre com o e-mail ${firstAdm.email} e a senha de ADMIN_PASSWORD.`);
  else print('Entre com o seu e-mail e a sua senha. Senha esquecida: npm run senha -- <e-mail>');
};

/** On a server another process may be at it: two that start at once are not to make two demonstrations. */
const welcome = (app: FastifyInstance, context: Context, {kind, db}: Database): Promise<void> =>
  kind === 'server' ? oneAtATime(db, 'people', () => printPeople(app, context)) : printPeople(app, context);

/**
 * Starts the product and keeps it running until a signal ends it.
 *
 * @throws Error whose message is one Portuguese sentence for each mistake in the config, the environment or the database
 */
export const main = async ({config, env, portalDir}: MainOptions): Promise<void> => {
  demandConfig(config);

  const {files: folder} = await prepareDataDir(env.DATA_DIR);
  const database = await openDatabase(env, report);
  const context: Context = {config, db: database.db, env, files: diskStore(folder)};
  let app: FastifyInstance | undefined;
  const close = async (): Promise<void> => {
    await app?.close();
    await database.close();
  };
  try {
    await prepareDatabase(database.db, config, print);
    app = await buildApp(context, {portalDir, logger: true});
    await welcome(app, context, database);
    print(`\nBalcão no ar: ${await listen(app, env)}`);
    print('Ctrl-C encerra.\n');
  } catch (error) {
    await close();
    throw isOut(error) ? new Error(`O banco de dados parou durante a partida: ${(error as Error).message}`, {cause: error}) : error;
  }

  const sweep = () => void sweepFiles(folder, database.db).catch((error: unknown) => report('A limpeza de arquivos falhou.', error));
  const sweeping = setInterval(sweep, HOUR).unref();
  sweep();

  let isLost = false;
  const ending = closeWithGrace({delay: GRACE, skip: [...SIGNALS]}, async ({err}) => {
    if (err !== undefined) report('O processo será encerrado por um erro.', err);
    clearInterval(sweeping);
    await close();
    // Not as somebody asked: whoever watches over the process is to start it again.
    if (isLost) process.exit(1);
  });
  const end = endOnFirst(SIGNALS, ending.close);
  void database.lost.then(sentence => {
    process.stderr.write(`${sentence}\n`);
    isLost = true;
    end();
  });
};
