// The README's recipes, done as they say: what stands there is put into the config, and the product is started on it.
import {readFileSync} from 'node:fs';
import {runInNewContext} from 'node:vm';
import {afterEach, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {Action, Config, Resource} from '../../src/schema/config.ts';
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
const laidOver = (resource: Resource, more: Partial<Resource>): Resource => ({
  ...resource, ...more, fields: {...resource.fields, ...more.fields}, actions: {...resource.actions, ...more.actions},
});
const veiculos = recipe<Resource>('add a resource')['veiculos']!;
const withVeiculos = (...more: Partial<Resource>[]): Config => ({
  ...product, resources: {...product.resources, veiculos: more.reduce<Resource>(laidOver, veiculos)},
});
const lifeCycle = recipe<Partial<Resource>>('add a life cycle')['veiculos']!;
const parts = recipe<Partial<Resource>>('add a part')['veiculos']!;

let server: TestApp;
afterEach(() => server?.close());
const start = async (config: Config): Promise<void> => {
  expect(checkConfig(structuredClone(config))).toEqual([]);
  server = await openTestApp({config});
};

it('a life cycle: statuses, stamps, people, conditions, history', async () => {
  await start(withVeiculos(lifeCycle));
  const {api, adm, seed} = server;
  const gestor = await seed.usuario({perfil: 'empresa'});
  const {body: {id}} = await api(gestor.token, 'POST veiculos', {body: {placa: 'ABC1D23'}});
  const call = (who: {token: string}, name: string, body: object = {}) =>
    api(who.token, lifeCycle.actions![name]!.call, {params: {id}, body});

  expect(await call(gestor, 'recolher')).toMatchObject({status: 400, body: {campos: [{campo: 'comentario'}]}});
  expect(await call(gestor, 'recolher', {comentario: 'Freios.'}))
    .toMatchObject({status: 200, body: {situacao: 2, idResponsavel: gestor.id}});
  const other = await seed.usuario({perfil: 'empresa', idEmpresa: gestor.idEmpresa});
  expect(await call(other, 'devolver')).toMatchObject({status: 403, body: {message: 'Somente o responsável pode fazer isto.'}});
  expect(await call(gestor, 'devolver')).toMatchObject({status: 200, body: {situacao: 1, idResponsavel: 0}});
  const ended = await call(adm, 'baixar');
  expect(ended).toMatchObject({status: 200, body: {situacao: 3}});
  expect(ended.body.baixadoEm).toBe(ended.body.desde);
  expect(await call(adm, 'baixar')).toMatchObject({status: 400, body: {message: 'Veículo já está em Baixado.'}});
  const {body: steps} = await api(gestor.token, 'GET veiculos/:id/historico', {params: {id}});
  expect(steps.map((step: {acao: string; comentario: string}) => [step.acao, step.comentario]).slice(0, 3))
    .toEqual([['Baixar', 'Veículo Baixado'], ['Devolver', 'Veículo Devolvido'], ['Recolher', 'Freios.']]);
});

it('a part: a form frozen from a template, and files', async () => {
  await start(withVeiculos(parts));
  const {api, adm, seed} = server;
  const {idEmpresa, idFilial, id: idModeloFormulario, itens: [pneus]} =
    await seed.modelo({itens: [{descricao: 'Pneus', tipoCampo: 'texto', obrigatorio: true}]});
  const data = {idEmpresa, idFilial, idModeloFormulario, placa: 'ABC1D23', itens: [{id: pneus?.id, valor: 'Novos'}]};
  const made = await api(adm.token, 'POST veiculos', {form: formOf(data, [NOTA])});
  expect(made).toMatchObject({status: 201, body: {vistoria: 'Pneus: Novos', itens: [{descricao: 'Pneus', valor: 'Novos'}]}});
  const {id, arquivos: [arquivo]} = made.body;
  const {bytes} = await api(adm.token, 'GET veiculos/:id/arquivos/:idArquivo', {params: {id, idArquivo: arquivo.id}});
  expect(bytes.equals(PDF)).toBe(true);
});

it('an action: it moves a ticket, and asks why', async () => {
  const {suspender} = recipe<Action>('add an action');
  const {tickets} = product.resources;
  await start({...product, resources: {...product.resources, tickets: laidOver(tickets, {actions: {suspender: suspender!}})}});
  const world = await createWorld(server);
  const {id} = await openTicket(server, world, world.users.empresa);
  const suspend = (body = {}) => server.api(world.users.empresa.token, suspender!.call, {params: {id}, body});
  expect(await suspend({comentario: 'Chuva.'})).toMatchObject({status: 400, body: {message: 'Ticket já está em Em-Aberto.'}});
  await putInto(server, id, 'emAtendimento');
  expect(await suspend()).toMatchObject({status: 400, body: {campos: [{campo: 'comentario'}]}});
  expect(await suspend({comentario: 'Chuva.'})).toMatchObject({status: 200, body: {id, descricaoStatus: 'Pendência'}});
});
