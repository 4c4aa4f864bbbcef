// All of the product that `see` can hide is hidden from everybody but the Adm: whatever the others ask for, they learn nothing of it.
import {strFromU8, unzipSync} from 'fflate';
import {sql} from 'kysely';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, Endpoint, Resource} from '../../src/schema/shapes/config.ts';
import {listFilters} from '../../src/schema/lists/listRequest.ts';
import {parseEndpoint} from '../../src/schema/paths.ts';
import {columnOf, tableOf} from '../../src/server/db/sqlNames.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {askable, callsOf, documentedBy, type Documented} from '../support/documented.ts';
import {openMailServer, testSender} from '../support/mail.ts';
import {negocio, queueTicket} from '../support/queue.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer, type Call} from '../support/server.ts';
import {actOn, createWorld, formOf, NOTA, openTicket, putInto, type World} from '../support/tickets.ts';
import product from '../../resources.config.ts';

const base: Config = product;

/** What the product itself tells of records or finds them by: their `see` is refused at start. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  usuarios: ['tipo', 'nome', 'codigoExterno', 'idEmpresa', 'filiaisAlteradas', 'ativo'],
  empresas: ['razaoSocial', 'ativo'],
  filiais: ['idEmpresa', 'descricao'],
  fornecedores: ['razaoSocial', 'status'],
  modelosFormulario: ['idEmpresa', 'idFilial', 'workFlowNameRpa', 'descricao', 'limiteRobo', 'arquivado'],
  modelosFormularioItem: ['idModeloFormulario', 'descricao', 'tipoCampo', 'obrigatorio', 'mostrarConsultaTicket', 'ordem'],
  tickets: [
    'idEmpresa', 'idFilial', 'idModeloFormulario', 'idUsuario', 'idUsuarioAtendimento', 'idStatusTicket', 'dataCriacao', 'dataFinalizacao',
    'statusDesde',
  ],
};
const hiddenIn = (name: string): string[] => Object.entries(base.resources[name]?.fields ?? {})
  // What is shown through a reference is hidden as that is.
  .flatMap(([own, {kind}]) => (kind === 'relacionado' || TOLD[name]?.includes(own) === true ? [] : [own]));
/** Answers that nobody else is told in a sentence: of an action that does nothing else, and of one that moves the record. */
const NOTES = ['anotar', 'devolver'] as const;
const answersHidden = ({actions}: Resource): Resource['actions'] => actions && Object.fromEntries(
  Object.entries(actions).map(([key, action]) => [key, (NOTES as readonly string[]).includes(key)
    ? {...action, asks: Object.fromEntries(Object.entries(action.asks ?? {}).map(([own, ask]) => [own, {...ask, see: ['adm']}]))}
    : action]));
const config = completeConfig({
  ...base,
  resources: Object.fromEntries(Object.entries(base.resources).map(([name, resource]) => [name, {
    ...resource, actions: answersHidden(resource),
    fields: Object.fromEntries(Object.entries(resource.fields)
      .map(([own, field]) => [own, hiddenIn(name).includes(own) ? {...field, see: ['adm']} : field])),
  }])),
});

it('the start takes it', () => {
  expect(checkConfig(config)).toEqual([]);
});

const server = beforeTests(() => openTestApp({config}));
let documented: Documented[];
let world: World;
let ticket: number;
/** What each hidden text of the database is made, by its field; nothing else says it. */
const words = new Map<string, string>();
const wordOf = (name: string, own: string): string => `zq${name}${own}`.toLowerCase().slice(0, 14);

beforeAll(async () => {
  const {api, seed, context: {db}} = server;
  documented = askable(documentedBy(await judgeOf(config)));
  world = await createWorld(server, 'agendar');
  const {users, idEmpresa} = world;
  await seed.fornecedor({idEmpresa});
  const queued = await queueTicket(server, world);
  const {body: lease} = await api(users.rpa, 'POST rpa/reservar', {body: {robo: 'R'}});
  await api(users.rpa, 'POST rpa/tickets/:id/falhar', {params: {id: queued}, body: {leaseToken: lease.leaseToken, ...negocio()}});
  ({id: ticket} = await openTicket(server, world, users.fornecedor));
  await actOn(server, ticket, users.empresa, 'comentar', {form: formOf({comentario: 'Olá'}, [NOTA])});
  await putInto(server, queued, 'emAtendimento');
  for (const action of NOTES) {
    words.set(`tickets.${action}`, `zq${action}`);
    await actOn(server, queued, server.adm, action, {body: {comentario: `zq${action}`}});
  }
  await putInto(server, queued, 'emAtendimento', {atendente: users.empresa.id});
  await actOn(server, queued, server.adm, 'anotar', {body: {comentario: 'zqanotar'}});
  await actOn(server, queued, server.adm, 'enviarRpa');
  for (const [name, resource] of Object.entries(config.resources)) {
    for (const own of hiddenIn(name)) {
      const field = resource.fields[own];
      if (field === undefined || !['texto', 'telefone', 'documento'].includes(field.kind)) continue;
      words.set(`${name}.${own}`, wordOf(name, own));
      await sql`update ${sql.table(tableOf(name))} set ${sql.ref(columnOf(own, field))} = ${wordOf(name, own)} || id`.execute(db);
    }
  }
  await sql`update tickets set versao_modelo = 7654321`.execute(db);
});

