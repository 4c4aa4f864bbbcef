// What robots are made with (rules: Robots 8, 9): invented records, judged as the queue's own are, and nothing kept; the kit of a template.
import {spawnSync} from 'node:child_process';
import {tmpdir} from 'node:os';
import {strFromU8, unzipSync} from 'fflate';
import {sql} from 'kysely';
import {beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';
import type {Config, Endpoint} from '../../src/schema/shapes/config.ts';
import {validateItem} from '../../src/schema/fields/items.ts';
import {storedItemValue} from '../../src/schema/lifeCycle/answers.ts';
import {inventItemValue} from '../../src/server/robots/invent.ts';
import product from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withResource} from '../support/configs.ts';
import {judgeOf} from '../support/document.ts';
import {everythingKept, queueTicket} from '../support/queue.ts';
import type {SeedUser} from '../support/seed.ts';
import {everyKind} from '../support/everyKind.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {createWorld, filesKept, formOf, type Part, type World} from '../support/tickets.ts';

const config: Config = product;
const test = beforeTests(openTestApp);
const judge = await judgeOf(config);

let world: World;
let robot: SeedUser;
let foreign: SeedUser;
beforeAll(async () => {
  world = await createWorld(test, 'agendar');
  robot = world.users.rpa;
  foreign = await test.seed.usuario({perfil: 'rpa'});
});

