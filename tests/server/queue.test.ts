// The queue that robots work (rules: Robots): a lease fences everything, by the database's clock; time is moved there, never waited for.
import {sql} from 'kysely';
import {beforeAll, beforeEach, describe, expect, it} from 'vitest';
import type {Config, Endpoint, Resource} from '../../src/schema/config/config.ts';
import {parseEndpoint} from '../../src/schema/paths.ts';
import {stillWords} from '../../src/schema/queue.ts';
import {hooks} from '../../src/server/rooms.ts';
import {sweepLeases} from '../../src/server/robots/sweep.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import product from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer, type Call} from '../support/server.ts';
import {actOn, createWorld, everythingOf, formOf, NOTA, openTicket, putInto, type World} from '../support/tickets.ts';

const base: Config = product;
/** A second resource with a queue, by config alone: it is queued as soon as it is made, and tried twice. */
const vistorias: Resource = {
  label: {one: 'Vistoria', many: 'Vistorias', article: 'a'}, icon: 'item', pageTitle: 'Vistoria', route: 'vistoria', title: 'placa',
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
    placa: {kind: 'texto', label: 'Placa', maxLength: 8, required: true},
    tarefa: {kind: 'texto', label: 'Tarefa', maxLength: 20},
    prazo: {kind: 'numero', label: 'Prazo'},
    situacao: {
      kind: 'escolha', label: 'Situação', readOnly: true, default: 1, choices: [
        {id: 1, key: 'fila', name: 'Na Fila', waits: 'robo'}, {id: 2, key: 'comRobo', name: 'Com o Robô', waits: 'robo'},
        {id: 3, key: 'parada', name: 'Parada', waits: 'equipe'}, {id: 4, key: 'feita', name: 'Feita', end: true},
      ],
    },
  },
  list: {columns: ['placa'], sort: ['placa', 'asc']}, form: {'': ['idEmpresa', 'placa', 'tarefa', 'prazo']},
  access: {list: ['adm', 'rpa'], read: ['adm', 'rpa'], create: ['adm'], update: ['adm'], delete: []},
  scope: {adm: ['tudo'], rpa: ['empresa', {any: [{status: ['fila', 'comRobo']}, 'participou']}]},
  status: 'situacao',
  queue: {
    waiting: 'fila', working: 'comRobo', failed: 'parada', done: 'feita', workflow: 'tarefa', lease: [1, 10, 20], retries: [7],
    budget: 'prazo',
  },
  actions: {
    parar: {label: 'Parar', call: 'PUT vistorias/parar/:id', from: {fila: ['adm'], comRobo: ['adm']}, to: 'parada', success: 'Parada!'},
    voltar: {label: 'Voltar', call: 'PUT vistorias/voltar/:id', from: {parada: ['adm']}, to: 'fila', success: 'Voltou!'},
    encerrar: {label: 'Encerrar', call: 'PUT vistorias/encerrar/:id', from: {parada: ['adm']}, to: 'feita', success: 'Encerrada!'},
  },
  messages: {created: 'Vistoria Aberta!', updated: 'Vistoria Editada!', empty: 'Nenhuma.'},
};
const config: Config = {...base, resources: {...base.resources, vistorias}};
const test = beforeTests(() => openTestApp({config}));
const judge = await judgeOf(config);

let world: World;
let robot: SeedUser;
let other: SeedUser;
let foreign: SeedUser;
let everywhere: SeedUser;
beforeAll(async () => {
  world = await createWorld(test, 'agendar');
  robot = world.users.rpa;
  other = await test.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
  foreign = await test.seed.usuario({perfil: 'rpa'});
  everywhere = await test.seed.usuario({perfil: 'rpa', idEmpresa: 0});
});
/** Nothing is left of the test before. */
beforeEach(async () => {
  await sql`update tickets set id_status_ticket = 8 where id_status_ticket in (4, 5, 6)`.execute(test.context.db);
  await sql`delete from tickets_fila`.execute(test.context.db);
  await sql`update vistorias set situacao = 4`.execute(test.context.db);
  await sql`delete from vistorias_fila`.execute(test.context.db);
});

