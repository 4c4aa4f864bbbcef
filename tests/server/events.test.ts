// What happens to records, told to those who may know while they look on (rules: Events).
import {sql} from 'kysely';
import {afterEach, describe, expect, test} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {buildApp} from '../../src/server/app.ts';
import {writeHistory} from '../../src/server/history/writeHistory.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer, openTransaction} from '../support/database.ts';
import {listenTo, type Stream} from '../support/eventStream.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, openTicket} from '../support/tickets.ts';

// As on a database that other processes write to as well.
const server = beforeTests(() => openTestApp({env: onServer ? {DATABASE_URL: 'postgres://balcao.test/balcao'} : {}}));
const world = beforeTests(() => createWorld(server));
const elsewhere = beforeTests(() => createWorld(server));

const streams: Stream[] = [];
afterEach(() => streams.splice(0).forEach(stream => stream.leave()));
const listen = async (token: string | undefined, app = server.app, prefer?: string): Promise<Stream> => {
  const stream = await listenTo(app, token, prefer);
  streams.push(stream);
  return stream;
};
const told = (stream: Stream, recurso: string): number[] =>
  stream.events().filter(({name, data}) => name === 'registro' && data.recurso === recurso).map(({data}) => data.id);

describe('a change is told', () => {
  test('with the record\'s version, to everybody who reaches the record, and to nobody else', async () => {
    const {seed, api} = server;
    const outra = await seed.filial({idEmpresa: world.idEmpresa});
    const deOutraFilial = await seed.usuario({perfil: 'empresaUsuario', idEmpresa: world.idEmpresa, filiais: [outra.id]});
    const outroFornecedor = await seed.usuario({
      perfil: 'fornecedor', idEmpresa: world.idEmpresa, filiais: [world.idFilial], codigoExterno: 'OUTRO',
    });
    const deOutraEmpresa = await seed.usuario({perfil: 'empresa', idEmpresa: elsewhere.idEmpresa});
    const robo = await seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
    const {adm, empresa, fornecedor, empresaUsuario} = world.users;
    const strangers = [deOutraEmpresa, deOutraFilial, outroFornecedor, robo];
    const near = await Promise.all([adm, empresa, fornecedor, empresaUsuario].map(user => listen(user.token)));
    const far = await Promise.all(strangers.map(user => listen(user.token)));

    const ticket = await openTicket(server, world, fornecedor);
    for (const stream of near) await stream.hears('registro', {recurso: 'tickets', id: ticket.id, versao: ticket.versao});
    const {body} = await api(empresaUsuario, 'PUT tickets/iniciar-atendimento/:id', {params: {id: ticket.id}});
    expect(body.versao).toBeGreaterThan(ticket.versao);
    for (const stream of near) await stream.hears('registro', {recurso: 'tickets', id: ticket.id, versao: body.versao});

    // What comes after it is heard by all of them.
    for (const user of strangers) await api(adm, 'PUT usuarios/inativar/:id', {params: {id: user.id}});
    for (const stream of far) expect(await stream.ended).toBe('end');
    for (const stream of far) expect(told(stream, 'tickets')).toEqual([]);
  });

  test('of no resource that the profile has no business with', async () => {
    const fornecedor = await listen(world.users.fornecedor.token);
    const {id} = await server.seed.fornecedor({idEmpresa: world.idEmpresa});
    const ticket = await openTicket(server, world, world.users.fornecedor);
    await fornecedor.hears('registro', {recurso: 'tickets', id: ticket.id});
    expect(id).toBeGreaterThan(0);
    expect(told(fornecedor, 'fornecedores')).toEqual([]);
  });

  test('of a record that was deleted to those who saw it', async () => {
    const empresa = await listen(world.users.empresa.token);
    const foreign = await listen(elsewhere.users.empresa.token);
    const {id} = await server.seed.filial({idEmpresa: world.idEmpresa});
    const made = await empresa.hears('registro', {recurso: 'filiais', id});
    expect(await server.api(world.users.empresa, 'DELETE filial/:id', {params: {id}})).toAnswer(200);
    await empresa.hears('registro', {recurso: 'filiais', id, versao: made.data.versao + 1});
    const own = await server.seed.filial({idEmpresa: elsewhere.idEmpresa});
    await foreign.hears('registro', {recurso: 'filiais', id: own.id});
    expect(told(foreign, 'filiais')).not.toContain(id);
  });

  test('once, where there were several together', async () => {
    const {id} = await openTicket(server, world, world.users.fornecedor);
    const stream = await listen(world.users.empresa.token);
    await server.context.db.transaction().execute(async trx => {
      for (let n = 0; n < 5; n++) await writeHistory(trx, {recurso: 'tickets', id, actor: server.adm, acao: 'comentar'});
    });
    const newer = await openTicket(server, world, world.users.fornecedor);
    await stream.hears('registro', {recurso: 'tickets', id: newer.id});
    expect(told(stream, 'tickets')).toEqual([id, newer.id]);
  });

  test('of what belongs to another record to those who reach that', async () => {
    const near = await listen(world.users.fornecedor.token);
    const far = await listen(elsewhere.users.fornecedor.token);
    const made = await Promise.all([world, elsewhere].map(async ({modelo}) => {
      const answer = await server.api(server.adm, 'POST modelosFormularioItem', {
        body: {idModeloFormulario: modelo.id, descricao: 'Lacre', tipoCampo: 'texto'},
      });
      expect(answer.status).toBe(201);
      return answer.body.id as number;
    }));
    await near.hears('registro', {recurso: 'modelosFormularioItem', id: made[0]});
    await far.hears('registro', {recurso: 'modelosFormularioItem', id: made[1]});
    expect([told(near, 'modelosFormularioItem'), told(far, 'modelosFormularioItem')]).toEqual([[made[0]], [made[1]]]);
  });

  test('to a robot once the record is in its queue', async () => {
    const robots = await createWorld(server, 'Robô');
    const {fornecedor, empresaUsuario, rpa} = robots.users;
    const {id} = await openTicket(server, robots, fornecedor);
    const stream = await listen(rpa.token);
    await server.api(empresaUsuario, 'PUT tickets/iniciar-atendimento/:id', {params: {id}});
    const {status, body} = await server.api(empresaUsuario, 'PUT tickets/enviar-rpa/:id', {params: {id}});
    expect(status).toBe(200);
    await stream.hears('registro', {recurso: 'tickets', id, versao: body.versao});
    expect(told(stream, 'tickets')).toEqual([id]);
  });

  test('to a person of themselves, because what they reach may be different now', async () => {
    const {adm, fornecedor} = world.users;
    const stream = await listen(fornecedor.token);
    const {body} = await server.api(adm, 'GET usuarios/:id', {params: {id: fornecedor.id}});
    const saved = await server.api(adm, 'POST usuarios', {body: {...body, nome: 'Outro Nome'}});
    expect(saved.status).toBe(200);
    await stream.hears('registro', {recurso: 'usuarios', id: fornecedor.id, versao: saved.body.versao});
  });
});