/** Every answer is as the document says. */
const call = async (endpoint: Endpoint, body?: unknown, who: {token: string} = robot, id?: number): Promise<Answer> => {
  const answer = await test.api(who.token, endpoint, {...(body === undefined ? {} : {body}), ...(id === undefined ? {} : {params: {id}})});
  expect(judge.faultsOf(endpoint, answer), `${endpoint} ${answer.status}`).toEqual([]);
  return answer;
};
const simulate = (semente?: number, who?: {token: string}, workflow = 'agendar') => call('POST rpa/simular', {workflow, semente}, who);
describe('the simulator', () => {
  it('invents what the template asks, the same for the same seed, which is its id; values obey the template\'s rules', async () => {
    const {body: one} = await simulate(41);
    const {body: again} = await simulate(41);
    const still = ({leaseToken: _token, leaseAte: _ate, limiteAte: _limite, ...rest}: Answer['body']) => rest;
    expect(still(again)).toEqual(still(one));
    expect(one).toMatchObject({
      ticketId: 41, tentativa: 1, leaseSegundos: 300, workflow: 'agendar', modelo: {id: world.modelo.id, descricao: 'Descarga'},
      empresa: {id: world.idEmpresa}, filial: {id: world.idFilial}, arquivos: [], falhas: [],
      campos: {idStatusTicket: 5, workFlowNameRpa: 'agendar', idModeloFormulario: world.modelo.id},
    });
    expect(one.itens.map(({item}: {item: number}) => item)).toEqual(world.modelo.itens.map(({id}) => id));
    const values = new Set<string>();
    for (let semente = 1; semente <= 60; semente++) {
      const {body: {itens}} = await simulate(semente);
      for (const item of itens) {
        expect(validateItem(config, item, item.valor), `${semente}: ${JSON.stringify(item)}`).toBeUndefined();
        values.add(item.valor);
      }
    }
    expect(Math.max(...[...values].map(value => value.length))).toBe(100);
    expect(values).toContain('');
    expect([...values].some(value => /[çã]/i.test(value))).toBe(true);
  });

  it.each(['', ' '])('invents nothing for the workflow %j, which no robot works', async workflow => {
    // A template of people, told by no workflow.
    await test.seed.modelo({idEmpresa: world.idEmpresa, idFilial: world.idFilial, workFlowNameRpa: ''});
    expect(await simulate(1, robot, workflow)).toAnswer(422, {message: 'Falta "workflow".', campos: [{campo: 'workflow'}]});
  });

  it('has the contract that the queue has', async () => {
    await queueTicket(test, world);
    const real = await call('POST rpa/reservar', {robo: 'RPA-01'});
    const {body: {contrato, versaoModelo}} = await simulate();
    expect({contrato, versaoModelo}).toEqual({contrato: real.body.contrato, versaoModelo: real.body.versaoModelo});
    expect(Object.keys((await simulate()).body)).toEqual(Object.keys(real.body));
  });

  it.each<[string, object]>([
    ['renovar', {leaseSegundos: 29}], ['renovar', {progresso: {texto: 'a'.repeat(101)}}], ['renovar', {leaseToken: 'outro'}],
    ['renovar', {}],
    ['concluir', {comentario: 'a'.repeat(1001)}], ['concluir', {leaseToken: undefined}], ['concluir', {leaseToken: '1.2.3.4.x'}],
    ['falhar', {}], ['falhar', {tipo: 'NEGOCIO'}], ['falhar', {tipo: 'NEGOCIO', mensagem: 'x', campos: [{item: 999_999, mensagem: 'y'}]}],
    ['falhar', {tipo: 'NEGOCIO', mensagem: 'x', campos: [{item: 0, mensagem: 'y'}]}], ['falhar', {tipo: 'SISTEMA', codigo: 'a'.repeat(61)}],
    ['falhar', {tipo: 'NEGOCIO', codigo: 'PLACA', mensagem: 'A placa não existe.'}], ['concluir', {comentario: 'Feito'}],
  ])('judges %s %j as the queue does, and keeps nothing', async (path, body) => {
    await sql`delete from tickets_fila`.execute(test.context.db);
    await queueTicket(test, world);
    const {body: {leaseToken, ticketId}} = await call('POST rpa/reservar', {robo: 'RPA-01', workflows: ['agendar']});
    const real = await call(`POST rpa/tickets/:id/${path}`, {leaseToken, ...body}, robot, ticketId);
    const {body: invented} = await simulate(7);
    const before = await everythingKept(test);
    const simulated = await call(`POST rpa/simular/${path}`, {leaseToken: invented.leaseToken, ...body});
    expect(await everythingKept(test)).toEqual(before);
    const judged = ({status, body: {codigo, campos, idStatusTicket, leaseSegundos}}: Answer) =>
      ({status, codigo, campos, idStatusTicket, leaseSegundos});
    expect(judged(simulated)).toEqual({...judged(real), ...(real.status === 200 && path === 'renovar' ? {leaseSegundos: 300} : {})});
    expect(Object.keys(simulated.body)).toEqual(expect.arrayContaining(Object.keys(real.body)));
  });

  it.each<[string, Part, object]>([
    ['one', {nome: 'laudo.pdf', tipo: 'Laudo'}, {status: 200, body: {idStatusTicket: 7}}],
    ['one without a type', {nome: 'laudo.pdf'}, {status: 422, body: {codigo: 'VALIDACAO'}}],
    ['one of a type that there is not', {nome: 'laudo.pdf', tipo: 'Nada'}, {status: 422, body: {codigo: 'VALIDACAO'}}],
    ['one that is forbidden', {nome: 'laudo.exe', tipo: 'Laudo'}, {status: 422, body: {codigo: 'EXTENSAO'}}],
  ])('takes files with the conclusion as the queue does: %s, of which it keeps nothing', async (_what, part, expected) => {
    const {body: {leaseToken}} = await simulate(7);
    const before = [await everythingKept(test), await filesKept(test)];
    expect(await test.api(robot, 'POST rpa/simular/concluir', {form: formOf({leaseToken}, [part])})).toMatchObject(expected);
    expect([await everythingKept(test), await filesKept(test)]).toEqual(before);
  });

  it('has leases of its own: no other robot\'s, none of the queue, none past its end', async () => {
    const {body: {leaseToken}} = await simulate();
    expect(await call('POST rpa/simular/renovar', {leaseToken}, foreign)).toMatchObject({status: 409, body: {codigo: 'LEASE'}});
    // Whose it is, and how long it lasts.
    for (const other of [leaseToken.replace(/^\d+/, '1'), leaseToken.replace(/\.\d{13}\./, '.9999999999999.')]) {
      expect(await call('POST rpa/simular/renovar', {leaseToken: other})).toMatchObject({status: 409, body: {codigo: 'LEASE'}});
    }
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 7201_000});
    try {
      expect(await call('POST rpa/simular/renovar', {leaseToken})).toMatchObject({status: 409, body: {codigo: 'PRAZO'}});
    } finally {
      vi.useRealTimers();
    }
  });

  it('takes the first failure of a system for the last where the queue tries once, as the queue does', async () => {
    const once = await openTestApp({config: withResource('tickets', tickets => ({...tickets, queue: {...tickets.queue!, retries: []}}))});
    onTestFinished(() => once.close());
    const own = await createWorld(once, 'agendar');
    const ask = (path: 'simular' | 'simular/falhar' | 'reservar', body: object) => once.api(own.users.rpa, `POST rpa/${path}`, {body});
    const {body: {leaseToken}} = await ask('simular', {workflow: 'agendar'});
    const {body: invented} = await ask('simular/falhar', {leaseToken, tipo: 'SISTEMA'});
    const id = await queueTicket(once, own);
    const {body: real} = await once.api(own.users.rpa, 'POST rpa/tickets/:id/falhar', {
      params: {id}, body: {leaseToken: (await ask('reservar', {robo: 'RPA-01'})).body.leaseToken, tipo: 'SISTEMA'},
    });
    expect([invented, real].map(({idStatusTicket}) => idStatusTicket)).toEqual([6, 6]);
  });

  it('is of workflows within reach', async () => {
    for (const answer of [await simulate(1, foreign), await simulate(1, robot, 'nenhum'), await simulate(0)]) {
      expect(answer).toMatchObject({status: 422, body: {codigo: 'VALIDACAO'}});
    }
  });
});

