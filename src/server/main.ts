/** The composition root of the server: config and environment in, a listening process out. */
import {flushCompileCache} from 'node:module';
import closeWithGrace from 'close-with-grace';
import type {FastifyInstance} from 'fastify';
import {assertValidConfig} from '../schema/check.ts';
import type {Config} from '../schema/shapes/config.ts';
import type {OwnCode} from './own.ts';
import {refuseIncompleteRestore} from './backup/locations.ts';
import {createWakeSignal} from './wakeSignal.ts';
import {createCommandHandler} from './commands.ts';
import type {Context} from './context.ts';
import {openAdminSocket, type AdminSocket} from './adminSocket/server.ts';
import {dataFolders, prepareDataDir} from './dataDir.ts';
import {openDatabase, type Database, type ErrorReporter} from './db/connection/open.ts';
import {startCountFolding} from './db/counts/fold.ts';
import {withAdvisoryLock} from './db/advisoryLocks.ts';
import {prepareDatabase} from './db/structure/migrate.ts';
import {isDatabaseUnavailable} from './db/databaseErrors.ts';
import {startDeliveries} from './deliveries/startDeliveries.ts';
import {createOwnDestinations} from './deliveries/committed.ts';
import {createWebhooks} from './deliveries/webhook.ts';
import type {Demonstration} from './demo/steps.ts';
import {markDemoFinished, markDemoUnfinished, removeUnfinishedDemo} from './demo/unfinished.ts';
import type {Env} from './env.ts';
import {startFileSweeps, pairStorageWithDatabase} from './files/sweep.ts';
import {createAttachmentStore} from './files/createAttachmentStore.ts';
import {createStorageGuard} from './files/identity.ts';
import {openStorage} from './files/openStorage.ts';
import {DEFAULT_CONNECTION_LIMITS} from './http/connectionLimits.ts';
import {errorText} from './http/log.ts';
import {startMailSending} from './mail/startMailSending.ts';
import {startLeaseSweep} from './robots/expiredLeases.ts';
import {hooks} from './registerRoutes.ts';
import {startRowCleanup} from './db/retention.ts';
import {ensureFirstAdm} from './sessions/firstAdm.ts';
import {createOwnTimers} from './ownCode/ownTimers.ts';
import {startTimers} from './timers/startTimers.ts';
import {END_SIGNALS} from './endSignals.ts';

/** Work that runs beside the server once it listens. @returns ends it, while calls are still answered */
export type StartCompanion = (context: Context, address: string) => Promise<() => Promise<void>>;

export interface MainOptions {
  config: Config;
  /** Own code beside the config, checked by `checkOwn`. */
  own?: OwnCode | undefined;
  env: Env;
  portalDir: string | undefined;
  /** Reads the demonstration that `DEMO` makes. */
  loadDemo?: (() => Promise<Demonstration>) | undefined;
  startCompanion?: StartCompanion | undefined;
}

/** Time limit of a shutdown: draining, requests under way, and closing the database. */
const GRACE_MS = DEFAULT_CONNECTION_LIMITS.drainMs + DEFAULT_CONNECTION_LIMITS.graceMs + 2000;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const warn = (line: string): void => void process.stderr.write(`${line}\n`);
const report: ErrorReporter = (message, error) => void process.stderr.write(`${message} ${errorText(error)}\n`);

/**
 * Ends at the first signal, because Ctrl-C under npm arrives two or three times, from the terminal and from npm.
 *
 * @returns ends it for another reason, and counts as the first signal
 */
const endOnFirst = (signals: readonly NodeJS.Signals[], end: () => void): (() => void) => {
  let hasEnded = false;
  const endOnce = (): void => {
    if (!hasEnded) end();
    hasEnded = true;
  };
  for (const signal of signals) process.on(signal, endOnce);
  return endOnce;
};

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

/** Creates and prints the accounts that can sign in, before the server listens. */
const prepareSignIn = async (
  app: FastifyInstance, context: Context, db: Database['db'], loadDemo: MainOptions['loadDemo'],
): Promise<void> => {
  const {config, env} = context;
  if (await removeUnfinishedDemo(db, loadDemo)) print('Uma demonstração que foi interrompida antes do fim foi removida.');
  const plans = env.DEMO ? await import('./demo/plan.ts') : undefined;
  const demo = await plans?.chooseDemoCredentials(db, env);
  if (demo !== undefined) await markDemoUnfinished(db);
  const firstAdm = await ensureFirstAdm(db, config, demo ?? env);
  if (plans !== undefined && demo !== undefined) {
    const {seedDemo} = await import('./demo/seed.ts');
    const users = await seedDemo(app, context, await loadDemo?.() ?? [], demo.ADMIN_EMAIL, demo.ADMIN_PASSWORD, demo.senha);
    await markDemoFinished(db);
    plans.printDemoUsers(users, demo, print);
    return;
  }
  if (env.DEMO) print('DEMO: o banco de dados já tem registros, e nada foi criado.');
  if (firstAdm?.password !== undefined) {
    print(`Entre com o e-mail ${firstAdm.email} e a senha ${firstAdm.password}`);
    print('Esta senha não será mostrada de novo: anote-a, ou troque-a em Alterar Senha.');
  } else if (firstAdm !== undefined) print(`Entre com o e-mail ${firstAdm.email} e a senha de ADMIN_PASSWORD.`);
  else print('Entre com o seu e-mail e a sua senha. Senha esquecida: npm run senha -- <e-mail>');
};