const textOf = ({headers, bytes}: Answer): string => {
  const isPacked = bytes.subarray(0, 2).toString() === 'PK';
  const parts = isPacked ? Object.values(unzipSync(bytes)).map(part => strFromU8(part)) : [bytes.toString('utf8')];
  return [JSON.stringify(headers), ...parts].join('\n').toLowerCase();
};

const LISTS = ['usuarios', 'empresas', 'filial', 'fornecedores', 'modelosformulario', 'tickets'];
/** Beside what the document tells: exports of every column, what is typed to be found, a refused save. */
const more = (): [Endpoint, Call][] => [
  ...LISTS.flatMap((list): [Endpoint, Call][] => [
    [`GET ${list}`, {}], [`GET ${list}/exportar`, {query: {formato: 'csv'}}], [`GET ${list}/exportar`, {query: {formato: 'xlsx'}}],
  ]),
  ...[...words.values()].map((texto): [Endpoint, Call] => ['GET ir-para', {query: {texto}}]),
  ['PUT tickets/:id', {params: {id: ticket}, body: {versao: 0}}],
  ['PUT tickets/cancelar/:id', {params: {id: ticket}, body: {}}],
];
/** Every answer there is for somebody: all that the document tells of, and more. */
const answers = async (as: SeedUser): Promise<[call: string, text: string][]> => {
  const calls = documented.flatMap(one => callsOf(one, as).map((call): [Endpoint, Call] => [one.endpoint, call]));
  const all: [string, string][] = [];
  for (const [endpoint, call] of [...calls, ...more()]) {
    all.push([`${endpoint} ${JSON.stringify(call)}`, textOf(await server.api(as, endpoint, call))]);
  }
  return all;
};

describe('of all that is hidden', () => {
  it.each(['empresa', 'fornecedor', 'empresaUsuario', 'rpa'] as const)('%s learns nothing by any answer', async perfil => {
    const secret = [...words.values(), '7654321'];
    const leaks = (await answers(world.users[perfil])).flatMap(([call, text]) =>
      secret.filter(one => text.includes(one)).map(one => `${call}: ${one}`));
    expect(leaks).toEqual([]);
  });

  it('no mail tells anybody', async () => {
    const mails = await openMailServer();
    onTestFinished(mails.close);
    const sender = await testSender(server, mails.url);
    onTestFinished(() => sender.stop(0));
    await sender.sendAll();
    const readers = new Set(mails.received.flatMap(({recipients}) => recipients));
    for (const perfil of ['empresa', 'fornecedor'] as const) expect(readers).toContain(world.users[perfil].email);
    const secret = [...words.values(), '7654321'];
    const leaks = mails.received.flatMap(mail => secret.filter(word => JSON.stringify(mail).toLowerCase().includes(word))
      .map(word => `${mail.subject}: ${word}`));
    expect(leaks).toEqual([]);
  });

  it('the Adm is told all of it', async () => {
    const told = (await answers(world.users.adm)).map(([, text]) => text).join('\n');
    expect([...words.values(), '7654321'].filter(word => !told.includes(word))).toEqual([]);
  });

  const hiding = Object.keys(base.resources).filter(name => hiddenIn(name).length > 0);
  it.each(hiding)('no list of %s is filtered or put in order by it', async name => {
    const resource = config.resources[name]!;
    const {path} = parseEndpoint(resource.api?.list ?? `GET ${name}`);
    const found: string[] = [];
    for (const own of hiddenIn(name)) {
      const filters = listFilters(resource).filter(filter => filter.name === own).flatMap(({params}) => params);
      const typed = words.get(`${name}.${own}`) ?? '1';
      for (const query of [{sort: own}, ...filters.map(param => ({[param]: typed}))]) {
        const {status, body} = await server.api(world.users.empresa, `GET ${path}`, {query: {page: 1, ...query}});
        if (status !== 400) found.push(`${JSON.stringify(query)}: ${JSON.stringify(body)}`);
      }
    }
    expect(found).toEqual([]);
  });
});
