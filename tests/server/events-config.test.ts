// Who hears that a record left their reach, of resources that no code names and by conditions of every form (rules: Events 2).
import {sql} from 'kysely';
import {afterEach, beforeAll, expect, it} from 'vitest';
import type {Config} from '../../src/schema/shapes/config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {listenTo, type Stream} from '../support/eventStream.ts';
import {acceptance} from '../support/acceptance.ts';
import {openLifeCycle} from '../support/lifeCycle.ts';
import type {SeedUser} from '../support/seed.ts';

const {laudos} = acceptance.resources as {laudos: Config['resources'][string]};
/** Robots see what has stood still for long, urgent, of soya or waiting for its author, of reports with a norm. */
const scope = {...laudos.scope, rpa: ['empresa', {any: ['parado', 'urgente', 'doAutor', {is: {culturas: ['soja', 'trigo']}}]}, 'comNorma']};
const config: Config = {...acceptance, resources: {...acceptance.resources, laudos: {...laudos, scope}}};

const life = beforeTests(() => openLifeCycle('laudos', {config}));
let robot: SeedUser;
let stranger: SeedUser;
beforeAll(async () => {
  robot = life.world.users.rpa;
  stranger = await life.test.seed.usuario({perfil: 'rpa'});
});

const streams: Stream[] = [];
afterEach(() => streams.splice(0).forEach(stream => stream.leave()));
const listen = async ({token}: {token: string}): Promise<Stream> => {
  const stream = await listenTo(life.test.app, token);
  streams.push(stream);
  return stream;
};
const told = (stream: Stream): unknown[] => stream.events().filter(({name}) => name === 'registro').map(({data}) => data);
const set = (id: number, values: ReturnType<typeof sql>) => sql`update laudos set ${values} where id = ${id}`.execute(life.test.context.db);

it.each([
  ['how long it stands', sql`desde = now() - interval '90 days'`, 'PUT laudos/:id/assumir/:idUsuario', {}],
  ['a choice', sql`urgencia = 'alta', prazo = '2026-12-24'`, 'PUT laudos/:id', {urgencia: 'normal'}],
  ['one of several choices', sql`culturas = '{soja,milho}'`, 'PUT laudos/:id', {culturas: ['milho']}],
  ['whom it waits for', sql`situacao = 3`, 'PUT laudos/:id/recusar', {}],
] as const)('by %s', async (_what, before, call, body) => {
  const {adm} = life.world.users;
  const {id} = await life.open();
  await set(id, before);
  expect(await life.read(robot, id)).toAnswer(200);
  const [near, far] = [await listen(robot), await listen(stranger)];
  const done = await life.call(adm, call, id, {body});
  expect(done).toAnswer(200);
  expect(await life.read(robot, id)).toAnswer(404);
  await near.hears('registro', {recurso: 'laudos', id, versao: done.body.versao});
  const {body: person} = await life.test.api(adm, 'GET usuarios/:id', {params: {id: stranger.id}});
  const saved = await life.test.api(adm, 'POST usuarios', {body: {...person, nome: `Robô ${'ABC'[id % 3]}`}});
  expect(saved).toAnswer(200);
  await far.hears('registro', {recurso: 'usuarios', id: stranger.id});
  expect(told(far)).toHaveLength(1);
});

it('and their unread notices of it are counted no more', async () => {
  const {test: {api, adm, seed}, world: {idEmpresa, idFilial, users: {empresa, empresaUsuario}}} = life;
  const other = await seed.filial({idEmpresa});
  const {body: {id}} = await api(adm, 'POST roteiros', {body: {idEmpresa, idFilial, nome: 'De passagem'}});
  expect(await api(adm, 'PUT roteiros/:id/revogar', {params: {id}})).toAnswer(200);
  const [near, boss] = [await listen(empresaUsuario), await listen(empresa)];
  for (const stream of [near, boss]) await stream.hears('aviso', {naoLidos: 1});
  const moved = await api(adm, 'PUT roteiros/:id', {params: {id}, body: {idFilial: other.id}});
  expect(moved).toAnswer(200);
  await near.hears('registro', {recurso: 'roteiros', id, versao: moved.body.versao});
  await near.hears('aviso', {naoLidos: 0});
  await boss.hears('registro', {recurso: 'roteiros', id, versao: moved.body.versao});
  expect(boss.events().filter(({name}) => name === 'aviso')).toHaveLength(1);
});