/** A ticket that waits for a robot, as a person sends it. */
const queued = async (): Promise<number> => {
  const {id} = await openTicket(test, world, world.users.fornecedor);
  await putInto(test, id, 'emAtendimento', {atendente: world.users.adm.id});
  expect(await actOn(test, id, test.adm, 'enviarRpa')).toMatchObject({status: 200, body: {idStatusTicket: 4}});
  return id;
};
/** Every answer is as the document says. */
const asked = async (who: {token: string}, endpoint: Endpoint, options: Call): Promise<Answer> => {
  const answer = await test.api(who.token, endpoint, options);
  const {method, path} = parseEndpoint(endpoint);
  const operation = judge.document.paths[`/${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
  const faults = operation === undefined ? ['not in the document'] : answer.status === 204 ? [] : judge.faults(operation, answer);
  expect(faults, `${endpoint} ${answer.status}`).toEqual([]);
  return answer;
};
const call = (
  who: {token: string}, endpoint: Endpoint, body?: unknown, id?: number, headers: Record<string, string> = {},
): Promise<Answer> => asked(who, endpoint, {...(id === undefined ? {} : {params: {id}}), ...(body === undefined ? {} : {body}), headers});
const reserve = (who: {token: string} = robot, more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  call(who, 'POST rpa/reservar', {robo: 'RPA-01', ...more}, undefined, headers);
const leased = async (who?: {token: string}, more?: object): Promise<Answer['body']> => {
  const answer = await reserve(who, more);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({status: 200});
  return answer.body;
};
const on = (path: string, {ticketId, leaseToken}: Answer['body'], body: object = {}, who: {token: string} = robot): Promise<Answer> =>
  call(who, `POST rpa/tickets/:id/${path}`, {leaseToken, ...body}, ticketId);
const negocio = (more: object = {}) => ({tipo: 'NEGOCIO', codigo: 'PLACA', mensagem: 'A placa não existe.', ...more});
const sistema = {tipo: 'SISTEMA', codigo: 'TIMEOUT', mensagem: 'O site não respondeu.'};
/** Moves an instant of a place in the queue; by default its lease has run out. */
const shift = (id: number, set = sql`ate = now() - interval '1 second'`): Promise<unknown> =>
  sql`update tickets_fila set ${set} where id_registro = ${id}`.execute(test.context.db);
const read = async (id: number): Promise<Answer['body']> => (await call(test.adm, 'GET tickets/:id', undefined, id)).body;
const steps = async (id: number): Promise<Answer['body'][]> => (await call(test.adm, 'GET ticketsHistorico/:id', undefined, id)).body;
const counts = async (who: {token: string} = test.adm): Promise<Answer['body']> => (await call(who, 'GET rpa/fila')).body;

describe('reserving', () => {
  it('answers the record, its form, its files and the lease; the ticket stands in Em Andamento under the robot\'s name', async () => {
    const id = await queued();
    const body = await leased();
    const placa = world.modelo.itens[0]!;
    expect(body).toMatchObject({
      ticketId: id, tentativa: 1, leaseSegundos: expect.toSatisfy((n: number) => n > 290 && n <= 300), workflow: 'agendar',
      modelo: {id: world.modelo.id, descricao: 'Descarga'}, empresa: {id: world.idEmpresa}, filial: {id: world.idFilial}, versaoModelo: 1,
      contrato: expect.stringMatching(/^[0-9a-f]{16}$/), arquivos: [{nomeArquivo: NOTA.nome, tipo: 'Nota Fiscal'}], falhas: [],
      campos: expect.objectContaining({idEmpresa: world.idEmpresa, idStatusTicket: 5}),
    });
    expect(body.itens[0]).toEqual({item: placa.id, descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true, valor: 'ABC1D23'});
    expect(Date.parse(body.limiteAte) - Date.parse(body.leaseAte)).toBe((7200 - 300) * 1000);
    expect(await read(id)).toMatchObject({idStatusTicket: 5, fila: {tentativa: 1, robo: 'RPA-01', leaseAte: body.leaseAte, progresso: ''}});
    expect((await steps(id))[0]).toMatchObject({
      acao: 'Robô começou', deStatus: 'Fila RPA', paraStatus: 'Em Andamento', comentario: 'Tentativa 1 de 3, em RPA-01.',
    });
    expect(await reserve()).toMatchObject({status: 204});
  });

  it('gives the oldest first, of the workflows asked for, of the robot\'s company or of all', async () => {
    const [first, second] = [await queued(), await queued()];
    expect(await reserve(robot, {workflows: ['outro']})).toMatchObject({status: 204});
    expect(await reserve(foreign)).toMatchObject({status: 204});
    expect(await leased(everywhere, {workflows: ['outro', 'agendar']})).toMatchObject({ticketId: first});
    expect(await leased()).toMatchObject({ticketId: second});
  });

  it.each([
    ['without its machine', {robo: undefined}, 'Falta "robo".'], ['too short', {leaseSegundos: 29}, 'Valor inválido em "leaseSegundos".'],
    ['too long', {leaseSegundos: 3601}, 'Valor inválido em "leaseSegundos".'],
    ['waiting too long', {espera: 31}, 'Valor inválido em "espera".'],
  ])('%s is refused with 422 and takes nothing', async (_how, more, message) => {
    await queued();
    expect(await reserve(robot, more)).toMatchObject({status: 422, body: {codigo: 'VALIDACAO', message}});
    expect(await counts()).toMatchObject([{esperando: 1}]);
  });

  it('stops at five leases a robot, with 429', async () => {
    for (let n = 0; n < 6; n++) await queued();
    const leases = [];
    for (let n = 0; n < 5; n++) leases.push(await leased());
    expect(await reserve()).toMatchObject({status: 429, body: {codigo: 'LIMITE'}, headers: {'retry-after': '10'}});
    expect(await reserve(other)).toMatchObject({status: 200});
    await on('liberar', leases[0]);
    expect(await reserve()).toMatchObject({status: 200});
  });

  it('with a key answers the same lease while it lives, and another one after it', async () => {
    const [first, second] = [await queued(), await queued()];
    const key = {'idempotency-key': 'pedido-1'};
    const one = await reserve(robot, {}, key);
    expect(one.body).toMatchObject({ticketId: first});
    expect((await reserve(robot, {}, key)).body).toMatchObject({ticketId: first, leaseToken: one.body.leaseToken, tentativa: 1});
    expect((await reserve(other, {}, key)).body).toMatchObject({ticketId: second});
    await on('concluir', one.body);
    expect(await reserve(robot, {}, key)).toMatchObject({status: 204});
  });
});

describe('a lease that ran out', () => {
  it('is taken by the next claim, which counts it; what comes with the old token does nothing', async () => {
    const id = await queued();
    const old = await leased();
    await shift(id);
    const late = await on('renovar', old);
    expect(late).toMatchObject({
      status: 409, body: {codigo: 'LEASE', message: expect.stringMatching(/^O lease terminou em .*\. Descarte o trabalho\.$/)},
    });
    const fresh = await leased(other, {robo: 'RPA-02'});
    expect(fresh).toMatchObject({ticketId: id, tentativa: 2, falhas: [{tentativa: 1, tipo: 'SISTEMA', codigo: 'LEASE', robo: 'RPA-01'}]});
    expect((await steps(id)).slice(0, 2)).toMatchObject([{acao: 'Robô começou'}, {acao: 'Robô não respondeu'}]);
    const before = await everythingOf(test, id);
    for (const [path, body] of [['renovar', {}], ['concluir', {comentario: 'Feito'}], ['falhar', negocio()], ['liberar', {}]] as const) {
      expect(await on(path, old, body), path).toMatchObject({
        status: 409, body: {codigo: 'LEASE', message: 'Este lease terminou: o ticket foi para RPA-02. Descarte o trabalho.'},
      });
      // Nor with the live one by somebody else.
      expect(await on(path, fresh, body), path).toMatchObject({status: 409, body: {codigo: 'LEASE'}});
    }
    expect(await everythingOf(test, id)).toEqual(before);
    expect(await on('concluir', fresh, {}, other)).toMatchObject({status: 200, body: {idStatusTicket: 7}});
  });

  it('is tried three times and then needs a person, whose team is told; no claim gets it any more', async () => {
    const id = await queued();
    for (const tentativa of [1, 2, 3]) {
      expect(await leased()).toMatchObject({ticketId: id, tentativa});
      await shift(id);
    }
    expect(await reserve()).toMatchObject({status: 204});
    expect(await read(id)).toMatchObject({idStatusTicket: 6, fila: null});
    expect(await call(world.users.empresa, 'GET avisos')).toMatchObject({body: {registros: expect.arrayContaining([
      expect.objectContaining({idRegistro: id, texto: expect.stringMatching(/precisa de uma pessoa: O lease de RPA-01 terminou/)}),
    ])}});
  });

  it('is seen sooner where the sweep comes first, which counts nothing twice', async () => {
    const id = await queued();
    await leased();
    await shift(id);
    await sweepLeases({...test.context, hooks});
    await sweepLeases({...test.context, hooks});
    expect(await read(id)).toMatchObject({idStatusTicket: 4, fila: {tentativa: 1, leaseAte: null}});
    expect((await steps(id)).filter(({acao}) => acao === 'Robô não respondeu')).toHaveLength(1);
    await leased();
    await shift(id);
    await leased();
    await shift(id);
    await sweepLeases({...test.context, hooks});
    expect(await read(id)).toMatchObject({idStatusTicket: 6, fila: null});
  });

  it('has a robot that was deactivated meanwhile no more than any other', async () => {
    const gone = await test.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
    const id = await queued();
    await leased(gone);
    await test.api(test.adm.token, 'PUT usuarios/inativar/:id', {params: {id: gone.id}});
    await shift(id);
    expect(await leased()).toMatchObject({ticketId: id, tentativa: 2});
  });
});

describe('renewing', () => {
  it('goes on until the attempt\'s own time is over, and tells how far it is', async () => {
    const id = await queued();
    const lease = await leased();
    expect(await on('renovar', lease, {leaseSegundos: 600, progresso: {texto: 'Página 3 de 10', porcento: 30}})).toMatchObject({
      status: 200, body: {leaseSegundos: expect.toSatisfy((n: number) => n > 590 && n <= 600)},
    });
    expect(await read(id)).toMatchObject({fila: {progresso: 'Página 3 de 10', porcento: 30}});
    await shift(id, sql`limite = now() + interval '45 seconds'`);
    expect(await on('renovar', lease, {leaseSegundos: 600})).toMatchObject({
      body: {leaseSegundos: expect.toSatisfy((n: number) => n <= 45)},
    });
    await shift(id, sql`limite = now() - interval '1 second', ate = now() - interval '1 second'`);
    expect(await on('renovar', lease)).toMatchObject({
      status: 409,
      body: {codigo: 'PRAZO', message: expect.stringMatching(/^O tempo desta tentativa acabou em .*\. Descarte o trabalho\.$/)},
    });
  });
});

describe('concluding', () => {
  it('ends the ticket with the robot\'s files and words, once: the same again answers the same', async () => {
    const id = await queued();
    const lease = await leased();
    const files = [{...NOTA, nome: 'protocolo.pdf', tipo: 'Comprovante'}];
    const form = () => formOf({leaseToken: lease.leaseToken, comentario: 'Agendado para as 14 h.'}, files);
    const done = await asked(robot, 'POST rpa/tickets/:id/concluir', {params: {id}, form: form()});
    expect(done).toMatchObject({
      status: 200, body: {id, idStatusTicket: 7, ultimoComentario: {texto: 'Agendado para as 14 h.'}, fila: null},
    });
    expect(done.body.ticketArquivos[1]).toMatchObject({nomeArquivo: 'protocolo.pdf', origem: 'RPA'});
    const before = await everythingOf(test, id);
    expect(await asked(robot, 'POST rpa/tickets/:id/concluir', {params: {id}, form: form()})).toMatchObject({
      status: 200, body: done.body,
    });
    expect(await everythingOf(test, id)).toEqual(before);
    expect(await on('concluir', lease, {comentario: 'Outra coisa'})).toMatchObject({
      status: 409, body: {codigo: 'LEASE', message: 'Este lease já foi encerrado: o ticket está em Finalizado. Descarte o trabalho.'},
    });
  });
});

describe('failing', () => {
  it('for a system waits one minute, then five, then needs a person', async () => {
    const id = await queued();
    for (const [tentativa, segundos] of [[1, 60], [2, 300]] as const) {
      expect(await on('falhar', await leased(), sistema)).toMatchObject({status: 200, body: {idStatusTicket: 4}});
      const {rows: [row]} = await sql<{em: number}>`
        select round(extract(epoch from apos - now()))::integer as em from tickets_fila where id_registro = ${id}`.execute(test.context.db);
      expect(row?.em, String(tentativa)).toSatisfy((em: number) => em > segundos - 5 && em <= segundos);
      expect(await reserve()).toMatchObject({status: 204});
      expect(await counts()).toMatchObject([{workflow: 'agendar', esperando: 0, emAndamento: 0, adiados: 1, maisAntigoDesde: null}]);
      await shift(id, sql`apos = now()`);
    }
    const last = await leased();
    expect(last.falhas).toMatchObject([{tentativa: 2, codigo: 'TIMEOUT', mensagem: 'O site não respondeu.'}, {tentativa: 1}]);
    expect(await on('falhar', last, sistema)).toMatchObject({
      status: 200, body: {idStatusTicket: 6, ultimoComentario: {texto: 'O site não respondeu.'}},
    });
  });

  it('for the matter needs a person at once, who finds the named items marked and changes or confirms them', async () => {
    const id = await queued();
    const [placa, data] = world.modelo.itens as unknown as [{id: number}, {id: number}];
    const campos = [{item: placa.id, mensagem: 'Não há veículo com esta placa.'}, {item: data.id, mensagem: 'É domingo.'}];
    const failed = await on('falhar', await leased(), negocio({campos}));
    expect(failed).toMatchObject({status: 200, body: {idStatusTicket: 6}});
    const {ticketFormularios: itens} = await read(id);
    expect(itens.slice(0, 3).map((one: {aviso: string}) => one.aviso)).toEqual(['Não há veículo com esta placa.', 'É domingo.', '']);
    expect((await steps(id))[0]).toMatchObject({acao: 'Robô falhou', comentario: 'A placa não existe.', paraStatus: 'Pendência'});

    const {empresa, fornecedor} = world.users;
    expect(await actOn(test, id, empresa, 'reprocessar')).toMatchObject({
      status: 400, body: {codigo: 'VALIDACAO', campos: [
        {campo: `ticketFormularios.${itens[0].id}`, mensagem: 'Não há veículo com esta placa.'}, {mensagem: 'É domingo.'},
      ]},
    });
    const formulario = itens.map((item: {descricao: string; valor: string}) =>
      ({...item, valor: item.descricao === 'Placa' ? 'XYZ9K88' : item.valor}));
    const form = formOf({ticketFormularios: formulario});
    expect(await test.api(fornecedor.token, 'PUT tickets/:id', {params: {id}, form})).toMatchObject({status: 200});
    const confirm = (who: {token: string}, item: unknown) => call(who, 'PUT tickets/:id/avisos-robo', {item}, id);
    expect(await confirm(robot, data.id)).toMatchObject({status: 403});
    expect(await confirm(fornecedor, 999_999)).toMatchObject({status: 400});
    expect(await confirm(fornecedor, data.id)).toMatchObject({status: 200, body: {ticketFormularios: [{aviso: ''}, {aviso: ''}, {}, {}]}});
    expect((await steps(id))[0]).toMatchObject({acao: 'Está certo assim', comentario: 'Confirmado: Data.'});
    expect(await actOn(test, id, empresa, 'reprocessar')).toMatchObject({status: 200, body: {idStatusTicket: 4}});
    expect(await leased()).toMatchObject({ticketId: id, tentativa: 1});
  });

  it.each(['reabrir', 'finalizar'] as const)('%s takes all marks away', async action => {
    const id = await queued();
    await on('falhar', await leased(), negocio({campos: [{item: world.modelo.itens[0]!.id, mensagem: 'Não existe.'}]}));
    expect(await actOn(test, id, test.adm, action, {body: {comentario: 'Feito à mão.'}})).toMatchObject({status: 200});
    expect((await read(id)).ticketFormularios[0].aviso).toBe('');
  });

  it.each([
    ['an item that does not exist', negocio({campos: [{item: 999_999, mensagem: 'x'}]}), 'O item 999999 não existe.'],
    ['a NEGOCIO without its sentence', {tipo: 'NEGOCIO', codigo: 'X'}, 'Falta "mensagem".'],
    ['a sentence that is too long', negocio({mensagem: 'a'.repeat(301)}), 'Valor inválido em "mensagem".'],
    ['no kind', {codigo: 'X', mensagem: 'y'}, 'Valor inválido em "tipo".'],
  ])('with %s is refused with 422, and the lease stays', async (_how, body, message) => {
    await queued();
    const lease = await leased();
    expect(await on('falhar', lease, body)).toMatchObject({status: 422, body: {codigo: 'VALIDACAO', message}});
    expect(await on('renovar', lease)).toMatchObject({status: 200});
  });
});

describe('people and the queue', () => {
  it('interrupt: the robot hears 410 from then on, and changes nothing', async () => {
    const id = await queued();
    const lease = await leased();
    expect(await actOn(test, id, world.users.empresa, 'interromperRpa', {body: {comentario: 'Descarga cancelada'}})).toMatchObject({
      status: 200,
    });
    const before = await everythingOf(test, id);
    for (const [path, body] of [['renovar', {}], ['concluir', {}], ['falhar', negocio()], ['liberar', {}]] as const) {
      expect(await on(path, lease, body), path).toMatchObject({
        status: 410,
        body: {codigo: 'INTERROMPIDO', message: 'Uma pessoa interrompeu o robô: o ticket está em Pendência. Descarte o trabalho.'},
      });
    }
    expect(await everythingOf(test, id)).toEqual(before);
  });

  it('take a ticket out of the queue and send it back behind the others, with three attempts anew', async () => {
    const [first, second] = [await queued(), await queued()];
    await on('falhar', await leased(), sistema);
    expect(await actOn(test, first, test.adm, 'retirarFila', {body: {comentario: 'Espere'}})).toMatchObject({status: 200});
    expect(await counts()).toMatchObject([{esperando: 1, adiados: 0}]);
    await actOn(test, first, test.adm, 'enviarRpa');
    expect(await leased()).toMatchObject({ticketId: second});
    expect(await leased()).toMatchObject({ticketId: first, tentativa: 1});
  });

  it('giving back counts for nothing', async () => {
    const id = await queued();
    expect(await on('liberar', await leased())).toMatchObject({status: 200, body: {idStatusTicket: 4}});
    expect(await leased()).toMatchObject({ticketId: id, tentativa: 1});
  });
});

describe('files under the lease', () => {
  it('are listed, read and added by who has it alone', async () => {
    const id = await queued();
    const lease = await leased();
    const header = {'x-lease-token': lease.leaseToken};
    const [file] = (await call(robot, 'GET rpa/tickets/:id/arquivos', undefined, id, header)).body;
    expect(file).toMatchObject({nomeArquivo: NOTA.nome, origem: 'Portal'});
    const got = await test.api(robot.token, 'GET rpa/tickets/:id/arquivos/:idArquivo', {params: {id, idArquivo: file.id}, headers: header});
    expect(got).toMatchObject({status: 200, headers: {'content-disposition': expect.stringContaining('attachment')}});
    const upload = (headers: Record<string, string>, tipo = 'Laudo') => {
      const form = formOf(undefined, [{nome: 'laudo.pdf'}], 'file');
      form.append('tipo', tipo);
      return asked(robot, 'POST rpa/tickets/:id/arquivos', {params: {id}, form, headers});
    };
    expect(await upload(header)).toMatchObject({status: 201, body: {nomeArquivo: 'laudo.pdf', origem: 'RPA'}});
    expect(await upload(header, 'Nada')).toMatchObject({status: 422});
    expect(await upload({'x-lease-token': 'x'})).toMatchObject({status: 409});
    await shift(id);
    expect(await upload(header)).toMatchObject({status: 409, body: {codigo: 'LEASE'}});
    expect(await call(robot, 'GET rpa/tickets/:id/arquivos', undefined, id, header)).toMatchObject({status: 409});
  });

  it('above the limits are 413', async () => {
    const id = await queued();
    const lease = await leased();
    const many = Array.from({length: 21}, () => ({...NOTA, tipo: 'Laudo'}));
    const form = formOf({leaseToken: lease.leaseToken}, many);
    const answer = await asked(robot, 'POST rpa/tickets/:id/concluir', {params: {id}, form});
    expect(answer).toMatchObject({status: 413, body: {codigo: 'TAMANHO'}});
    expect(await on('renovar', lease)).toMatchObject({status: 200});
  });
});

describe('who may what', () => {
  const CALLS: readonly [Endpoint, object][] = [
    ['POST rpa/tickets/:id/renovar', {}], ['POST rpa/tickets/:id/concluir', {}], ['POST rpa/tickets/:id/falhar', negocio()],
    ['POST rpa/tickets/:id/liberar', {}], ['GET rpa/tickets/:id/arquivos', {}], ['POST rpa/tickets/:id/arquivos', {}],
    ['GET rpa/tickets/:id/arquivos/:idArquivo', {}],
  ];
  it('people have no call of a robot, and a robot of another company finds nothing: nothing changes', async () => {
    const id = await queued();
    const {leaseToken} = await leased();
    const before = await everythingOf(test, id);
    const tried = (who: {token: string}, endpoint: Endpoint, body: object): Promise<Answer> =>
      call(who, endpoint, endpoint.startsWith('GET') ? undefined : {leaseToken, ...body}, id, {'x-lease-token': leaseToken});
    for (const perfil of ['adm', 'empresa', 'fornecedor', 'empresaUsuario'] as const) {
      expect(await reserve(world.users[perfil]), perfil).toMatchObject({status: 403});
      for (const [endpoint, body] of CALLS) {
        expect(await tried(world.users[perfil], endpoint, body), endpoint).toMatchObject({status: 403});
      }
    }
    for (const [endpoint, body] of CALLS) {
      expect(await tried(foreign, endpoint, body), endpoint).toMatchObject({status: 404});
    }
    expect(await everythingOf(test, id)).toEqual(before);
  });

  it('the length of the queue is for robots and for who may take tickets out of it, within their reach', async () => {
    await queued();
    for (const who of [test.adm, world.users.empresa, robot, everywhere]) {
      expect(await counts(who)).toMatchObject([{workflow: 'agendar', esperando: 1}]);
    }
    expect(await counts(foreign)).toEqual([]);
    for (const who of [world.users.fornecedor, world.users.empresaUsuario]) expect(await call(who, 'GET rpa/fila')).toMatchObject({
      status: 403,
    });
  });
});

describe('what is shown of it to who looks after it', () => {
  const panel = async (who: {token: string} = test.adm): Promise<Answer['body']> => (await call(who, 'GET rpa/painel')).body;
  beforeEach(() => sql`delete from historico where acao like 'rpa-%'`.execute(test.context.db));

  it('says who works and since when they said nothing, who waits, and, of attempts that ended, when nobody will and how many that takes', async () => {
    const [first, second, third] = [await queued(), await queued(), await queued()];
    expect(await panel()).toMatchObject({
      filas: [{workflow: 'agendar', esperando: 3, modelo: world.modelo.id, mediaSegundos: null, vaziaAs: null, robosNecessarios: null}],
      trabalhando: [], esperando: [{id: first, titulo: `Ticket ${first}`, modelo: 'Descarga', tentativa: 0}, {id: second}, {id: third}],
    });
    await on('concluir', await leased());
    await sql`update historico set data_criacao = now() - interval '50 minutes' where acao = 'rpa-reservar'`.execute(test.context.db);
    await sql`update historico set data_criacao = now() - interval '10 minutes' where acao = 'rpa-concluir'`.execute(test.context.db);
    await leased();
    await shift(second, sql`inicio = now() - interval '40 minutes'`);
    const {agora, filas: [fila], trabalhando: [works]} = await panel();
    expect(fila).toMatchObject({esperando: 1, emAndamento: 1, mediaSegundos: 2400, robosNecessarios: 1});
    expect(Date.parse(fila.vaziaAs) - Date.parse(agora)).toBe(2_400_000);
    expect(works).toMatchObject({id: second, robo: 'RPA-01', nome: expect.any(String), tentativa: 1});
    expect(stillWords(works.semProgressoSegundos)).toBe('sem progresso há 40 min');
  });

  it('says what failed last, and which item makes robots fail most', async () => {
    const [placa] = world.modelo.itens;
    for (let n = 0; n < 2; n++) {
      const id = await queued();
      await on('falhar', await leased(), negocio({campos: [{item: placa!.id, mensagem: 'Não há veículo.'}]}));
      expect((await panel()).falhas[0]).toMatchObject({
        id, robo: 'RPA-01', tipo: 'NEGOCIO', codigo: 'PLACA', tentativa: 1,
        campos: [{item: placa!.id, descricao: 'Placa', mensagem: 'Não há veículo.'}],
      });
    }
    await queued();
    await on('falhar', await leased(), sistema);
    expect((await panel()).motivos).toMatchObject([
      {modelo: 'Descarga', item: placa!.id, descricao: 'Placa', total: 2}, {item: null, codigo: 'TIMEOUT', total: 1},
    ]);
  });

  it('is for who may take records out of it and for robots, each within their reach; so are the robots themselves', async () => {
    await queued();
    const robots = async (who: {token: string}): Promise<Answer['body']> => (await call(who, 'GET rpa/robos')).body;
    for (const who of [test.adm, world.users.empresa, robot]) expect((await panel(who)).esperando).toHaveLength(1);
    expect(await panel(foreign)).toMatchObject({filas: [], esperando: [], trabalhando: [], falhas: []});
    for (const who of [world.users.fornecedor, world.users.empresaUsuario]) {
      for (const path of ['GET rpa/painel', 'GET rpa/robos'] as const) expect(await call(who, path), path).toMatchObject({status: 403});
    }
    expect(await robots(robot)).toMatchObject([{id: robot.id, ativo: true, chaves: 0, comSenha: true, usoEm: null, trabalhando: 0}]);
    const ids = async (who: {token: string}): Promise<number[]> => (await robots(who)).map(({id}: {id: number}) => id);
    expect(await ids(test.adm)).toEqual(expect.arrayContaining([robot.id, foreign.id, everywhere.id]));
    const own = await ids(world.users.empresa);
    expect(own).toEqual(expect.arrayContaining([robot.id, other.id]));
    expect(own).not.toContain(foreign.id);
    expect(own).not.toContain(everywhere.id);
  });
});

describe('a second resource, by its declaration alone', () => {
  it('has a queue at its own address, with its own limits', async () => {
    const made = await call(test.adm, 'POST vistorias', {idEmpresa: world.idEmpresa, placa: 'ABC1D23', tarefa: 'olhar', prazo: 60});
    expect(made).toMatchObject({status: 201, body: {fila: {tentativa: 0}}});
    const {id} = made.body;
    const again = async () => {
      const {body} = await call(robot, 'POST rpa/vistorias/reservar', {robo: 'V-1', workflows: ['olhar']});
      expect(body).toMatchObject({
        id, workflow: 'olhar', modelo: null, itens: [], arquivos: [], campos: {placa: 'ABC1D23'},
        leaseSegundos: expect.toSatisfy((n: number) => n <= 10),
      });
      return body;
    };
    const lease = await again();
    // A field says how long an attempt may take.
    expect(Date.parse(lease.limiteAte) - Date.parse(lease.leaseAte)).toBe(50_000);
    expect(await call(robot, 'POST rpa/vistorias/:id/falhar', {leaseToken: lease.leaseToken, ...sistema}, id)).toMatchObject({
      status: 200, body: {situacao: 1},
    });
    expect(await call(test.adm, 'GET rpa/vistorias/fila')).toMatchObject({body: [{workflow: 'olhar', adiados: 1}]});
    const {body: {leaseToken: invented, ...simulated}} = await call(robot, 'POST rpa/vistorias/simular', {workflow: 'olhar', semente: 9});
    expect(simulated).toMatchObject({id: 9, workflow: 'olhar', modelo: null, itens: [], leaseSegundos: 10, campos: {situacao: 2}});
    expect(await call(robot, 'POST rpa/vistorias/simular/concluir', {leaseToken: invented})).toMatchObject({body: {situacao: 4}});
    await sql`update vistorias_fila set apos = now()`.execute(test.context.db);
    const {leaseToken} = await again();
    expect(await call(robot, 'POST rpa/vistorias/:id/falhar', {leaseToken, ...sistema}, id)).toMatchObject({
      status: 200, body: {situacao: 3, fila: null},
    });
    expect(await call(test.adm, 'PUT vistorias/voltar/:id', {}, id)).toMatchObject({status: 200});
    const last = await again();
    expect(await call(robot, 'POST rpa/vistorias/:id/concluir', {leaseToken: last.leaseToken}, id)).toMatchObject({
      status: 200, body: {situacao: 4},
    });
  });
});

describe('records of an older version', () => {
  it('that stand in the queue\'s statuses get their place when it starts; what has one is left alone', async () => {
    const [waits, works, leasedOne] = [await queued(), await queued(), await queued()];
    await sql`delete from tickets_fila where id_registro in (${waits}, ${works})`.execute(test.context.db);
    await putInto(test, works, 'emAndamento');
    const lease = await leased();
    expect(lease.ticketId).toBe(leasedOne);
    const sentences: string[] = [];
    for (let n = 0; n < 2; n++) await prepareDatabase(test.context.db, test.context.config, sentence => sentences.push(sentence));
    expect(sentences).toEqual(['Banco de dados: 2 de tickets que já estavam na fila ganharam lugar nela.']);
    expect(await on('renovar', lease)).toMatchObject({status: 200});
    expect([await leased(other), await leased(other)]).toEqual(expect.arrayContaining([
      expect.objectContaining({ticketId: waits, tentativa: 1}), expect.objectContaining({ticketId: works, tentativa: 2}),
    ]));
  });
});

describe('keys', () => {
  const keysOf = (id: number, who: {token: string} = test.adm): Promise<Answer> => call(who, 'GET usuarios/:id/chaves', undefined, id);
  it('are made for a robot by the Adm, shown once, and sign in until they are revoked', async () => {
    const made = await call(test.adm, 'POST usuarios/:id/chaves', {nome: 'VM 3'}, robot.id);
    expect(made).toMatchObject({status: 201, body: {nome: 'VM 3', chave: expect.stringMatching(/^blc_[\w-]{43}$/)}});
    const key = {token: made.body.chave as string};
    expect((await keysOf(robot.id)).body).toEqual([{id: made.body.id, nome: 'VM 3', dataCriacao: made.body.dataCriacao, ultimoUso: null}]);
    const {rows: [row]} = await sql<{all: string}>`select chaves::text as all from chaves where id = ${made.body.id}`
      .execute(test.context.db);
    expect(row?.all).not.toContain(key.token.slice(4));
    const id = await queued();
    const lease = await leased(key);
    expect(lease).toMatchObject({ticketId: id});
    expect(await on('concluir', lease, {}, key)).toMatchObject({status: 200});
    expect((await keysOf(robot.id)).body).toMatchObject([{ultimoUso: expect.any(String)}]);
    const params = {id: robot.id, idChave: made.body.id};
    expect(await asked(test.adm, 'DELETE usuarios/:id/chaves/:idChave', {params})).toMatchObject({status: 200});
    expect(await reserve(key)).toMatchObject({status: 401});
    expect(await asked(test.adm, 'DELETE usuarios/:id/chaves/:idChave', {params})).toMatchObject({status: 404});
    robot = {...robot, ...(await signIn(robot))};
  });

  it('are never a person\'s, and nobody\'s but the Adm\'s to make', async () => {
    expect(await call(test.adm, 'POST usuarios/:id/chaves', {nome: 'x'}, world.users.empresa.id)).toMatchObject({
      status: 400, body: {codigo: 'CONFLITO'},
    });
    expect(await call(test.adm, 'POST usuarios/:id/chaves', {nome: ' '}, robot.id)).toMatchObject({
      status: 400, body: {codigo: 'VALIDACAO'},
    });
    for (const perfil of ['empresa', 'fornecedor', 'empresaUsuario'] as const) {
      expect(await call(world.users[perfil], 'POST usuarios/:id/chaves', {nome: 'x'}, robot.id)).toMatchObject({status: 403});
      expect(await keysOf(robot.id, world.users[perfil])).toMatchObject({status: 403});
    }
    const changed = await test.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
    const {body} = await call(test.adm, 'POST usuarios/:id/chaves', {nome: 'x'}, changed.id);
    await sql`update usuarios set tipo = 2 where id = ${changed.id}`.execute(test.context.db);
    expect(await call({token: body.chave}, 'GET tickets')).toMatchObject({status: 401});
  });
});

const signIn = async ({email, senha}: SeedUser): Promise<{token: string}> => {
  const {body} = await test.api(undefined, 'POST usuarios/login', {body: {email, senha}});
  return {token: body.token};
};
