/** The real server without a socket, on a database and a folder of its own, with people and records to work with. */
import {join} from 'node:path';
import type {FastifyInstance} from 'fastify';
import type {Config, Endpoint} from '../../src/schema/shapes/config.ts';
import {fillPath, parseEndpoint} from '../../src/schema/paths.ts';
import {buildApp} from '../../src/server/app.ts';
import type {Context} from '../../src/server/context.ts';
import {readEnv, type Env} from '../../src/server/env.ts';
import type {OwnCode} from '../../src/server/own.ts';
import {createAttachmentStore} from '../../src/server/files/createAttachmentStore.ts';
import type {FileStorage} from '../../src/server/files/storage.ts';
import {openStorage} from '../../src/server/files/openStorage.ts';
import {createWakeSignal} from '../../src/server/wakeSignal.ts';
import {ensureFirstAdm} from '../../src/server/sessions/firstAdm.ts';
import {createWebhooks} from '../../src/server/deliveries/webhook.ts';
import product from '../../resources.config.ts';
import {emptyTables, onServer, preparedDatabase, type Reach, type TestDatabase} from './database.ts';
import {temporaryFolder} from './folder.ts';
import {tokenOf, type Caller} from './httpApi.ts';
import {createSeed, type Seed} from './seed.ts';

export {temporaryFolder};

export interface Call {
  /** Values for `:name` in the path. */
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart, instead of `body`. */
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
  /** The caller's address; another each time unless it is given, so that no test runs into the limit of tries of one. */
  address?: string;
}
export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- what the server answers is what the tests find out
  body: any;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  bytes: Buffer;
}
/** Makes a call as a person, as the holder of a token, or as nobody. */
export type Api = (as: Caller, endpoint: Endpoint, call?: Call) => Promise<Answer>;

export interface Adm {
  id: number;
  email: string;
  senha: string;
  token: string;
}

export interface TestApp {
  app: FastifyInstance;
  context: Context;
  /** Where its files lie. */
  storage: FileStorage;
  api: Api;
  seed: Seed;
  /** The first Adm, there from the start and after every reset. */
  adm: Adm;
  /** Another server on the same database and folder; on the embedded database, which one process has, the same one again. */
  second(): Promise<{app: FastifyInstance; api: Api; db: Context['db']; close(): Promise<void>}>;
  /** An empty database with the Adm alone. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const ADM = {ADMIN_EMAIL: 'adm@balcao.test', ADMIN_PASSWORD: 'segredo-1'};

const multipart = async (form: FormData): Promise<{payload: Buffer; headers: Record<string, string>}> => {
  const response = new Response(form);
  return {payload: Buffer.from(await response.arrayBuffer()), headers: {'content-type': response.headers.get('content-type') ?? ''}};
};

const parsed = (text: string, type: unknown): unknown =>
  (typeof type === 'string' && type.includes('json') && text !== '' ? JSON.parse(text) : text);

let calls = 0;
const newAddress = (): string => `10.0.${Math.floor(++calls / 250) % 250}.${calls % 250}`;

const apiOf = (app: FastifyInstance): Api => async (
  as, endpoint, {params = {}, query = {}, body, form, headers = {}, address = newAddress()} = {},
) => {
  const {method, path} = parseEndpoint(endpoint);
  const token = tokenOf(as);
  const sent = form === undefined ? {headers: {}, ...(body === undefined ? {} : {payload: body as object})} : await multipart(form);
  const response = await app.inject({
    method,
    url: `/api/${fillPath(path, params)}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...sent,
    remoteAddress: address,
    headers: {...(token === undefined ? {} : {authorization: `Bearer ${token}`}), ...sent.headers, ...headers},
  });
  return {
    status: response.statusCode, body: parsed(response.payload, response.headers['content-type']), headers: response.headers,
    bytes: response.rawPayload,
  };
};

/** `BALCAO_TEST_SERVERS=2`: every suite's calls do what those of `many` do. */
export const SERVERS = Number(process.env['BALCAO_TEST_SERVERS'] ?? 1);
const inTurns = (apis: readonly Api[]): Api => {
  let made = 0;
  return (...call) => apis[made++ % apis.length]!(...call);
};

/** The environment of a test: nothing of the machine's own. */
export const testEnv = (dataDir: string, more: Partial<Env> = {}): Env =>
  ({...readEnv({DATA_DIR: dataDir, JWT_SECRET: 'segredo-somente-para-os-testes-do-balcao', ...ADM}), ...more});

/**
 * Opens the server for one test file: call it in `beforeAll`, `close` in `afterAll`, `reset` in `beforeEach` where tests
 * must not see each other's records.
 */
export const openTestApp = async (
  {config = product, own, env: more = {}, many = SERVERS > 1, reach = many ? {prepared: false} : {}, database}: {
    config?: Config; own?: OwnCode; env?: Partial<Env>; reach?: Reach;
    /** Calls go by turns to two servers, as behind a balancer and a pooler: what one of them did the other knows. */
    many?: boolean;
    /** One that is prepared for `config` and may have records, the Adm among them; closed with the server. */
    database?: TestDatabase;
  } = {},
): Promise<TestApp> => {
  const {folder, remove} = await temporaryFolder();
  const {db, another, close} = database ?? await preparedDatabase(config, reach);
  const env = testEnv(folder, more);
  const storage = await openStorage(env, join(folder, 'files'));
  const context: Context = {
    config, own, db, env, files: createAttachmentStore(storage), mailSignal: createWakeSignal(), deliverySignal: createWakeSignal(),
    destinations: createWebhooks(config, env),
  };
  const app = await buildApp(context);
  await app.ready();
  const second: TestApp['second'] = async () => {
    const other = another();
    const files = createAttachmentStore(await openStorage(env, join(folder, 'files')));
    const twin = await buildApp({...context, db: other.db, files, mailSignal: createWakeSignal()});
    await twin.ready();
    return {app: twin, api: apiOf(twin), db: other.db, close: async () => {
      await twin.close();
      await other.close();
    }};
  };
  const twin = many && onServer ? await second() : undefined;
  const api = inTurns([apiOf(app), ...(twin === undefined ? [] : [twin.api])]);
  const adm: Adm = {id: 0, email: ADM.ADMIN_EMAIL, senha: ADM.ADMIN_PASSWORD, token: ''};

  await ensureFirstAdm(db, config, ADM);
  const {body} = await api(undefined, 'POST usuarios/login', {body: {email: adm.email, senha: adm.senha}});
  Object.assign(adm, {id: body.id, token: body.token});
  const {id: _id, ...stored} = await db.selectFrom('usuarios').selectAll().where('id', '=', adm.id).executeTakeFirstOrThrow();
  // The database makes the searched form of texts itself, and whether there is a password.
  const first = Object.fromEntries(Object.entries(stored)
    .filter(([column]) => !column.endsWith('$busca') && column !== 'sem_senha')) as Omit<typeof stored, 'id'>;

  return {
    app, context, storage, api, adm,
    seed: createSeed(api, adm, context),
    second,
    reset: async () => {
      await emptyTables(db);
      // Ids start again: the same Adm with the same id, whose token holds. Hashing and signing in for every test was most of their time.
      await db.insertInto('usuarios').values(first).execute();
    },
    close: async () => {
      await twin?.close();
      await app.close();
      await close();
      await remove();
    },
  };
};
