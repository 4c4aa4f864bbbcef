// Own code outside of a call's transaction: what runs after the commit, at least once and in order of a record, and what runs by the clock.
import {sql} from 'kysely';
import {beforeEach, expect, it} from 'vitest';
import type {ResourceInput} from '../../src/schema/shapes/config.ts';
import {readDeliveries} from '../../src/server/deliveries/readDeliveries.ts';
import {defineOwn} from '../../src/server/own.ts';
import {readTimers} from '../../src/server/timers/readTimers.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, withResources} from '../support/configs.ts';
import {openOwnCode} from '../support/ownCode.ts';
import {makeDue} from '../support/webhooks.ts';
import product from '../../resources.config.ts';

const notas = {
  fields: {
    idEmpresa: company, texto: {kind: 'texto', label: 'Texto', maxLength: 20},
    segredo: {kind: 'senha', label: 'Segredo', minLength: 4, maxLength: 9}, vezes: {kind: 'numero', label: 'Vezes', max: 9, readOnly: true},
    situacao: {
      kind: 'escolha', label: 'Situação',
      choices: [{id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'paga', name: 'Paga', end: true}],
    },
  },
  actions: {pagar: {
    from: {aberta: ['adm', 'empresa']}, to: 'paga',
    asks: {recibo: {kind: 'texto', label: 'Recibo', maxLength: 20, required: true, comment: true}},
  }},
} as const;
const both = ['adm', 'empresa'] as const;
const resource: ResourceInput = {
  ...notas, label: {one: 'Nota', many: 'Notas'}, icon: 'item', title: 'id', status: 'situacao', owner: {empresa: 'idEmpresa'},
  list: {columns: ['texto']}, access: {list: both, create: both, delete: both}, scope: {adm: ['tudo'], empresa: ['empresa']},
};
const base = withResources({notas: resource});
const config = {...base, menu: {...base.menu, Entregas: {entregas: 'Entregas'}}};
const typed = {profiles: product.profiles, resources: {...product.resources, notas}};

const test = beforeTests(() => openOwnCode(config));
beforeEach(async () => {
  await test.reset();
  await sql`delete from temporizadores`.execute(test.context.db);
});

/** An employee of a company, and what creates a note of it. */
const start = async () => {
  const ana = await test.seed.usuario({perfil: 'empresa', nome: 'Ana'});
  const createNote = async (texto: string): Promise<number> =>
    Number((await test.create(ana, 'notas', {idEmpresa: ana.idEmpresa, texto, segredo: '12345'})).body.id);
  return {ana, createNote};
};
const panel = async () => (await readDeliveries(test.context, {...test.adm, perfil: 'adm'} as never)).entregas;
const states = async () => (await panel()).map(({destino, evento, estado, existe, erro}) => [destino, evento, estado, existe, erro]);

it('tells a receiver each event once and in order of the record, also where it fails first', async () => {
  const {ana, createNote} = await start();
  const received: unknown[] = [];
  const keys = new Set<string>();
  let failures = 2;
  const receive = (said: unknown, key: string, attempt: number): void => {
    keys.add(key);
    if (failures-- > 0) throw new Error(`sem resposta na tentativa ${attempt}`);
    received.push(said);
  };
  test.use(defineOwn(typed, {steps: {notas: {
    create: {committed: ({record, caller, key, attempt}) => receive(['create', record, caller.nome], key, attempt)},
    update: {committed: ({before, record, key, attempt}) => receive([before.texto, record.texto], key, attempt)},
    delete: {committed: ({before, key, attempt}) => receive(['delete', before.situacao], key, attempt)},
    actions: {pagar: {committed: ({record, answers, key, attempt}) => receive([record.situacao, answers.recibo], key, attempt)}},
  }}}));
  const id = await createNote('um');
  expect((await test.save(ana, 'notas', id, {texto: 'dois'})).status).toBe(200);
  expect((await test.act(ana, 'notas', id, 'pagar', {recibo: 'R-1'})).status).toBe(200);
  expect((await test.remove(ana, 'notas', id)).status).toBe(200);
  expect(received).toEqual([]);
  expect(await test.deliver()).toEqual([
    expect.stringMatching(/^O passo notas\.create\.committed falhou na tentativa 1\. Error: sem resposta[^]*ownCommitted\.test\.ts/),
  ]);
  await makeDue(test.context.db);
  await test.deliver();
  expect((await states())[0]).toEqual(['Código próprio: notas', 'create', 'pendente', true, 'sem resposta na tentativa 2']);
  await makeDue(test.context.db);
  await test.deliver();
  await test.deliver();
  const record = {id, versao: 1, idEmpresa: ana.idEmpresa, texto: 'um', vezes: null, situacao: 1};
  expect(received).toEqual([['create', record, 'Ana'], ['um', 'dois'], [2, 'R-1'], ['delete', 2]]);
  expect([keys.size, await states()]).toEqual([4, []]);
  const {rows: [row]} = await sql<{stored: string}>`select string_agg(corpo::text, '') as stored from entregas`
    .execute(test.context.db);
  expect(row?.stored).toContain('"texto":"um"');
  expect(row?.stored).not.toContain('segredo');
});

