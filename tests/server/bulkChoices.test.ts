// Whoever does one thing to several records names one person for all: who is offered suits each of them.
import {beforeAll, describe, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, openTicket, putInto} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test, 'agendar-descarga'));
let here: SeedUser;
let both: SeedUser;
let ids: number[];
let elsewhere: number;
beforeAll(async () => {
  const {idEmpresa, idFilial} = world;
  const other = await test.seed.filial({idEmpresa});
  here = await test.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [idFilial], nome: 'Desta filial'});
  both = await test.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [idFilial, other.id], nome: 'Das duas'});
  ids = [];
  for (let at = 0; at < 3; at += 1) ids.push((await openTicket(test, world, world.users.fornecedor)).id);
  for (const id of ids) await putInto(test, id, 'emAtendimento', {atendente: world.users.empresa.id});
  [, , elsewhere = 0] = ids;
  await test.context.db.updateTable('tickets').set({id_filial: other.id}).where('id', '=', elsewhere).execute();
});

const offered = async (query: Record<string, string>, who: {token: string} = test.adm): Promise<number[]> => {
  const {status, body} = await test.api(who, 'GET tickets/passar/:id/opcoes', {params: {id: ids[0]}, query});
  expect({status, body}).toAnswer(200);
  return body.map(({id}: {id: number}) => id);
};

describe('the choices of an action for several records', () => {
  it('are those of one, where no other is named', async () => {
    expect(await offered({})).toEqual(expect.arrayContaining([here.id, both.id]));
  });

  it('are people who reach each of them', async () => {
    expect(await offered({tambem: String(ids[1])})).toEqual(expect.arrayContaining([here.id, both.id]));
    const all = await offered({tambem: ids.slice(1).join(',')});
    expect(all).toContain(both.id);
    expect(all).not.toContain(here.id);
  });

  it('are nobody who attends one of them already', async () => {
    await putInto(test, ids[1]!, 'emAtendimento', {atendente: both.id});
    expect(await offered({tambem: String(ids[1])})).not.toContain(both.id);
    await putInto(test, ids[1]!, 'emAtendimento', {atendente: world.users.empresa.id});
  });

  it('say nothing of a record that is out of the caller\'s reach', async () => {
    const stranger = await test.seed.usuario({perfil: 'empresaUsuario', idEmpresa: world.idEmpresa, filiais: [world.idFilial]});
    await putInto(test, ids[0]!, 'emAtendimento', {atendente: stranger.id});
    expect(await offered({tambem: String(elsewhere)}, stranger)).toContain(here.id);
    await putInto(test, ids[0]!, 'emAtendimento', {atendente: world.users.empresa.id});
  });

  const tooMany = Array.from({length: 501}, (_, at) => at + 1).join(',');
  it.each([['x'], ['1,99999999999'], [tooMany]])('refuse what names no records: %.20s', async tambem => {
    const {status, body} = await test.api(test.adm, 'GET tickets/passar/:id/opcoes', {params: {id: ids[0]}, query: {tambem}});
    expect({status, body}).toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'tambem'}]});
  });
});
