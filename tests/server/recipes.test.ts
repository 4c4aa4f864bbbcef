// The README's recipes, done as they say: what stands there is put into the config, and the product is started on it.
import {readFileSync} from 'node:fs';
import {runInNewContext} from 'node:vm';
import {sql} from 'kysely';
import {afterEach, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, Endpoint, ActionInput, ResourceInput} from '../../src/schema/shapes/config.ts';
import type {FieldOf} from '../../src/schema/shapes/fields.ts';
import {withResources} from '../support/configs.ts';
import {openTestApp, type TestApp} from '../support/server.ts';
import {createWorld, formOf, NOTA, openTicket, PDF, putInto} from '../support/tickets.ts';
import product from '../../resources.config.ts';

const readme = readFileSync('README.md', 'utf8');
/** The first code of a recipe, as the object it is. */
const recipe = <T>(title: string): Record<string, T> => {
  const code = readme.split(`## Recipe: ${title}\n`)[1]?.split('```ts\n')[1]?.split('```')[0];
  return runInNewContext(`({${code ?? ''}})`) as Record<string, T>;
};
/** The first code of a smaller change. */
const change = (title: string): object => {
  const code = readme.split(`| ${title} | `)[1]?.split('`')[1];
  return runInNewContext(`({${code ?? ''}})`) as object;
};
/** As a maintainer would: fields and actions beside those there are, everything else in its place. */
const laidOver = (resource: ResourceInput, more: Partial<ResourceInput>): ResourceInput => ({
  ...resource, ...more, fields: {...resource.fields, ...more.fields}, actions: {...resource.actions, ...more.actions},
});
const veiculos = recipe<ResourceInput>('add a resource')['veiculos']!;
const withVeiculos = (...more: Partial<ResourceInput>[]): Config =>
  withResources({veiculos: more.reduce<ResourceInput>(laidOver, veiculos)});
/** The call of an action that the recipe adds. */
const callOf = ({resources}: Config, of: string, action: string): Endpoint => {
  const {call} = resources[of]?.actions?.[action] ?? {};
  if (call === undefined) throw new Error(`${of} has no action ${action}`);
  return call;
};
const lifeCycle = recipe<Partial<ResourceInput>>('add a life cycle')['veiculos']!;
const parts = recipe<Partial<ResourceInput>>('add a part')['veiculos']!;

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
  const {suspender} = recipe<ActionInput>('add an action');
  const {tickets} = product.resources;
  const config = withResources({tickets: laidOver(tickets, {actions: {suspender: suspender!}})});
  await start(config);
  const world = await createWorld(server);
  const {id} = await openTicket(server, world, world.users.empresa);
  const suspend = (body = {}) => server.api(world.users.empresa, callOf(config, 'tickets', 'suspender'), {params: {id}, body});
  expect(await suspend({comentario: 'Chuva.'})).toAnswer(400, {message: 'Ticket já está em Em-Aberto.'});
  await putInto(server, id, 'emAtendimento');
  expect(await suspend()).toAnswer(400, {campos: [{campo: 'comentario'}]});
  expect(await suspend({comentario: 'Chuva.'})).toAnswer(200, {id, descricaoStatus: 'Pendência'});
});

it('a status: a choice, an action that leads into it and one that leaves it', async () => {
  const who = ['adm', 'empresa'] as const;
  const situacao = lifeCycle.fields!['situacao'] as FieldOf<'escolha'>;
  const config = withVeiculos(lifeCycle, {
    fields: {situacao: {...situacao, choices: [...situacao.choices, {id: 4, key: 'vistoria', name: 'Em Vistoria'}]}},
    actions: {vistoriar: {from: {liberado: who}, to: 'vistoria'}, aceitar: {from: {vistoria: who}, to: 'liberado'}},
  });
  await start(config);
  const gestor = await server.seed.usuario({perfil: 'empresa'});
  const {body: {id}} = await server.api(gestor, 'POST veiculos', {body: {placa: 'ABC1D23'}});
  for (const [name, situacao] of [['vistoriar', 4], ['aceitar', 1]] as const) {
    expect(await server.api(gestor, callOf(config, 'veiculos', name), {params: {id}, body: {}})).toAnswer(200, {situacao});
  }
});

it('a profile: a line with where it begins, a choice of users and its company, its name in access and scope', async () => {
  const PATIO = {id: 9, name: 'Pátio'};
  const {resources: {veiculos: vehicles, usuarios}} = withVeiculos();
  const {tipo, idEmpresa} = product.resources.usuarios.fields;
  await start(completeConfig({
    ...product,
    profiles: {...product.profiles, patio: {...PATIO, home: '/adm/veiculo'}},
    resources: {
      ...product.resources,
      veiculos: laidOver(vehicles!, {
        access: {...vehicles!.access, list: [...vehicles!.access.list, 'patio']}, scope: {...vehicles!.scope, patio: ['empresa']},
      }),
      usuarios: laidOver(usuarios!, {
        fields: {
          tipo: {...tipo, choices: [...tipo.choices, PATIO]},
          idEmpresa: {...idEmpresa, editable: {is: {tipo: [...idEmpresa.editable.is.tipo, PATIO.id]}}},
        },
        access: {...usuarios!.access, read: [...usuarios!.access.read, 'patio']}, scope: {...usuarios!.scope, patio: ['proprio']},
      }),
    },
  }));
  const {api, adm, seed} = server;
  const patio = await seed.usuario({perfil: 'patio' as 'empresa'});
  const {body: {id}} = await api(adm, 'POST veiculos', {body: {placa: 'ABC1D23', idEmpresa: patio.idEmpresa}});
  await api(adm, 'POST veiculos', {body: {placa: 'XYZ1D23', idEmpresa: (await seed.empresa()).id}});
  expect(await api(patio, 'GET veiculos')).toMatchObject({status: 200, body: [{id}]});
  expect(await api(patio, 'POST veiculos', {body: {placa: 'ABC1D24'}})).toAnswer(403);
  // Nothing says that one has to have a company: who has none reaches no other's.
  await sql`update usuarios set id_empresa = null where id = ${patio.id}`.execute(server.context.db);
  expect(await api(patio, 'GET veiculos')).toMatchObject({status: 200, body: []});
});

it('a notice and a tab, in the words that stand there', async () => {
  const {tickets} = product.resources;
  const {suspender} = recipe<ActionInput>('add an action');
  await start(withResources({tickets: laidOver(tickets, {
    actions: {suspender: {...suspender!, ...change('a notice')}}, ...change('a tab'),
  })}));
  const world = await createWorld(server);
  const {empresa, fornecedor} = world.users;
  const [{id}, {id: old}] = [await openTicket(server, world, fornecedor), await openTicket(server, world, fornecedor)];
  await putInto(server, id, 'emAtendimento');
  expect(await server.api(empresa, 'PUT tickets/suspender/:id', {params: {id}, body: {comentario: 'Chuva.'}})).toAnswer(200);
  const {body: {registros: [notice]}} = await server.api(fornecedor, 'GET avisos');
  expect(notice).toMatchObject({texto: `O ticket ${id} foi suspenso: Chuva.`});
  await sql`update tickets set status_desde = now() - interval '8 days' where id = ${old}`.execute(server.context.db);
  const {body: {registros}} = await server.api(empresa, 'GET tickets', {query: {aba: 'parados'}});
  expect(registros.map((one: {id: number}) => one.id)).toEqual([old]);
});