describe('a change by which a record leaves somebody\'s reach is told to them', () => {
  const fails = async (token: string, call: Endpoint, id: number): Promise<void> =>
    expect(await server.api(token, call, {params: {id}})).toAnswer(404);

  test('where what is written into its form says whose it is', async () => {
    const {seed, api} = server;
    const {idEmpresa, idFilial, users: {empresa}} = world;
    const supplier = {perfil: 'fornecedor', idEmpresa, filiais: [idFilial]} as const;
    const carrier = await seed.usuario({...supplier, codigoExterno: 'LEV-1'});
    const stranger = await seed.usuario({...supplier, codigoExterno: 'LEV-2'});
    const ticket = await openTicket(server, world, empresa, {Placa: 'ABC1D23', Transportadora: 'LEV-1'});
    await sql`insert into avisos (id_usuario, recurso, id_registro, texto) values (${carrier.id}, 'tickets', ${ticket.id}, 'Chegou.')`
      .execute(server.context.db);
    const [near, far] = [await listen(carrier.token), await listen(stranger.token)];
    await near.hears('aviso', {naoLidos: 1});
    const {body: {ticketFormularios, versao}} = await api(carrier, 'GET tickets/:id', {params: {id: ticket.id}});
    const items = ticketFormularios.map((item: {descricao: string}) =>
      (item.descricao === 'Transportadora' ? {...item, valor: 'LEV-3'} : item));
    const saved = await api(empresa, 'PUT tickets/:id', {
      params: {id: ticket.id}, body: {id: ticket.id, versao, ticketFormularios: items},
    });
    expect(saved.status).toBe(200);
    await fails(carrier.token, 'GET tickets/:id', ticket.id);
    await near.hears('registro', {recurso: 'tickets', id: ticket.id, versao: saved.body.versao});
    // Nor is what waits to be read about it counted any more.
    await near.hears('aviso', {naoLidos: 0});
    // The code that decides it stays unsaid.
    const {body: steps} = await api(server.adm, 'GET ticketsHistorico/:id', {params: {id: ticket.id}});
    expect(JSON.stringify(steps)).not.toContain('Código da Transportadora');
    const own = await openTicket(server, world, empresa, {Placa: 'ABC1D23', Transportadora: 'LEV-2'});
    await far.hears('registro', {recurso: 'tickets', id: own.id});
    expect(told(far, 'tickets')).toEqual([own.id]);
  });

  test('where its branch is another, its company or both, one after the other at once', async () => {
    const {seed, api, context: {db}, adm} = server;
    const {idEmpresa, idFilial, users: {empresa, empresaUsuario}} = world;
    const other = await seed.filial({idEmpresa});
    const modelo = await seed.modelo({idEmpresa, idFilial, descricao: 'Muda de filial'});
    const [near, boss, newBoss] = [
      await listen(empresaUsuario.token), await listen(empresa.token), await listen(elsewhere.users.empresa.token),
    ];
    const {body} = await api(adm, 'GET modelosformulario/:id', {params: {id: modelo.id}});
    const moved = await api(adm, 'PUT modelosformulario/:id', {params: {id: modelo.id}, body: {...body, idFilial: other.id}});
    expect(moved.status).toBe(200);
    await fails(empresaUsuario.token, 'GET modelosformulario/:id', modelo.id);
    await near.hears('registro', {recurso: 'modelosFormulario', id: modelo.id, versao: moved.body.versao});
    await boss.hears('registro', {recurso: 'modelosFormulario', id: modelo.id, versao: moved.body.versao});
    // In no moment of it does one of the two changes alone show who reached it.
    await db.transaction().execute(async trx => {
      const step = {recurso: 'modelosFormulario', id: modelo.id, actor: adm, acao: 'alterar'};
      await writeHistory(trx, {...step, antes: {idFilial}, depois: {idFilial: elsewhere.idFilial}});
      await writeHistory(trx, {...step, antes: {idEmpresa}, depois: {idEmpresa: elsewhere.idEmpresa}});
      await sql`update modelos_formulario set id_empresa = ${elsewhere.idEmpresa}, id_filial = ${elsewhere.idFilial}, versao = 9
        where id = ${modelo.id}`.execute(trx);
    });
    const last = await seed.modelo({idEmpresa: elsewhere.idEmpresa, idFilial: elsewhere.idFilial});
    await newBoss.hears('registro', {recurso: 'modelosFormulario', id: last.id});
    for (const stream of [near, boss, newBoss]) await stream.hears('registro', {recurso: 'modelosFormulario', id: modelo.id, versao: 9});
    expect(told(boss, 'modelosFormulario')).not.toContain(last.id);
  });

  test('where its branch is another and another again before anybody looked', async () => {
    const {seed, context: {db}, adm} = server;
    const {idEmpresa, idFilial, users: {empresaUsuario}} = world;
    const [other, third] = [await seed.filial({idEmpresa}), await seed.filial({idEmpresa})];
    const modelo = await seed.modelo({idEmpresa, idFilial, descricao: 'Muda duas vezes'});
    const near = await listen(empresaUsuario.token);
    await db.transaction().execute(async trx => {
      const step = {recurso: 'modelosFormulario', id: modelo.id, actor: adm, acao: 'alterar'};
      await writeHistory(trx, {...step, antes: {idFilial}, depois: {idFilial: other.id}});
      await writeHistory(trx, {...step, antes: {idFilial: other.id}, depois: {idFilial: third.id}});
      await sql`update modelos_formulario set id_filial = ${third.id}, versao = 7 where id = ${modelo.id}`.execute(trx);
    });
    // A call that writes, after which one looks at once.
    await seed.filial({idEmpresa});
    await near.hears('registro', {recurso: 'modelosFormulario', id: modelo.id, versao: 7});
    expect(told(near, 'modelosFormulario')).toEqual([modelo.id]);
  });

  test('of a person who goes to another company to those who saw them', async () => {
    const {seed, api, adm} = server;
    const person = await seed.usuario({perfil: 'empresa', idEmpresa: world.idEmpresa});
    const [old, fornecedor] = [await listen(world.users.empresa.token), await listen(world.users.fornecedor.token)];
    const {body} = await api(adm, 'GET usuarios/:id', {params: {id: person.id}});
    const saved = await api(adm, 'POST usuarios', {body: {...body, idEmpresa: elsewhere.idEmpresa}});
    expect(saved.status).toBe(200);
    await fails(world.users.empresa.token, 'GET usuarios/:id', person.id);
    await old.hears('registro', {recurso: 'usuarios', id: person.id, versao: saved.body.versao});
    const ticket = await openTicket(server, world, world.users.fornecedor);
    await fornecedor.hears('registro', {recurso: 'tickets', id: ticket.id});
    expect(told(fornecedor, 'usuarios')).toEqual([]);
  });

  test('of a status that a robot sees no more, and not those who never saw it', async () => {
    const robots = await createWorld(server, 'Robô');
    const {fornecedor, empresa, empresaUsuario} = robots.users;
    const idle = await server.seed.usuario({perfil: 'rpa', idEmpresa: robots.idEmpresa});
    const foreign = await server.seed.usuario({perfil: 'rpa', idEmpresa: world.idEmpresa});
    const {id} = await openTicket(server, robots, fornecedor);
    await server.api(empresaUsuario, 'PUT tickets/iniciar-atendimento/:id', {params: {id}});
    const sent = await server.api(empresaUsuario, 'PUT tickets/enviar-rpa/:id', {params: {id}});
    expect(sent.status).toBe(200);
    const [looks, far] = [await listen(idle.token), await listen(foreign.token)];
    const taken = await server.api(empresa, 'PUT tickets/retirar-fila/:id', {params: {id}, body: {comentario: 'Feito à mão.'}});
    expect(taken.status).toBe(200);
    await fails(idle.token, 'GET tickets/:id', id);
    await looks.hears('registro', {recurso: 'tickets', id, versao: taken.body.versao});
    await server.api(server.adm, 'PUT usuarios/inativar/:id', {params: {id: foreign.id}});
    expect(await far.ended).toBe('end');
    expect(told(far, 'tickets')).toEqual([]);
  });
});

