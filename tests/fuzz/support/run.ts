/** Thousands of random requests to the whole API as every profile, and what was wrong with the answers. */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import fc from 'fast-check';
import type {LightMyRequestResponse} from 'fastify';
import {sql} from 'kysely';
import type {Config} from '../../../src/schema/config/config.ts';
import {documentOf, isEndless, type Operation} from '../../support/document.ts';
import {openTestApp, type TestApp} from '../../support/server.ts';
import {createWorld, newTicket, formOf, NOTA} from '../../support/tickets.ts';
import type {Schemas} from './fromSchema.ts';
import {requestsTo, type Documented, type Parameter, type Sent} from './requests.ts';

/** Requests made between two looks at the people and records they were sent about. */
const ROUND = 250;
/** No call takes this long: one that does hangs. Milliseconds. */
const HANGS = 60_000;

/** What no answer may carry: stacks, statements, files, hashes. */
const LEAKS: readonly RegExp[] = [
  /\n\s+at \S+/,
  /node_modules|\.tsx?:\d|file:\/\/|\/src\/server/,
  /\bselect\b.{1,80}\bfrom\b|\binsert into\b|\bupdate \w+ set\b/i,
  /\$argon2id\$/,
  /violates|duplicate key|syntax error|relation "|column "|invalid input syntax/,
  /Unexpected (?:token|end)|is not a function|Cannot read propert/,
];

export interface FuzzOptions {
  config: Config;
  requests: number;
  /** The same seed makes the same requests; what they find depends on the records that those before have made. */
  seed: number;
  /** Told the number of requests made, now and then. */
  progress?: (done: number) => void;
}
export interface Found {
  /** One line each, with what is needed to send it again. */
  faults: string[];
  /** How many answers had each status. */
  statuses: Readonly<Record<number, number>>;
  /** Bytes of JavaScript's heap after garbage was collected: once everything had been called a few times, and at the end. */
  heap: {before: number; after: number};
}

interface DocumentedOperation extends Pick<Operation, 'responses'> {
  parameters?: Parameter[];
  requestBody?: {content: Record<string, {schema?: object}>};
}
interface FuzzedDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: {schemas: Schemas};
}

const callsOf = async (config: Config): Promise<{calls: Documented[]; schemas: Schemas}> => {
  const document = await documentOf(config) as FuzzedDocument;
  const calls = Object.entries(document.paths).flatMap(([path, operations]) => Object.entries(operations)
    .filter(([, operation]) => !isEndless(operation))
    .map(([method, {parameters = [], requestBody}]): Documented => ({
      method: method.toUpperCase() as Documented['method'], path, parameters,
      bodies: Object.fromEntries(Object.entries(requestBody?.content ?? {}).map(([type, {schema}]) => [type, schema ?? {}])),
    })));
  return {calls, schemas: document.components.schemas};
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Random calls deactivate people, end tickets and delete branches: those that the calls are about are brought back. */
const healer = async ({context: {db}}: TestApp): Promise<(turn: number) => Promise<void>> => {
  const people = await sql<{id: number}>`select id, ativo, tipo, id_empresa, token_versao, senha_hash, email from usuarios`.execute(db);
  return async turn => {
    for (const one of people.rows) await db.updateTable('usuarios').set(one as object).where('id', '=', one.id).execute();
    await sql`update empresas set ativo = true where id <= 12`.execute(db);
    await sql`update filiais set data_exclusao = null where id <= 12`.execute(db);
    await sql`update tickets set id_status_ticket = 1 + (id + ${turn}::integer) % 8 where id <= 12`.execute(db);
    // What the first calls made must not drown the ids that all calls name.
    await sql`delete from filtros_salvos where id > 12`.execute(db);
  };
};

const faultsOf = ({statusCode, headers, body}: LightMyRequestResponse): string[] => {
  const isJson = (headers['content-type'] ?? '').includes('json');
  const leak = isJson || statusCode >= 400 ? LEAKS.find(one => one.test(body)) : undefined;
  const found = leak === undefined ? [] : [`tells ${String(leak.exec(body)?.[0])}`];
  if (statusCode >= 500) found.push(`answers ${statusCode}`);
  if (statusCode >= 400 && (!isJson || !/"message":"[^"]/.test(body))) found.push('refuses without a sentence');
  return found;
};

export const fuzz = async ({config, requests, seed, progress}: FuzzOptions): Promise<Found> => {
  const server = await openTestApp({config});
  try {
    const world = await createWorld(server, 'Robô');
    const other = await createWorld(server);
    for (const perfil of ['adm', 'empresa', 'fornecedor', 'empresaUsuario'] as const) {
      for (const one of [world, other]) await server.api(one.users[perfil].token, 'POST tickets', {form: formOf(newTicket(one), [NOTA])});
    }
    const tokens = [undefined, ...Object.values(world.users).map(user => user.token), other.users.empresa.token];
    const heal = await healer(server);
    const {calls, schemas} = await callsOf(config);
    const arbitraries = calls.map(call => requestsTo(call, schemas));
    const any = fc.tuple(fc.nat(arbitraries.length - 1), fc.nat(tokens.length - 1)).chain(([call, who]) =>
      (arbitraries[call] ?? fc.constant(undefined)).map(sent => ({sent, who})));

    const send = async (sent: Sent, token: string | undefined, number: number) => server.app.inject({
      method: sent.method, url: sent.url, ...(sent.payload === undefined ? {} : {payload: sent.payload}),
      // Another address each time: the limits of one are not what is asked about.
      remoteAddress: `10.${(number >> 16) % 256}.${(number >> 8) % 256}.${number % 256}`,
      headers: {...(token === undefined ? {} : {authorization: `Bearer ${token}`}), ...sent.headers},
    });
    const faults: string[] = [];
    const statuses: Record<number, number> = {};
    let before = 0;
    const warm = Math.max(ROUND, Math.floor(requests / 5 / ROUND) * ROUND);
    for (let done = 0; done < requests; done += ROUND) {
      await heal(done / ROUND);
      for (const [index, {sent, who}] of fc.sample(any, {seed: seed + done, numRuns: Math.min(ROUND, requests - done)}).entries()) {
        if (sent === undefined) continue;
        const body = sent.payload?.toString('utf8').slice(0, 300) ?? '';
        const headers = JSON.stringify(sent.headers);
        const name = `seed ${seed}, request ${done + index}: ${sent.method} ${sent.url.slice(0, 200)} ${headers} ${body}`;
        let timer: NodeJS.Timeout | undefined;
        const hangs = new Promise<'hangs'>(resolve => {
          timer = setTimeout(() => resolve('hangs'), HANGS);
        });
        const answer = await Promise.race([send(sent, tokens[who], done + index), hangs]);
        clearTimeout(timer);
        if (answer === 'hangs') {
          faults.push(`hangs: ${name}`);
          continue;
        }
        statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
        faults.push(...faultsOf(answer).map(fault => `${fault}: ${name} → ${answer.body.slice(0, 200)}`));
      }
      if (done + ROUND === warm) before = heapUsed();
      progress?.(Math.min(done + ROUND, requests));
    }
    return {faults, statuses, heap: {before, after: heapUsed()}};
  } finally {
    await server.close();
  }
};
