// The queue that robots work (rules: Robots): a lease fences everything, by the database's clock.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import {hooks} from '../../src/server/registerRoutes.ts';
import {sweepLeases} from '../../src/server/robots/expiredLeases.ts';
import config from '../../resources.config.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {createRobots, emptyQueue, negocio, queueCalls, sistema} from '../support/queue.ts';
import {openTestApp} from '../support/server.ts';
import {actOn, createWorld, everythingOf, formOf, NOTA, putInto} from '../support/tickets.ts';

const test = beforeTests(() => openTestApp({many: true}));
const judge = await judgeOf(config);
const world = beforeTests(() => createWorld(test, 'agendar'));
const robots = beforeTests(() => createRobots(test, world));
const {asked, call, reserve, queued, leased, on, shift, read, steps, counts} = queueCalls(test, world, robots, judge);
beforeEach(() => emptyQueue(test));

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
    await test.seed.modelo({idEmpresa: world.idEmpresa, idFilial: world.idFilial, workFlowNameRpa: 'outro'});
    expect(await reserve(robots.own, {workflows: ['outro']})).toMatchObject({status: 204});
    expect(await reserve(robots.foreign)).toMatchObject({status: 204});
    expect(await leased(robots.everywhere, {workflows: ['outro', 'agendar']})).toMatchObject({ticketId: first});
    expect(await leased()).toMatchObject({ticketId: second});
  });

  it('finds a workflow as it looks, and tells who asks for some that no template of theirs has', async () => {
    const all = [await queued(), await queued(), await queued()];
    for (const [at, workflow] of ['agendar ', 'AGENDAR', 'ａgendar'].entries()) {
      expect(await leased(robots.own, {workflows: [workflow]})).toMatchObject({ticketId: all[at], workflow: 'agendar'});
    }
    const told = {status: 422, body: {codigo: 'VALIDACAO', campos: [{campo: 'workflows', mensagem: 'Nenhum modelo tem este workflow.'}]}};
    expect(await reserve(robots.own, {workflows: ['agendar-descarga'], espera: 5})).toMatchObject(told);
    expect(await reserve(robots.foreign, {workflows: ['agendar']})).toMatchObject(told);
    expect(await reserve(robots.own, {workflows: ['agendár', 'x']}))
      .toMatchObject({status: 422, body: {message: 'Nenhum modelo tem estes workflows.'}});
  });

  it.each([
    ['without its machine', {robo: undefined}, 'Falta "robo".'], ['too short', {leaseSegundos: 29}, 'Valor inválido em "leaseSegundos".'],
    ['too long', {leaseSegundos: 3601}, 'Valor inválido em "leaseSegundos".'],
    ['waiting too long', {espera: 31}, 'Valor inválido em "espera".'],
  ])('%s is refused with 422 and takes nothing', async (_how, more, message) => {
    await queued();
    expect(await reserve(robots.own, more)).toMatchObject({status: 422, body: {codigo: 'VALIDACAO', message}});
    expect(await counts()).toMatchObject([{esperando: 1}]);
  });

  it('stops at five leases a robot, with 429', async () => {
    for (let n = 0; n < 6; n++) await queued();
    const leases = [];
    for (let n = 0; n < 5; n++) leases.push(await leased());
    expect(await reserve()).toMatchObject({status: 429, body: {codigo: 'LIMITE'}, headers: {'retry-after': '10'}});
    expect(await reserve(robots.other)).toMatchObject({status: 200});
    await on('liberar', leases[0]);
    expect(await reserve()).toMatchObject({status: 200});
  });

  it('with a key answers the same lease while it lives, and another one after it', async () => {
    const [first, second] = [await queued(), await queued()];
    const key = {'idempotency-key': 'pedido-1'};
    const one = await reserve(robots.own, {}, key);
    expect(one.body).toMatchObject({ticketId: first});
    expect((await reserve(robots.own, {}, key)).body).toMatchObject({ticketId: first, leaseToken: one.body.leaseToken, tentativa: 1});
    expect((await reserve(robots.other, {}, key)).body).toMatchObject({ticketId: second});
    expect(await reserve(robots.own, {}, {'idempotency-key': 'pedido-2'})).toMatchObject({status: 204});
    await shift(first);
    const again = await reserve(robots.own, {}, key);
    expect(again.body).toMatchObject({ticketId: first, tentativa: 2, leaseToken: expect.not.stringContaining(one.body.leaseToken)});
    await on('concluir', again.body);
    expect(await reserve(robots.own, {}, key)).toMatchObject({status: 204});
  });

  it('with a key that asked for something else is refused, also once that lease is over', async () => {
    await queued();
    const key = {'idempotency-key': 'pedido-3'};
    const one = await reserve(robots.own, {workflows: ['agendar']}, key);
    const other = () => reserve(robots.own, {workflows: ['outro']}, key);
    const refused = {status: 409, body: {codigo: 'CONFLITO', message: 'Esta chave de idempotência já foi usada com outro conteúdo.'}};
    expect(await other()).toMatchObject(refused);
    // To wait longer asks for nothing else.
    expect(await reserve(robots.own, {workflows: ['agendar'], espera: 1}, key)).toMatchObject({
      status: 200, body: {leaseToken: one.body.leaseToken},
    });
    await on('concluir', one.body);
    expect(await other()).toMatchObject(refused);
  });

  it('gives nothing that stands elsewhere, whatever the queue still has of it', async () => {
    const id = await queued();
    // Who had it sees it wherever it stands.
    await on('liberar', await leased());
    await putInto(test, id, 'pendencia');
    expect(await reserve()).toMatchObject({status: 204});
    await putInto(test, id, 'filaRpa');
    const lease = await leased();
    await putInto(test, id, 'pendencia');
    expect(await on('concluir', lease)).toMatchObject({status: 409, body: {codigo: 'CONFLITO'}});
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
    const fresh = await leased(robots.other, {robo: 'RPA-02'});
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
    expect(await on('concluir', fresh, {}, robots.other)).toMatchObject({status: 200, body: {idStatusTicket: 7}});
  });

  it('waits as a failure of a system does: one minute, then five, and after the last attempt not at all', async () => {
    const id = await queued();
    const over = (seconds: number) => shift(id, sql`ate = now() - make_interval(secs => ${seconds}::integer)`);
    for (const [tentativa, least] of [[1, 60], [2, 300]] as const) {
      expect(await leased()).toMatchObject({tentativa});
      await over(least - 5);
      expect(await reserve()).toMatchObject({status: 204});
      expect(await counts()).toMatchObject([{esperando: 0, emAndamento: 0, adiados: 1}]);
      await over(least + 1);
      expect(await counts()).toMatchObject([{esperando: 1, emAndamento: 0, adiados: 0}]);
    }
    await leased();
    await over(1);
    expect(await reserve()).toMatchObject({status: 204});
    expect(await read(id)).toMatchObject({idStatusTicket: 6});
  });

  it('waits so also where the sweep comes first', async () => {
    const id = await queued();
    await leased();
    await shift(id, sql`ate = now() - interval '20 seconds'`);
    await sweepLeases({...test.context, hooks});
    expect(await reserve()).toMatchObject({status: 204});
    const {rows: [row]} = await sql<{em: number}>`
      select round(extract(epoch from apos - now()))::integer as em from tickets_fila where id_registro = ${id}`.execute(test.context.db);
    expect(row?.em).toSatisfy((em: number) => em > 30 && em <= 40);
  });

  it('of the same robot does nothing any more either, once it has another one', async () => {
    const id = await queued();
    const old = await leased();
    await shift(id);
    const fresh = await leased();
    const before = await everythingOf(test, id);
    for (const [path, body] of [['renovar', {}], ['concluir', {}], ['falhar', sistema], ['liberar', {}]] as const) {
      expect(await on(path, old, body), path).toMatchObject({status: 409, body: {codigo: 'LEASE'}});
    }
    expect(await everythingOf(test, id)).toEqual(before);
    expect(await on('concluir', fresh)).toMatchObject({status: 200});
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
      expect.objectContaining({
        idRegistro: id, texto: expect.stringMatching(/^O robô não concluiu o ticket \d+: RPA-01 não respondeu até /),
      }),
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

  it('is seen by the sweep also where nobody knows whose it was', async () => {
    const id = await queued();
    await leased();
    await shift(id, sql`ate = now(), id_usuario = null, robo = ''`);
    await sweepLeases({...test.context, hooks});
    expect(await read(id)).toMatchObject({idStatusTicket: 4, fila: {tentativa: 1, leaseAte: null}});
    expect((await steps(id))[0]).toMatchObject({
      acao: 'Robô não respondeu', comentario: expect.stringMatching(/^Um robô desconhecido não respondeu até /),
    });
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

describe('an attempt\'s own time', () => {
  it('is what its template says in minutes, up to a day, and two hours where it says nothing', async () => {
    const say = (limiteRobo: unknown) => call(test.adm, 'PUT modelosformulario/:id', {limiteRobo}, world.modelo.id);
    const minutes = async (): Promise<number> => {
      await queued();
      const lease = await leased();
      const {leaseAte, limiteAte} = lease;
      await on('concluir', lease);
      return Math.round((Date.parse(limiteAte) - Date.parse(leaseAte) + 300_000) / 60_000);
    };
    for (const limiteRobo of [0, 1441]) expect(await say(limiteRobo)).toMatchObject({status: 400, body: {codigo: 'VALIDACAO'}});
    expect(await say(90)).toMatchObject({status: 200, body: {limiteRobo: 90}});
    expect(await minutes()).toBe(90);
    const {limiteAte} = (await call(robots.own, 'POST rpa/simular', {workflow: 'agendar'})).body;
    expect(Math.round((Date.parse(limiteAte) - Date.now()) / 60_000)).toBe(90);
    expect(await say(null)).toMatchObject({status: 200});
    expect(await minutes()).toBe(120);
  });
});

describe('concluding', () => {
  it('ends the ticket with the robot\'s files and words, once: the same again answers the same', async () => {
    const id = await queued();
    const lease = await leased();
    const files = [{...NOTA, nome: 'protocolo.pdf', tipo: 'Comprovante'}];
    const form = () => formOf({leaseToken: lease.leaseToken, comentario: 'Agendado para as 14 h.'}, files);
    const done = await asked(robots.own, 'POST rpa/tickets/:id/concluir', {params: {id}, form: form()});
    expect(done).toMatchObject({
      status: 200, body: {id, idStatusTicket: 7, ultimoComentario: {texto: 'Agendado para as 14 h.'}, fila: null},
    });
    expect(done.body.ticketArquivos[1]).toMatchObject({nomeArquivo: 'protocolo.pdf', origem: 'RPA'});
    const before = await everythingOf(test, id);
    expect(await asked(robots.own, 'POST rpa/tickets/:id/concluir', {params: {id}, form: form()})).toMatchObject({
      status: 200, body: done.body,
    });
    expect(await everythingOf(test, id)).toEqual(before);
    expect(await on('concluir', lease, {comentario: 'Outra coisa'})).toMatchObject({
      status: 409, body: {codigo: 'LEASE', message: 'Este lease já foi encerrado: o ticket está em Finalizado. Descarte o trabalho.'},
    });
  });
});

describe('what a robot says of itself', () => {
  it('is kept without what nobody sees, and refused with control characters', async () => {
    const id = await queued();
    const lease = await leased();
    for (const wrong of [{codigo: 'A\u0007'}, {mensagem: '\u001B[31mErro'}]) {
      expect(await on('falhar', lease, {...sistema, ...wrong})).toMatchObject({status: 422, body: {codigo: 'VALIDACAO'}});
    }
    expect(await on('falhar', lease, {...sistema, codigo: ' TIME\u202EOUT ', mensagem: 'O site\nnão \u200Brespondeu.'}))
      .toMatchObject({status: 200});
    expect((await steps(id))[0]).toMatchObject({comentario: 'O site não respondeu.', tentativa: {codigo: 'TIMEOUT'}});
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
    expect((await steps(id))[0]).toMatchObject({
      acao: 'Robô falhou', comentario: 'A placa não existe.', paraStatus: 'Pendência', tentativa: {
        passo: 'falhar', numero: 1, robo: 'RPA-01', codigo: 'PLACA',
        campos: [
          {item: placa.id, descricao: 'Placa', mensagem: 'Não há veículo com esta placa.'}, {descricao: 'Data', mensagem: 'É domingo.'},
        ],
      },
    });

    const {empresa, fornecedor} = world.users;
    const message = 'O robô marcou: Placa, Data. Corrija, ou diga que está certo assim.';
    expect((await read(id)).acoes).toContainEqual({acao: 'reprocessar', permitida: false, motivo: message});
    expect(await actOn(test, id, empresa, 'reprocessar')).toMatchObject({
      status: 400, body: {codigo: 'VALIDACAO', message, campos: [
        {campo: `ticketFormularios.${itens[0].id}`, mensagem: 'Não há veículo com esta placa.'}, {mensagem: 'É domingo.'},
      ]},
    });
    const formulario = itens.map((item: {descricao: string; valor: string}) =>
      ({...item, valor: item.descricao === 'Placa' ? 'XYZ9K88' : item.valor}));
    const form = formOf({ticketFormularios: formulario});
    expect(await test.api(fornecedor.token, 'PUT tickets/:id', {params: {id}, form})).toMatchObject({status: 200});
    const confirm = (who: {token: string}, item: unknown) => call(who, 'PUT tickets/:id/avisos-robo', {item}, id);
    expect(await confirm(robots.own, data.id)).toMatchObject({status: 403});
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

describe('files under the lease', () => {
  it('are listed, read and added by who has it alone', async () => {
    const id = await queued();
    const lease = await leased();
    const header = {'x-lease-token': lease.leaseToken};
    const [file] = (await call(robots.own, 'GET rpa/tickets/:id/arquivos', undefined, id, header)).body;
    expect(file).toMatchObject({nomeArquivo: NOTA.nome, origem: 'Portal'});
    const params = {id, idArquivo: file.id};
    const got = await test.api(robots.own, 'GET rpa/tickets/:id/arquivos/:idArquivo', {params, headers: header});
    expect(got).toMatchObject({status: 200, headers: {'content-disposition': expect.stringContaining('attachment')}});
    const upload = (headers: Record<string, string>, tipo = 'Laudo') => {
      const form = formOf(undefined, [{nome: 'laudo.pdf'}], 'file');
      form.append('tipo', tipo);
      return asked(robots.own, 'POST rpa/tickets/:id/arquivos', {params: {id}, form, headers});
    };
    expect(await upload(header)).toMatchObject({status: 201, body: {nomeArquivo: 'laudo.pdf', origem: 'RPA'}});
    expect(await upload(header, 'Nada')).toMatchObject({status: 422});
    const list = (headers: Record<string, string>) => call(robots.own, 'GET rpa/tickets/:id/arquivos', undefined, id, headers);
    const sentence = 'Falta o cabeçalho X-Lease-Token, com o leaseToken da reserva.';
    const missing = {status: 422, body: {codigo: 'VALIDACAO', message: sentence, campos: [{campo: 'X-Lease-Token'}]}};
    const wrong = {status: 409, body: {codigo: 'LEASE', message: expect.stringMatching(
      /^O leaseToken enviado não é o do lease atual: este robô tem o ticket em RPA-01 até .*\. Confira o leaseToken; se ele é de/,
    )}};
    for (const ask of [upload, list]) {
      expect(await ask({})).toMatchObject(missing);
      expect(await ask({'x-lease-token': 'x'})).toMatchObject(wrong);
    }
    await shift(id);
    expect(await upload(header)).toMatchObject({status: 409, body: {codigo: 'LEASE'}});
    expect(await call(robots.own, 'GET rpa/tickets/:id/arquivos', undefined, id, header)).toMatchObject({status: 409});
  });

  it('above the limits are 413', async () => {
    const id = await queued();
    const lease = await leased();
    const many = Array.from({length: 21}, () => ({...NOTA, tipo: 'Laudo'}));
    const form = formOf({leaseToken: lease.leaseToken}, many);
    const answer = await asked(robots.own, 'POST rpa/tickets/:id/concluir', {params: {id}, form});
    expect(answer).toMatchObject({status: 413, body: {codigo: 'TAMANHO'}});
    expect(await on('renovar', lease)).toMatchObject({status: 200});
  });
});