describe('who was away hears first what happened meanwhile', () => {
  const cameBack = (token: string, prefer = 'historico, desde=5000') => listen(token, server.app, prefer);
  const applied = ({response}: Stream): string | null => response.headers.get('preference-applied');

  test('to the records that they reach or reached, some of what was before included, and to no others', async () => {
    const {empresa, fornecedor, empresaUsuario} = world.users;
    const old = world.modelo.id;
    await sql`update historico set data_criacao = now() - interval '40 seconds' where recurso = 'modelosFormulario' and id_registro = ${old}`
      .execute(server.context.db);
    const [ticket, foreign] = [
      await openTicket(server, world, fornecedor), await openTicket(server, elsewhere, elsewhere.users.fornecedor),
    ];
    const other = await server.seed.filial({idEmpresa: world.idEmpresa});
    const modelo = await server.seed.modelo({idEmpresa: world.idEmpresa, idFilial: world.idFilial, descricao: 'Vai embora'});
    const {body} = await server.api(server.adm, 'GET modelosformulario/:id', {params: {id: modelo.id}});
    await server.api(server.adm, 'PUT modelosformulario/:id', {params: {id: modelo.id}, body: {...body, idFilial: other.id}});
    const [boss, clerk] = [await cameBack(empresa.token), await cameBack(empresaUsuario.token)];
    expect([applied(boss), applied(clerk)]).toEqual(['desde=5000', 'desde=5000']);
    for (const stream of [boss, clerk]) await stream.hears('registro', {recurso: 'tickets', id: ticket.id, versao: ticket.versao});
    expect(told(clerk, 'modelosFormulario')).toContain(modelo.id);
    expect(told(boss, 'tickets')).not.toContain(foreign.id);
    expect(told(boss, 'modelosFormulario')).not.toContain(old);
  });

  test('or, where it is too long ago, too much, or nothing is preferred, that they have to read again', async () => {
    const {token} = world.users.empresa;
    const {id} = await openTicket(server, world, world.users.fornecedor);
    for (const prefer of [undefined, 'desde=60001', 'desde=', 'desde=-1', 'desde=1e3']) {
      expect(applied(await cameBack(token, prefer ?? 'historico')), prefer).toBe(null);
    }
    await sql`insert into historico (recurso, id_registro, id_usuario, acao)
      select 'tickets', ${id}, ${server.adm.id}, 'comentar' from generate_series(1, 500)`.execute(server.context.db);
    expect(applied(await cameBack(token))).toBe(null);
  });
});