it('runs for nothing that was refused or taken back', async () => {
  const {ana, createNote} = await start();
  const ran: number[] = [];
  test.use(defineOwn(typed, {steps: {notas: {create: {
    after: ({record, refuse}) => void (record.texto === 'não' && refuse('Assim não.')), committed: ({record}) => void ran.push(record.id),
  }}}}));
  expect((await test.create(ana, 'notas', {idEmpresa: ana.idEmpresa, texto: 'não', segredo: '12345'})).status).toBe(400);
  const id = await createNote('sim');
  await test.deliver();
  expect(ran).toEqual([id]);
});

it('writes as Sistema, each tool by itself, several in one transaction, and goes on after a refusal that it catches', async () => {
  const {createNote} = await start();
  const caught: string[] = [];
  test.use(defineOwn(typed, {steps: {notas: {create: {committed: async ({record, save, act, read, transaction}) => {
    await save('notas', record.id, {vezes: 1});
    await act('notas', record.id, 'pagar', {}).catch((error: Error) => caught.push(error.message));
    await transaction(async tools => {
      await tools.save('notas', record.id, {vezes: 2});
      await tools.save('notas', record.id, {vezes: 10});
    }).catch((error: Error) => caught.push(error.message));
    caught.push(String((await read('notas', record.id))?.vezes));
    await act('notas', record.id, 'pagar', {recibo: 'R-1'});
  }}}}}));
  const id = await createNote('um');
  await test.deliver();
  expect(caught).toEqual(['Nota: Esse campo é obrigatório.', 'Nota: No máximo 9.', '1']);
  const by = 'Sistema, por Nota: Cadastro';
  expect([await test.steps('notas', id), await states()]).toEqual([[`Pagar: ${by}`, `Alteração: ${by}`, 'Cadastro: Ana'], []]);
});

it('is tried again where it takes too long, and its tools refuse then', async () => {
  const {createNote} = await start();
  const gate = Promise.withResolvers<void>();
  const late = Promise.withResolvers<string>();
  test.use(defineOwn(typed, {steps: {notas: {create: {committed: async ({record, save, signal}) => {
    await gate.promise;
    await save('notas', record.id, {vezes: 1}).catch((error: Error) => late.resolve(`${signal.aborted} ${error.message}`));
  }}}}}));
  await createNote('um');
  await test.deliver(20);
  expect(await states()).toEqual([['Código próprio: notas', 'create', 'pendente', true, 'não terminou em 0.02 segundos']]);
  gate.resolve();
  expect(await late.promise).toBe('true O passo notas.create.committed do código próprio já terminou.');
});

it('does not cause itself without end', async () => {
  const {createNote} = await start();
  let runs = 0;
  test.use(defineOwn(typed, {steps: {notas: {create: {committed: async ({record, create}) => {
    runs++;
    await create('notas', {idEmpresa: record.idEmpresa ?? 0, texto: 'outra'});
  }}}}}));
  await createNote('um');
  await test.deliver();
  expect(runs).toBe(8);
  const endless = expect.stringMatching(/chama a si mesmo sem fim/);
  expect(await states()).toEqual([['Código próprio: notas', 'create', 'pendente', true, endless]]);
});

it('keeps what waits when the own code is gone, as a destination that was removed', async () => {
  const {createNote} = await start();
  test.use(defineOwn(typed, {steps: {notas: {create: {committed: () => {}}}}}));
  await createNote('um');
  test.use({steps: {}});
  await test.deliver();
  expect(await states()).toEqual([['Código próprio: notas', 'create', 'pendente', false, null]]);
  const [row] = await panel();
  expect((await test.api(test.adm, 'POST entregas/:id/pular', {params: {id: row?.id}})).status).toBe(200);
});

it('runs timers when the clock says so, once over two servers, with a transaction for each write', async () => {
  const {createNote} = await start();
  const id = await createNote('um');
  const days: string[] = [];
  let looks = 0;
  test.use(defineOwn(typed, {timers: {
    fechar: {daily: {at: '02:00'}, run: async ({now, list, save}) => {
      days.push(now.toISOString());
      for (const nota of await list('notas', {situacao: 1})) await save('notas', nota.id, {vezes: days.length});
      if (days.length === 2) throw new Error('o banco não respondeu');
    }},
    vigiar: {every: '15m', run: () => void looks++},
  }}));
  const [one, other] = [await test.startTimers('2026-11-30T04:50:00Z'), await test.startTimers('2026-11-30T04:50:00Z')];
  await Promise.all([one.runAt('2026-11-30T04:59:00Z'), other.runAt('2026-11-30T04:59:00Z')]);
  expect([days, looks]).toEqual([[], 0]);
  await Promise.all([one.runAt('2026-11-30T05:00:00Z'), other.runAt('2026-11-30T05:00:00Z')]);
  expect([days, looks]).toEqual([['2026-11-30T05:00:00.000Z'], 1]);
  await one.runAt('2026-12-01T05:00:00Z');
  expect(one.faults).toEqual(['Error: o banco não respondeu']);
  const by = 'Alteração: Sistema, por temporizador: fechar';
  expect(await test.steps('notas', id)).toEqual([by, by, 'Cadastro: Ana']);
  expect((await readTimers(test.context.db)).map(({nome, agenda, erro}) => [nome, agenda, erro])).toEqual([
    ['fechar', 'todo dia às 02:00', 'o banco não respondeu'], ['vigiar', 'a cada 15 min', null],
  ]);
});