/** Serialises {@link prepareSignIn} on a database server, so that two processes do not create two demonstrations. */
const prepareSignInOnce = (
  app: FastifyInstance, context: Context, {kind, db}: Database, loadDemo: MainOptions['loadDemo'],
): Promise<void> =>
  kind === 'server' ? withAdvisoryLock(db, kind, 'people', connection => prepareSignIn(app, context, connection, loadDemo))
    : prepareSignIn(app, context, db, loadDemo);

/** Opens the control socket, because commands cannot open the embedded database themselves. */
const openCommands = async ({db}: Database, {DATA_DIR}: Env): Promise<AdminSocket | undefined> => {
  const {control, reason} = await openAdminSocket(DATA_DIR, createCommandHandler(db), report);
  if (reason !== undefined) print(reason);
  return control;
};

const closing = {error: (error: unknown) => report('O processo não terminou em ordem.', error)};

/**
 * Starts the product and runs it until a signal ends it.
 *
 * @throws Error with a Portuguese sentence for each mistake in the config, the environment or the database
 */
export const main = async ({config, own, env, portalDir, loadDemo, startCompanion}: MainOptions): Promise<void> => {
  assertValidConfig(config);
  refuseIncompleteRestore(env.DATA_DIR);
  const webhooks = createWebhooks(config, env);

  const {files: folder} = await prepareDataDir(env.DATA_DIR);
  // The database opens in a thread of its own or answers from afar; the routes are loaded meanwhile.
  const [database, {buildApp}] = await Promise.all([openDatabase(env, report), import('./app.ts')]);
  const storagePlace = pairStorageWithDatabase(env, await openStorage(env, folder), database.db);
  const [mailSignal, deliverySignal] = [createWakeSignal(), createWakeSignal()];
  const context: Context = {
    config, own, db: database.db, env, files: createAttachmentStore(storagePlace.storage, createStorageGuard(storagePlace)), mailSignal,
    deliverySignal, destinations: webhooks,
  };
  const engine = {...context, hooks};
  context.destinations = new Map([...webhooks, ...createOwnDestinations(engine, report)]);
  const metrics = env.METRICS_PORT === undefined ? undefined
    : (await import('./metrics/metrics.ts')).createMetrics(engine, database.readPoolUse);
  let app: Promise<FastifyInstance> | undefined;
  let endFileSweep: (() => Promise<void>) | undefined;
  let endFolding: (() => Promise<void>) | undefined;
  let endRowCleanup: (() => Promise<void>) | undefined;
  let endLeaseSweep: (() => Promise<void>) | undefined;
  let endMail: (() => Promise<void>) | undefined;
  let endTimers: (() => Promise<void>) | undefined;
  let endDeliveries: (() => Promise<void>) | undefined;
  let control: AdminSocket | undefined;
  let endBeside: (() => Promise<void>) | undefined;
  let address = '';
  const close = async (): Promise<void> => {
    void endFileSweep?.();
    await endBeside?.();
    const [foldingEnd, cleanupEnd, leaseEnd] = [endFolding?.(), endRowCleanup?.(), endLeaseSweep?.()];
    await control?.close();
    await Promise.all([app?.then(built => built.close(), () => {}), endMail?.(), endDeliveries?.(), endTimers?.(), metrics?.app.close()]);
    await foldingEnd;
    await cleanupEnd;
    await leaseEnd;
    await database.close();
  };
  try {
    // The app is built while the database migrates, because it sends no statement yet.
    // An embedded database has no other server that calls could be sent to.
    const door = database.kind === 'embedded' ? {drainMs: 0} : {};
    app = buildApp(context, {portalDir, logger: true, watch: metrics?.watch, door});
    await Promise.all([app, prepareDatabase(database.db, config, print, database.kind)]);
    endFileSweep = await startFileSweeps(storagePlace, database.kind, warn, report);
    endFolding = startCountFolding(database.db, config, error => report('As contagens dos dashboards não foram somadas.', error));
    endRowCleanup = startRowCleanup(database.db, report);
    endLeaseSweep = startLeaseSweep(engine, report);
    await prepareSignInOnce(await app, context, database, loadDemo);
    if (database.kind === 'embedded') control = await openCommands(database, env);
    endMail = await startMailSending(context, mailSignal, database.kind, warn, report);
    endDeliveries = await startDeliveries(context, context.destinations, deliverySignal, database.kind, warn, report);
    endTimers = await startTimers(context, createOwnTimers(engine), report);
    if (metrics !== undefined) print(`Métricas: ${await listen(metrics.app, env, 'METRICS_PORT')}/metrics`);
    address = await listen(await app, env, 'PORT');
    endBeside = await startCompanion?.(context, address);
  } catch (error) {
    await close();
    throw isDatabaseUnavailable(error)
      ? new Error(`O banco de dados parou durante a partida: ${(error as Error).message}`, {cause: error})
      : error;
  }

  let isDatabaseLost = false;
  const closer = closeWithGrace({delay: GRACE_MS, skip: [...END_SIGNALS], logger: closing}, async ({err}) => {
    if (err !== undefined) report('O processo será encerrado por um erro.', err);
    await close();
    // A failure status makes the process supervisor restart it.
    if (isDatabaseLost) process.exit(1);
  });
  const end = endOnFirst(END_SIGNALS, closer.close);
  void database.lost.then(sentence => {
    process.stderr.write(`${sentence}\n`);
    isDatabaseLost = true;
    end();
  });

  // Printed last, because a reader may end the process from here on.
  print(`\nBalcão no ar: ${address}`);
  if (env.SMTP_URL === undefined) print(`Sem SMTP_URL nenhum e-mail é enviado: cada um fica em ${dataFolders(env.DATA_DIR).outbox}.`);
  print('Ctrl-C encerra.\n');
  // Written now for the next start, however this process ends.
  flushCompileCache();
};