describe('how many notices are unread is told', () => {
  test('at the beginning, when one is written, and when they are read elsewhere', async () => {
    const {api} = server;
    const {fornecedor, empresaUsuario, rpa} = world.users;
    const {id} = await openTicket(server, world, fornecedor);
    await api(empresaUsuario, 'PUT tickets/iniciar-atendimento/:id', {params: {id}});
    const said = await api(empresaUsuario, 'PUT tickets/comentar/:id', {params: {id}, body: {comentario: 'Chegou.'}});
    expect(said.status).toBe(200);
    const people = [fornecedor, fornecedor, empresaUsuario, rpa];
    const [one, other, attendant, robot] = await Promise.all(people.map(user => listen(user.token)));
    const before = (await one!.hears('aviso', {})).data.naoLidos;
    expect(before).toBeGreaterThan(0);
    await other!.hears('aviso', {naoLidos: before});
    await attendant!.hears('aviso', {});
    const answer = await api(empresaUsuario, 'PUT tickets/pendenciar/:id', {
      params: {id}, body: {comentario: 'Falta a nota fiscal.'},
    });
    expect(answer.status).toBe(200);
    for (const stream of [one!, other!]) await stream.hears('aviso', {naoLidos: before + 1});
    const {body: {registros: [newest]}} = await api(fornecedor, 'GET avisos');
    await api(fornecedor, 'PUT avisos/lidos', {body: {ate: newest.id}});
    for (const stream of [one!, other!]) await stream.hears('aviso', {naoLidos: 0});
    // Whom it does not concern hears of the record alone, and a robot has no notices.
    expect(attendant!.events().filter(({name}) => name === 'aviso')).toHaveLength(1);
    expect(robot!.events().filter(({name}) => name === 'aviso')).toEqual([]);
  });

  test('when what it told is settled by somebody else', async () => {
    const {api} = server;
    const {fornecedor, empresaUsuario, adm} = world.users;
    const {id} = await openTicket(server, world, fornecedor);
    await api(empresaUsuario, 'PUT tickets/iniciar-atendimento/:id', {params: {id}});
    await api(empresaUsuario, 'PUT tickets/pendenciar/:id', {params: {id}, body: {comentario: 'Falta a nota fiscal.'}});
    const stream = await listen(fornecedor.token);
    const {data: {naoLidos}} = await stream.hears('aviso', {});
    expect(await api(adm, 'PUT tickets/reabrir/:id/:idUsuario', {params: {id, idUsuario: adm.id}})).toAnswer(200);
    await stream.hears('aviso', {naoLidos: naoLidos - 1});
  });

  test.runIf(onServer)('wherever it was read', async () => {
    const {api} = server;
    const {fornecedor, empresaUsuario} = world.users;
    const {id} = await openTicket(server, world, fornecedor);
    await api(empresaUsuario, 'PUT tickets/comentar/:id', {params: {id}, body: {comentario: 'Chegou.'}});
    const twin = await server.second();
    const stream = await listen(fornecedor.token, twin.app);
    const {data: {naoLidos}} = await stream.hears('aviso', {});
    expect(naoLidos).toBeGreaterThan(0);
    const {body: {registros: [newest]}} = await api(fornecedor, 'GET avisos');
    await api(fornecedor, 'PUT avisos/lidos', {body: {ate: newest.id}});
    await stream.hears('aviso', {naoLidos: 0});
    await twin.close();
  });
});

