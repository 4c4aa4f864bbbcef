import {sql} from 'kysely';
import {beforeAll, describe, expect, it, vi} from 'vitest';
import {keepAnswer} from '../../src/server/calls/idempotency.ts';
import {careForRows} from '../../src/server/rowCare.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, filesOnDisk, formOf, newTicket, NOTA, openTicket, PDF, putInto, type World} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
let world: World;
beforeAll(async () => {
  world = await createWorld(test);
});

const count = async (): Promise<number> => {
  const {rows} = await sql<{n: number}>`select count(*)::int as n from tickets`.execute(test.context.db);
  return rows[0]!.n;
};
const post = (
  key: string, {placa = 'ABC1D23', bytes = PDF, as = world.users.empresa}: {placa?: string; bytes?: Buffer; as?: SeedUser} = {},
) =>
  test.api(as, 'POST tickets', {
    form: formOf(newTicket(world, {Placa: placa}), [{...NOTA, bytes}]), headers: {'idempotency-key': key},
  });

describe('the same call again, with its key', () => {
  it('opens one ticket and answers the same', async () => {
    const before = await count();
    const first = await post('uma');
    const files = await filesOnDisk(test);
    const second = await post('uma');
    expect(second).toMatchObject({status: 201, body: first.body, headers: {location: first.headers['location']}});
    expect(await count()).toBe(before + 1);
    expect(await filesOnDisk(test)).toEqual(files);
    expect(await test.api(world.users.empresa, 'GET TicketsArquivo/baixar-arquivo/:fileId', {
      params: {fileId: first.body.ticketArquivos[0].id},
    })).toAnswer(200);
  });

  it('opens one ticket when many arrive at once', async () => {
    const before = {tickets: await count(), files: (await filesOnDisk(test)).length};
    const answers = await Promise.all(Array.from({length: 8}, () => post('juntas')));
    expect(new Set(answers.map(answer => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect({tickets: await count(), files: (await filesOnDisk(test)).length})
      .toEqual({tickets: before.tickets + 1, files: before.files + 1});
  });

  it('is refused with another body: other values, or other bytes under the same name', async () => {
    const conflict = {status: 400, body: {codigo: 'CONFLITO', message: 'Esta chave de idempotência já foi usada com outro conteúdo.'}};
    await post('outra');
    const files = await filesOnDisk(test);
    expect(await post('outra', {placa: 'XYZ'})).toMatchObject(conflict);
    expect(await post('outra', {bytes: Buffer.concat([PDF, PDF])})).toMatchObject(conflict);
    expect(await filesOnDisk(test)).toEqual(files);
  });

  it("is somebody else's key to somebody else", async () => {
    const {body: {id}} = await post('comum');
    const other = await post('comum', {as: world.users.adm});
    expect(other.status).toBe(201);
    expect(other.body.id).not.toBe(id);
  });

  it('answers nothing of a record that is out of reach meanwhile, made or changed', async () => {
    const {fornecedor, empresa} = world.users;
    const {body: {id}} = await post('fora', {as: fornecedor});
    const cancel = () => test.api(fornecedor, 'PUT tickets/cancelar/:id', {
      params: {id}, body: {comentario: 'Aberto por engano.'}, headers: {'idempotency-key': 'fora daqui'},
    });
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 200]);
    await test.context.db.updateTable('tickets').set({id_usuario: empresa.id, codigo_transportadora: null}).where('id', '=', id).execute();
    expect([(await post('fora', {as: fornecedor})).status, (await cancel()).status]).toEqual([404, 404]);
  });

  it('is refused with another password, of which nothing is kept', async () => {
    const invite = (senha: string) => test.api(world.users.adm, 'POST usuarios', {
      body: {tipo: 1, nome: 'Rita', email: 'rita@balcao.example', senha}, headers: {'idempotency-key': 'rita'},
    });
    const first = await invite('segredo-1');
    expect(await invite('segredo-1')).toAnswer(201, first.body);
    expect(await invite('segredo-2')).toAnswer(400, {codigo: 'CONFLITO'});
  });

  it('is new after a day', async () => {
    const {body: {id}} = await post('velha');
    await test.context.db.updateTable('idempotencia').set({data_criacao: new Date(Date.now() - 25 * 3_600_000)})
      .where('chave', '=', 'velha').execute();
    const again = await post('velha', {placa: 'NOVA'});
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
    expect((await post('velha', {placa: 'NOVA'})).body).toEqual(again.body);
  });

  it('reads no other keys of its person', async () => {
    const {db} = test.context;
    const {id: idUsuario} = world.users.empresa;
    await sql`
      insert into idempotencia (id_usuario, chave, corpo, data_criacao)
      select ${idUsuario}, 'muitas ' || n, '', now() - n * interval '1 minute' from generate_series(1, 3000) as n`.execute(db);
    const read = await db.transaction().execute(async trx => {
      // What the connection has not told yet is counted as well.
      const rows = async (): Promise<number> => {
        const {rows: [row]} = await sql<{read: number}>`
          select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'idempotencia'`.execute(trx);
        return row!.read;
      };
      const before = await rows();
      await keepAnswer(trx, {idUsuario, chave: 'mais uma', corpo: ''}, {status: 200, body: {}});
      return await rows() - before;
    });
    expect(read).toBeLessThan(10);
  });

  it('leaves no keys behind after a day, nor those of whoever calls no more', async () => {
    const {db} = test.context;
    await post('antiga');
    await post('antiga', {as: world.users.adm});
    await db.updateTable('idempotencia').set({data_criacao: new Date(Date.now() - 25 * 3_600_000)}).execute();
    await post('recente');
    vi.useFakeTimers({toFake: ['setInterval']});
    const report = vi.fn<(message: string, error: unknown) => void>();
    const end = careForRows(db, report);
    vi.advanceTimersByTime(3_600_000);
    vi.useRealTimers();
    await end();
    expect(await db.selectFrom('idempotencia').select('chave').execute()).toEqual([{chave: 'recente'}]);
    expect(report).not.toHaveBeenCalled();
  });

  it('keeps no key of a call that was refused', async () => {
    expect(await post('falhou', {placa: ''})).toAnswer(400, {message: 'Campo obrigatório'});
    expect(await post('falhou')).toAnswer(201);
  });

  it('refuses a key without end', async () => {
    const before = await filesOnDisk(test);
    expect(await post('x'.repeat(201))).toAnswer(400, {codigo: 'VALIDACAO'});
    expect(await filesOnDisk(test)).toEqual(before);
  });

  it('finishes once, with its files once', async () => {
    const {token} = world.users.empresa;
    const {id} = await openTicket(test, world, world.users.empresa);
    await putInto(test, id, 'pendencia');
    const finish = (comentario = 'Conferido.') => test.api(token, 'PUT tickets/finalizar/:id', {
      params: {id}, form: formOf({comentario}, [{nome: 'laudo.pdf', tipo: 'Laudo'}]), headers: {'idempotency-key': 'fim'},
    });
    const answers = await Promise.all([finish(), finish(), finish()]);
    for (const answer of [...answers, await finish()]) expect(answer).toAnswer(200, {id, idStatusTicket: 7, descricaoStatus: 'Finalizado'});
    expect(await finish('Outro motivo')).toAnswer(400, {codigo: 'CONFLITO'});
    expect((await test.api(token, 'GET ticketsArquivo/:id', {params: {id}})).body).toHaveLength(2);
    const {body: steps} = await test.api(token, 'GET ticketsHistorico/:id', {params: {id}});
    expect(steps.map(({acao}: {acao: string}) => acao)).toEqual(['Adicionar Arquivo', 'Finalizar', 'Abrir Ticket']);
  });

  it('moves once, and answers the same: a move whose answer was lost is not refused for having been done', async () => {
    const {id: idUsuario, token} = world.users.empresa;
    const {id} = await openTicket(test, world, world.users.empresa);
    const attend = (key: string) =>
      test.api(token, 'PUT tickets/iniciar-atendimento/:id/:idUsuario', {params: {id, idUsuario}, headers: {'idempotency-key': key}});
    const first = await attend('atende');
    expect(first).toAnswer(200, {id, descricaoStatus: 'Em-Atendimento'});
    expect(await attend('atende')).toMatchObject({status: 200, body: first.body, headers: {etag: first.headers['etag']}});
    expect(await attend('atende-outra-vez')).toAnswer(400, {codigo: 'CONFLITO'});
    expect((await test.api(token, 'GET ticketsHistorico/:id', {params: {id}})).body).toHaveLength(2);
  });

  it('saves once when the answer was lost: neither stale by its own hand, nor with its file twice', async () => {
    const {token} = world.users.empresa;
    const ticket = await openTicket(test, world, world.users.empresa);
    const save = (valor = 'XYZ9A87') => test.api(token, 'PUT tickets/:id', {
      params: {id: ticket.id},
      form: formOf({versao: ticket.versao, ticketFormularios: [{id: ticket.ticketFormularios[0].id, valor}]}, [{
        nome: 'laudo.pdf', tipo: 'Laudo',
      }]),
      headers: {'idempotency-key': 'gravar'},
    });
    const first = await save();
    expect(first).toAnswer(200, {versao: ticket.versao + 1});
    const files = await filesOnDisk(test);
    expect(await save()).toMatchObject({status: 200, body: first.body, headers: {etag: first.headers['etag']}});
    expect(await filesOnDisk(test)).toEqual(files);
    expect((await test.api(token, 'GET ticketsArquivo/:id', {params: {id: ticket.id}})).body).toHaveLength(2);
    expect(await save('OUTRA')).toAnswer(400, {codigo: 'CONFLITO'});
  });

  it('uploads once, and the key of one ticket is not the key of another', async () => {
    const {token} = world.users.empresa;
    const upload = (idTicket: number) => test.api(token, 'POST ticketsArquivo/upload-arquivo', {
      form: formOf({tipo: 'Laudo', idTicket, idFilial: world.idFilial}, [{nome: 'laudo.pdf'}], 'file'),
      headers: {'idempotency-key': 'envio'},
    });
    const [a, b] = [await openTicket(test, world, world.users.empresa), await openTicket(test, world, world.users.empresa)];
    const first = await upload(a.id);
    expect(first.status).toBe(201);
    expect(await upload(a.id)).toAnswer(201, first.body);
    expect((await test.api(token, 'GET ticketsArquivo/:id', {params: {id: a.id}})).body).toHaveLength(2);
    expect(await upload(b.id)).toAnswer(400, {codigo: 'CONFLITO'});
  });
});
