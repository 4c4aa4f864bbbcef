/** The composition root of the server: config and environment in, a listening process out. */
import {flushCompileCache} from 'node:module';
import closeWithGrace from 'close-with-grace';
import type {FastifyInstance} from 'fastify';
import {assertValidConfig} from '../schema/check.ts';
import type {Config} from '../schema/shapes/config.ts';
import {refuseHalfRestored} from './backup/places.ts';
import {createBell} from './bell.ts';
import {answerCommands} from './commands.ts';
import type {Context} from './context.ts';
import {openControl, type Control} from './control/listen.ts';
import {foldersOf, prepareDataDir} from './dataDir.ts';
import {openDatabase, type Database, type ErrorReporter} from './db/connection/open.ts';
import {startCountFolding} from './db/counts/fold.ts';
import {withAdvisoryLock} from './db/advisoryLocks.ts';
import {prepareDatabase} from './db/structure/migrate.ts';
import {isDatabaseUnavailable} from './db/databaseErrors.ts';
import type {Demonstration} from './demo/steps.ts';
import {finishDemo, markDemo, removeUnfinishedDemo} from './demo/unfinished.ts';
import type {Env} from './env.ts';
import {careForFiles, placeOf} from './files/sweep.ts';
import {fileStore} from './files/fileStore.ts';
import {shelfGuard} from './files/identity.ts';
import {openShelf} from './files/shelves.ts';
import {DOOR} from './http/door.ts';
import {errorText} from './http/log.ts';
import {careForMail} from './mail/care.ts';
import {startLeaseSweep} from './robots/expiredLeases.ts';
import {hooks} from './rooms.ts';
import {startRowCleanup} from './db/ages.ts';
import {ensureFirstAdm} from './sessions/firstAdm.ts';
import {SIGNALS} from './signals.ts';

/** What runs beside the product once it listens. @returns ends it, while calls are still answered */
export type Beside = (context: Context, address: string) => Promise<() => Promise<void>>;

export interface MainOptions {
  config: Config;
  env: Env;
  /** The built portal; undefined: the API alone. */
  portalDir: string | undefined;
  /** Reads the demonstration that `DEMO` makes. */
  loadDemo?: (() => Promise<Demonstration>) | undefined;
  beside?: Beside | undefined;
}

/** How long ending may take: what a balancer and requests under way are given, and the database's own end. */
const GRACE = DOOR.drain + DOOR.grace + 2000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`${line}\n`);
const report: ErrorReporter = (message, error) => void process.stderr.write(`${message} ${errorText(error)}\n`);

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
const listen = async (app: FastifyInstance, {HOST, ...env}: Env, name: 'PORT' | 'METRICS_PORT'): Promise<string> => {
  const port = env[name] ?? 0;
  try {
    return await app.listen({host: HOST, port});
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new Error(`A porta ${port} já está em uso em ${HOST}. Escolha outra com ${name}.`, {cause: error});
    if (code === 'EACCES') throw new Error(`Não há permissão para usar a porta ${port}. Escolha outra com ${name}.`, {cause: error});
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Error(`HOST não é um endereço desta máquina: ${HOST}.`, {cause: error});
    throw error;
  }
};