describe('a stream', () => {
  test('is one that no proxy keeps or gathers, and is not compressed', async () => {
    const {response} = await listen(world.users.empresa.token);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no', 'x-content-type-options': 'nosniff',
    });
    expect(response.headers.has('content-encoding')).toBe(false);
  });

  test('is for whoever is signed in', async () => {
    const {response, text, ended} = await listen(undefined);
    await ended;
    expect(response.status).toBe(401);
    expect(JSON.parse(text())).toMatchObject({codigo: 'SESSAO'});
  });

  test('ends with the person\'s deactivation, their company\'s, and their sessions', async () => {
    const {seed, api, adm} = server;
    const {id: idEmpresa} = await seed.empresa();
    const [one, other, third] = [
      await seed.usuario({perfil: 'empresa', idEmpresa}), await seed.usuario({perfil: 'empresa', idEmpresa}),
      await seed.usuario({perfil: 'rpa', idEmpresa}),
    ];
    const [first, second, last] = [await listen(one.token), await listen(other.token), await listen(third.token)];
    await api(adm, 'PUT usuarios/inativar/:id', {params: {id: one.id}});
    expect(await first.ended).toBe('end');
    await api(adm, 'PUT usuarios/:id', {params: {id: other.id}, body: {senha: 'outra-senha'}});
    expect(await second.ended).toBe('end');
    await api(adm, 'PUT empresas/inativar/:id', {params: {id: idEmpresa}});
    expect(await last.ended).toBe('end');
  });

  test('ends with the server, at once', async () => {
    const twin = await server.second();
    const stream = await listen(world.users.empresa.token, twin.app);
    const closed = twin.close();
    expect(await stream.ended).toBe('end');
    await closed;
  });

  test('makes room for the newest of ten of one person', async () => {
    const all: Stream[] = [];
    for (let n = 0; n < 11; n++) all.push(await listen(world.users.empresa.token));
    expect(await all[0]?.ended).toBe('end');
    const ticket = await openTicket(server, world, world.users.fornecedor);
    for (const stream of all.slice(1)) await stream.hears('registro', {recurso: 'tickets', id: ticket.id});
  });

  test('is refused in words where there are as many as may be', async () => {
    const app = await buildApp(server.context, {door: {connections: 4}});
    for (let n = 0; n < 3; n++) await listen(world.users.empresa.token, app);
    const {response, ended, text} = await listen(world.users.empresa.token, app);
    await ended;
    expect({status: response.status, retry: response.headers.get('retry-after')}).toEqual({status: 400, retry: '60'});
    expect(JSON.parse(text())).toMatchObject({codigo: 'LIMITE', message: expect.stringContaining('Atualize a página')});
    await app.close();
  });

  test('answers a question for the headers alone', async () => {
    const answer = await server.app.inject({method: 'HEAD', url: '/api/eventos', headers: {authorization: `Bearer ${server.adm.token}`}});
    expect(answer).toMatchObject({statusCode: 200, payload: ''});
    expect(answer.headers).toMatchObject({'content-type': 'text/event-stream'});
  });
});

describe.runIf(onServer)('several servers on one database', () => {
  test('tell what any of them wrote', async () => {
    const twin = await server.second();
    const stream = await listen(world.users.empresa.token, twin.app);
    const ticket = await openTicket(server, world, world.users.fornecedor);
    await stream.hears('registro', {recurso: 'tickets', id: ticket.id});
    expect(told(stream, 'tickets')).toEqual([ticket.id]);
    await twin.close();
  });

  test('tell what was committed after something newer', async () => {
    const {id} = await openTicket(server, world, world.users.fornecedor);
    const stream = await listen(world.users.empresa.token);
    const trx = await openTransaction(server.context.db);
    await writeHistory(trx, {recurso: 'tickets', id, actor: server.adm, acao: 'comentar'});
    const newer = await openTicket(server, world, world.users.fornecedor);
    await stream.hears('registro', {recurso: 'tickets', id: newer.id});
    expect(told(stream, 'tickets')).toEqual([newer.id]);
    await trx.commit().execute();
    await stream.hears('registro', {recurso: 'tickets', id});
    expect(told(stream, 'tickets')).toEqual([newer.id, id]);
  });
});
