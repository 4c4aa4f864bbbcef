import {sql} from 'kysely';
import {describe, expect, it, vi} from 'vitest';
import {storeAnswer} from '../../src/server/idempotency.ts';
import {startRowCleanup} from '../../src/server/db/retention.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, filesKept, formOf, newTicket, NOTA, PDF} from '../support/tickets.ts';

const test = beforeTests(() => openTestApp({many: true}));
const world = beforeTests(() => createWorld(test));

const post = (
  key: string, {placa = 'ABC1D23', bytes = PDF, as = world.users.empresa}: {placa?: string; bytes?: Buffer; as?: SeedUser} = {},
) =>
  test.api(as, 'POST tickets', {
    form: formOf(newTicket(world, {Placa: placa}), [{...NOTA, bytes}]), headers: {'idempotency-key': key},
  });

describe('the same call again, with its key', () => {
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
      await storeAnswer(trx, {idUsuario, chave: 'mais uma', corpo: ''}, {status: 200, body: {}});
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
    const end = startRowCleanup(db, report);
    vi.advanceTimersByTime(3_600_000);
    vi.useRealTimers();
    await end();
    expect(await db.selectFrom('idempotencia').select('chave').execute()).toEqual([{chave: 'recente'}]);
    expect(report).not.toHaveBeenCalled();
  });

  it('refuses a key without end', async () => {
    const before = await filesKept(test);
    expect(await post('x'.repeat(201))).toAnswer(400, {codigo: 'VALIDACAO'});
    expect(await filesKept(test)).toEqual(before);
  });
});
