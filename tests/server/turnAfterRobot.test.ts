// Whose turn it is once a robot gives up, or is stopped (rules: Tickets 16, Robots 3).
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import {hooks} from '../../src/server/registerRoutes.ts';
import {sweepLeases} from '../../src/server/robots/expiredLeases.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {createRobots, emptyQueue, negocio, queueCalls, sistema} from '../support/queue.ts';
import {openTestApp} from '../support/server.ts';
import {actOn, createWorld} from '../support/tickets.ts';

const test = beforeTests(() => openTestApp({many: true}));
const world = beforeTests(() => createWorld(test, 'agendar'));
const robots = beforeTests(() => createRobots(test, world));
const {queued, leased, on, shift, read} = queueCalls(test, world, robots, await judgeOf(config));
beforeEach(async () => {
  await emptyQueue(test);
  await sql`delete from avisos`.execute(test.context.db);
});

const TABS = ['precisamDaEquipe', 'aguardandoAutor'] as const;
/** The tabs of the team that have the ticket. */
const tabsOf = async (id: number): Promise<string[]> => {
  const {empresa} = world.users;
  const each = await Promise.all(TABS.map(async aba => {
    const {body} = await test.api(empresa, 'GET tickets', {query: {aba, pageSize: 50}});
    return body.registros.some((one: {id: number}) => one.id === id) ? [aba] : [];
  }));
  return each.flat();
};
/** Who reads which sentence of the ticket. */
const sentencesOf = async (id: number): Promise<Record<string, string>> => {
  const {empresa, fornecedor} = world.users;
  const each = await Promise.all(Object.entries({empresa, fornecedor}).map(async ([who, {token}]) => {
    const {body} = await test.api(token, 'GET avisos');
    const [notice] = body.registros.filter((one: {idRegistro: number}) => one.idRegistro === id);
    return notice === undefined ? [] : [[who, notice.texto]];
  }));
  return Object.fromEntries(each.flat());
};
const named = () => {
  const [placa, data] = world.modelo.itens;
  return negocio({campos: [
    {item: placa!.id, mensagem: 'Não há veículo com esta placa'}, {item: data!.id, mensagem: 'A placa não existe.'},
  ]});
};
const runOut = async (id: number): Promise<void> => {
  for (let attempt = 1; attempt <= 3; attempt++) {
    await leased();
    await shift(id);
    await sweepLeases({...test.context, hooks});
    await shift(id, sql`apos = now()`);
  }
};
const failThrice = async (id: number): Promise<void> => {
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await on('falhar', await leased(), sistema)).toMatchObject({status: 200});
    await shift(id, sql`apos = now()`);
  }
};

it('is the author’s where the failure names items, and they read what to mend', async () => {
  const id = await queued();
  expect(await on('falhar', await leased(), named())).toMatchObject({status: 200, body: {idStatusTicket: 6, aguarda: 'autor'}});
  expect(await tabsOf(id)).toEqual(['aguardandoAutor']);
  expect(await sentencesOf(id)).toEqual({
    fornecedor: `O robô não concluiu o ticket ${id}: A placa não existe. Confira Placa: Não há veículo com esta placa. Confira Data.`,
  });
});

describe.each([
  ['a failure of the matter that names none', async () => void await on('falhar', await leased(), negocio()),
    /^O robô não concluiu o ticket \d+: A placa não existe\.$/],
  ['the third failure of a system', failThrice, /^O robô não concluiu o ticket \d+: O site não respondeu\.$/],
  ['the third lease that ran out', runOut, /^O robô não concluiu o ticket \d+: RPA-01 não respondeu até .+\.$/],
  ['Interromper Robô', async (id: number) => {
    await leased();
    await actOn(test, id, test.adm, 'interromperRpa', {body: {comentario: 'Site fora do ar.'}});
  }, /^Administrador interrompeu o robô do ticket \d+: Site fora do ar\.$/],
] as const)('after %s', (_what, giveUp, sentence) => {
  it('is the team’s, who reads why and finds it in a tab of its own; the author does not', async () => {
    const id = await queued();
    await giveUp(id);
    expect(await read(id)).toMatchObject({idStatusTicket: 6, aguarda: 'equipe'});
    expect(await tabsOf(id)).toEqual(['precisamDaEquipe']);
    expect(await sentencesOf(id)).toEqual({empresa: expect.stringMatching(sentence)});
  });
});

it('is the team’s after a failure with items where the author may sign in no more, and the team reads it', async () => {
  const {fornecedor} = world.users;
  const id = await queued();
  const lease = await leased();
  const author = (ativo: boolean) => sql`update usuarios set ativo = ${ativo} where id = ${fornecedor.id}`.execute(test.context.db);
  await author(false);
  expect(await on('falhar', lease, named())).toMatchObject({status: 200, body: {aguarda: 'equipe'}});
  await author(true);
  expect(Object.keys(await sentencesOf(id))).toEqual(['empresa']);
});

it('is the author’s again once the ticket came to Pendência by another way', async () => {
  const id = await queued();
  await on('falhar', await leased(), negocio());
  expect(await actOn(test, id, test.adm, 'reabrir')).toMatchObject({status: 200, body: {aguarda: 'equipe'}});
  await actOn(test, id, test.adm, 'atender');
  expect(await actOn(test, id, test.adm, 'pendenciar', {body: {comentario: 'Falta a nota.'}}))
    .toMatchObject({status: 200, body: {aguarda: 'autor'}});
});

it('is told by the history of a database that did not keep it', async () => {
  const {db} = test.context;
  const [withItems, without, stopped] = [await queued(), await queued(), await queued()];
  await on('falhar', await leased(), named());
  await on('falhar', await leased(), negocio());
  await leased();
  await actOn(test, stopped, test.adm, 'interromperRpa', {body: {comentario: 'Site fora do ar.'}});
  await sql`alter table tickets drop column aguardado$equipe`.execute(db);
  await prepareDatabase(db, test.context.config, () => undefined);
  expect(await Promise.all([withItems, without, stopped].map(async id => (await read(id)).aguarda))).toEqual(['autor', 'equipe', 'equipe']);
  expect(await Promise.all([withItems, without, stopped].map(tabsOf)))
    .toEqual([['aguardandoAutor'], ['precisamDaEquipe'], ['precisamDaEquipe']]);
});