/** Makes and tells who can sign in. Before listening: whoever reaches the product can sign in. */
const printPeople = async (
  app: FastifyInstance, context: Context, db: Database['db'], loadDemo: MainOptions['loadDemo'],
): Promise<void> => {
  const {config, env} = context;
  if (await removeUnfinishedDemo(db, loadDemo)) print('Uma demonstração que foi interrompida antes do fim foi removida.');
  const plans = env.DEMO ? await import('./demo/plan.ts') : undefined;
  const demo = await plans?.planDemo(db, env);
  if (demo !== undefined) await markDemo(db);
  const firstAdm = await ensureFirstAdm(db, config, demo ?? env);
  if (plans !== undefined && demo !== undefined) {
    const {seedDemo} = await import('./demo/seed.ts');
    const users = await seedDemo(app, context, await loadDemo?.() ?? [], demo.ADMIN_EMAIL, demo.ADMIN_PASSWORD, demo.senha);
    await finishDemo(db);
    plans.printDemo(users, demo, print);
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
const welcome = (app: FastifyInstance, context: Context, {kind, db}: Database, loadDemo: MainOptions['loadDemo']): Promise<void> =>
  kind === 'server' ? withAdvisoryLock(db, kind, 'people', connection => printPeople(app, context, connection, loadDemo))
    : printPeople(app, context, db, loadDemo);

/** The embedded database is open in this process alone: commands ask it. A server's they reach themselves. */
const commands = async ({db}: Database, {DATA_DIR}: Env): Promise<Control | undefined> => {
  const {control, reason} = await openControl(DATA_DIR, answerCommands(db), report);
  if (reason !== undefined) print(reason);
  return control;
};

const closing = {error: (error: unknown) => report('O processo não terminou em ordem.', error)};

/**
 * Starts the product and keeps it running until a signal ends it.
 *
 * @throws Error whose message is one Portuguese sentence for each mistake in the config, the environment or the database
 */
export const main = async ({config, env, portalDir, loadDemo, beside}: MainOptions): Promise<void> => {
  assertValidConfig(config);
  refuseHalfRestored(env.DATA_DIR);

  const {files: folder} = await prepareDataDir(env.DATA_DIR);
  // The embedded database opens in a thread of its own, and a server answers from afar: the routes are read meanwhile.
  const [database, {buildApp}] = await Promise.all([openDatabase(env, report), import('./app.ts')]);
  const place = placeOf(env, await openShelf(env, folder), database.db);
  const bell = createBell();
  const context: Context = {config, db: database.db, env, files: fileStore(place.shelf, shelfGuard(place)), mail: bell};
  const metrics = env.METRICS_PORT === undefined ? undefined
    : (await import('./metrics/metrics.ts')).createMetrics({...context, hooks}, database.readPoolUse);
  let app: Promise<FastifyInstance> | undefined;
  let endCare: (() => Promise<void>) | undefined;
  let endFolding: (() => Promise<void>) | undefined;
  let endSweeping: (() => Promise<void>) | undefined;
  let endLeases: (() => Promise<void>) | undefined;
  let endMail: (() => Promise<void>) | undefined;
  let control: Control | undefined;
  let endBeside: (() => Promise<void>) | undefined;
  let address = '';
  const close = async (): Promise<void> => {
    void endCare?.();
    await endBeside?.();
    const [folded, swept, expired] = [endFolding?.(), endSweeping?.(), endLeases?.()];
    await control?.close();
    // Mails on their way have as long as requests have.
    await Promise.all([app?.then(built => built.close(), () => {}), endMail?.(), metrics?.app.close()]);
    await folded;
    await swept;
    await expired;
    await database.close();
  };
  try {
    // Made while the database prepares itself: nothing of it asks before it is asked.
    // Where there can be no other server, nobody is to be sent to one.
    const door = database.kind === 'embedded' ? {drain: 0} : {};
    app = buildApp(context, {portalDir, logger: true, watch: metrics?.watch, door});
    await Promise.all([app, prepareDatabase(database.db, config, print, database.kind)]);
    endCare = await careForFiles(place, database.kind, warn, report);
    endFolding = startCountFolding(database.db, config, error => report('As contagens dos dashboards não foram somadas.', error));
    endSweeping = startRowCleanup(database.db, report);
    endLeases = startLeaseSweep({...context, hooks}, report);
    await welcome(await app, context, database, loadDemo);
    if (database.kind === 'embedded') control = await commands(database, env);
    endMail = await careForMail(context, bell, database.kind, warn, report);
    if (metrics !== undefined) print(`Métricas: ${await listen(metrics.app, env, 'METRICS_PORT')}/metrics`);
    address = await listen(await app, env, 'PORT');
    endBeside = await beside?.(context, address);
  } catch (error) {
    await close();
    throw isDatabaseUnavailable(error)
      ? new Error(`O banco de dados parou durante a partida: ${(error as Error).message}`, {cause: error})
      : error;
  }

  let isLost = false;
  const ending = closeWithGrace({delay: GRACE, skip: [...SIGNALS], logger: closing}, async ({err}) => {
    if (err !== undefined) report('O processo será encerrado por um erro.', err);
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

  // Said last: whoever reads that it can be ended may end it at once.
  print(`\nBalcão no ar: ${address}`);
  if (env.SMTP_URL === undefined) print(`Sem SMTP_URL nenhum e-mail é enviado: cada um fica em ${foldersOf(env.DATA_DIR).outbox}.`);
  print('Ctrl-C encerra.\n');
  // For the next start, however this process ends.
  flushCompileCache();
};