describe('invented values', () => {
  // What is read elsewhere, or is nobody's to know, is none of a form.
  const {
    senha: _senha, referencia: _referencia, relacionado: _relacionado, calculo: _calculo, arquivo: _arquivo, vinculos: _vinculos, ...kinds
  } = everyKind;
  const wide: Config = {...config, itemKinds: {...config.itemKinds, ...kinds}};
  it.each(Object.keys(kinds))('of %s are what the field takes, several of them, and none where it may be empty', tipoCampo => {
    const values = (obrigatorio: boolean): Set<string> => {
      const item = {descricao: 'Campo', tipoCampo, obrigatorio};
      const all = Array.from({length: 80}, (_none, semente) => inventItemValue(wide, item, semente, 'x'));
      expect(all.flatMap(value => validateItem(wide, item, value) ?? [])).toEqual([]);
      return new Set(all);
    };
    expect(values(true).size).toBeGreaterThan(1);
    expect(values(false)).toContain(storedItemValue(wide, {descricao: 'Campo', tipoCampo, obrigatorio: false}, ''));
  });
});

describe('the kit of a template', () => {
  const kit = (who: {token: string} = test.adm) => test.api(who.token, 'GET modelosformulario/:id/kit', {params: {id: world.modelo.id}});
  const unpacked = async (who?: {token: string}): Promise<Record<string, string>> => {
    const {status, bytes, headers} = await kit(who);
    expect({status, type: headers['content-type']}).toEqual({status: 200, type: 'application/zip'});
    expect(headers['content-disposition']).toContain('Descarga.zip');
    return Object.fromEntries(Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, file]) => [name, strFromU8(file)]));
  };

  it('names what it asks, by keys that stay, with the contract of the queue, an example that is valid, and where robots ask', async () => {
    const files = await unpacked();
    const {contrato} = (await simulate()).body;
    const fields = JSON.parse(files['campos.json']!);
    expect(fields).toMatchObject({
      workflow: 'agendar', contratos: [contrato], registro: 'ticketId', limiteSegundos: 7200,
      chamadas: {reservar: 'rpa/reservar', registro: 'rpa/tickets/:id', simular: 'rpa/simular'},
    });
    expect(fields.campos[0]).toMatchObject({item: world.modelo.itens[0]!.id, chave: 'placa', tipo: 'texto', obrigatorio: true});
    const example = JSON.parse(files['exemplo.json']!);
    expect(example).toMatchObject({contrato, leaseToken: '', itens: world.modelo.itens.map(({id}) => ({item: id}))});
    for (const item of example.itens) expect(validateItem(config, item, item.valor)).toBeUndefined();
    expect(files['campos.d.mts']).toContain('readonly "placa": string;');
    expect(files['LEIA-ME.md']).toContain('| Placa | `placa` |');
    expect(files['LEIA-ME.md']).toContain('dura no máximo 2 h (');
    for (const [name, text] of Object.entries(files)) expect(text, name).not.toMatch(/\{\{|CAMPO/);
  });

  it('has a line for a shell that says the workflow and does nothing else, whatever the workflow is called', async () => {
    const workflow = `'; echo "invadido" > arquivo; echo '$(id)`;
    const named = (workFlowNameRpa: string) =>
      test.api(test.adm, 'PUT modelosformulario/:id', {params: {id: world.modelo.id}, body: {workFlowNameRpa}});
    await named(workflow);
    const [, line = ''] = /-d ('\{"workflows".*)$/m.exec((await unpacked())['LEIA-ME.md']!) ?? [];
    await named('agendar');
    const {stdout} = spawnSync('sh', ['-c', `printf %s ${line}`], {encoding: 'utf8', cwd: tmpdir()});
    expect(JSON.parse(stdout)).toMatchObject({workflows: [workflow]});
  });

  it('has the API\'s own document of the queue, and nothing else of it', async () => {
    const {paths, components} = JSON.parse((await unpacked())['openapi.json']!);
    expect(Object.keys(paths).length).toBeGreaterThan(8);
    expect(Object.keys(paths).filter(path => !path.startsWith('/rpa/'))).toEqual([]);
    const {body: document} = await test.api(test.adm, 'GET openapi.json');
    expect(paths['/rpa/reservar']).toEqual(document.paths['/rpa/reservar']);
    const named = [...JSON.stringify({paths, components}).matchAll(/#\/components\/(\w+)\/([^"]+)/g)];
    for (const [, room, name] of named) expect(components[room!][name!], `${room} ${name}`).toEqual(document.components[room!][name!]);
    expect(components.schemas['usuarios']).toBeUndefined();
  });

  it('is for whoever may look at the queue and reads the template', async () => {
    for (const who of [test.adm, world.users.empresa, robot]) expect(await kit(who)).toMatchObject({status: 200});
    const named = (workFlowNameRpa: string) =>
      test.api(test.adm, 'PUT modelosformulario/:id', {params: {id: world.modelo.id}, body: {workFlowNameRpa}});
    expect(await named('')).toMatchObject({status: 200});
    expect(await kit()).toMatchObject({status: 400, body: {message: 'Nome Workflow RPA está vazio: nenhum robô trabalha este modelo.'}});
    expect(await named('agendar')).toMatchObject({status: 200});
  });

  it('goes with attempts that failed, as files that no lease is in', async () => {
    await sql`delete from tickets_fila`.execute(test.context.db);
    const id = await queueTicket(test, world);
    const {body: lease} = await call('POST rpa/reservar', {robo: 'RPA-01'});
    const failure = {leaseToken: lease.leaseToken, tipo: 'NEGOCIO', codigo: 'PLACA', mensagem: 'Sem placa.'};
    expect(await call('POST rpa/tickets/:id/falhar', failure, robot, id)).toMatchObject({status: 200});
    for (const who of [test.adm, world.users.empresa]) {
      const {status, body, headers} = await call('GET rpa/tickets/:id/exemplo', undefined, who, id);
      expect({status, name: headers['content-disposition']}).toEqual({status: 200, name: expect.stringContaining(`tickets-${id}.json`)});
      const {itens, contrato, workflow} = lease;
      expect(body).toMatchObject({ticketId: id, tentativa: 1, leaseToken: '', itens, contrato, workflow, falhas: [{codigo: 'PLACA'}]});
    }
  });
});
