// The README's recipes, done as they say: what stands there is put into the config, and the product is started on it.
import {readFileSync} from 'node:fs';
import {runInNewContext} from 'node:vm';
import {afterEach, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {complete} from '../../src/schema/config/complete.ts';
import type {Config, Endpoint, GivenAction, GivenResource} from '../../src/schema/config/config.ts';
import {openTestApp, type TestApp} from '../support/server.ts';
import {createWorld, formOf, NOTA, openTicket, PDF, putInto} from '../support/tickets.ts';
import product from '../../resources.config.ts';

const readme = readFileSync('README.md', 'utf8');
/** The first code of a recipe, as the object it is. */
const recipe = <T>(title: string): Record<string, T> => {
  const code = readme.split(`## Recipe: ${title}\n`)[1]?.split('```ts\n')[1]?.split('```')[0];
  return runInNewContext(`({${code ?? ''}})`) as Record<string, T>;
};
/** As a maintainer would: fields and actions beside those there are, everything else in its place. */
const laidOver = (resource: GivenResource, more: Partial<GivenResource>): GivenResource => ({
  ...resource, ...more, fields: {...resource.fields, ...more.fields}, actions: {...resource.actions, ...more.actions},
});
const veiculos = recipe<GivenResource>('add a resource')['veiculos']!;
const withVeiculos = (...more: Partial<GivenResource>[]): Config => complete({
  ...product, resources: {...product.resources, veiculos: more.reduce<GivenResource>(laidOver, veiculos)},
});
/** The call of an action that the recipe adds. */
const callOf = ({resources}: Config, of: string, action: string): Endpoint => {
  const {call} = resources[of]?.actions?.[action] ?? {};
  if (call === undefined) throw new Error(`${of} has no action ${action}`);
  return call;
};
const lifeCycle = recipe<Partial<GivenResource>>('add a life cycle')['veiculos']!;
const parts = recipe<Partial<GivenResource>>('add a part')['veiculos']!;

let server: TestApp;
afterEach(() => server?.close());
const start = async (config: Config): Promise<void> => {
  expect(checkConfig(structuredClone(config))).toEqual([]);
  server = await openTestApp({config});
};

it('a life cycle: statuses, stamps, people, conditions, history', async () => {
  const config = withVeiculos(lifeCycle);
  await start(config);
  const {api, adm, seed} = server;
  const gestor = await seed.usuario({perfil: 'empresa'});
  const {body: {id}} = await api(gestor, 'POST veiculos', {body: {placa: 'ABC1D23'}});
  const call = (who: {token: string}, name: string, body: object = {}) =>
    api(who, callOf(config, 'veiculos', name), {params: {id}, body});

  expect(await call(gestor, 'recolher')).toAnswer(400, {campos: [{campo: 'comentario'}]});
  expect(await call(gestor, 'recolher', {comentario: 'Freios.'})).toAnswer(200, {situacao: 2, idResponsavel: gestor.id});
  const other = await seed.usuario({perfil: 'empresa', idEmpresa: gestor.idEmpresa});
  expect(await call(other, 'devolver')).toAnswer(403, {message: 'Somente o responsável pode fazer isto.'});
  expect(await call(gestor, 'devolver')).toAnswer(200, {situacao: 1, idResponsavel: 0});
  const ended = await call(adm, 'baixar');
  expect(ended).toAnswer(200, {situacao: 3});
  expect(ended.body.baixadoEm).toBe(ended.body.desde);
  expect(await call(adm, 'baixar')).toAnswer(400, {message: 'Veículo já está em Baixado.'});
  const {body: steps} = await api(gestor, 'GET veiculos/:id/historico', {params: {id}});
  expect(steps.map((step: {acao: string; comentario: string}) => [step.acao, step.comentario]).slice(0, 3))
    .toEqual([['Baixar', 'Veículo Baixado'], ['Devolver', 'Veículo Devolvido'], ['Recolher', 'Freios.']]);
});

it('a part: a form frozen from a template, and files', async () => {
  await start(withVeiculos(parts));
  const {api, adm, seed} = server;
  const {idEmpresa, idFilial, id: idModeloFormulario, itens: [pneus]} =
    await seed.modelo({itens: [{descricao: 'Pneus', tipoCampo: 'texto', obrigatorio: true}]});
  const data = {idEmpresa, idFilial, idModeloFormulario, placa: 'ABC1D23', itens: [{id: pneus?.id, valor: 'Novos'}]};
  const made = await api(adm, 'POST veiculos', {form: formOf(data, [NOTA])});
  expect(made).toAnswer(201, {vistoria: 'Pneus: Novos', itens: [{descricao: 'Pneus', valor: 'Novos'}]});
  const {id, arquivos: [arquivo]} = made.body;
  const {bytes} = await api(adm, 'GET veiculos/:id/arquivos/:idArquivo', {params: {id, idArquivo: arquivo.id}});
  expect(bytes.equals(PDF)).toBe(true);
});

it('an action: it moves a ticket, and asks why', async () => {
  const {suspender} = recipe<GivenAction>('add an action');
  const {tickets} = product.resources;
  const config = complete({...product, resources: {...product.resources, tickets: laidOver(tickets, {actions: {suspender: suspender!}})}});
  await start(config);
  const world = await createWorld(server);
  const {id} = await openTicket(server, world, world.users.empresa);
  const suspend = (body = {}) => server.api(world.users.empresa, callOf(config, 'tickets', 'suspender'), {params: {id}, body});
  expect(await suspend({comentario: 'Chuva.'})).toAnswer(400, {message: 'Ticket já está em Em-Aberto.'});
  await putInto(server, id, 'emAtendimento');
  expect(await suspend()).toAnswer(400, {campos: [{campo: 'comentario'}]});
  expect(await suspend({comentario: 'Chuva.'})).toAnswer(200, {id, descricaoStatus: 'Pendência'});
});
