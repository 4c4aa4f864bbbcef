// What tickets rely on in their template, and which templates are offered.
import {describe, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, openTicket} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test));

const move = (id: number, body: object) => test.api(test.adm, 'PUT modelosformulario/:id', {params: {id}, body});

describe('a template that a ticket names', () => {
  it('stays in its branch and company; everything else of it may change', async () => {
    const {idEmpresa, modelo, users} = world;
    const sister = await test.seed.filial({idEmpresa});
    const elsewhere = await test.seed.filial();
    const unused = await test.seed.modelo({idEmpresa, idFilial: world.idFilial});
    await openTicket(test, world, users.empresa);

    const mensagem = 'Filial não pode mudar: já há Tickets com este registro.';
    for (const body of [{idFilial: sister.id}, {idEmpresa: elsewhere.idEmpresa, idFilial: elsewhere.id}]) {
      const answer = await move(modelo.id, body);
      expect(answer).toAnswer(400, {codigo: 'CONFLITO', message: mensagem, campos: [{campo: 'idFilial', mensagem}]});
    }
    expect(await move(modelo.id, {descricao: 'Outro nome', chave: 'OUTRA'})).toAnswer(200, {idFilial: world.idFilial});
    expect(await move(unused.id, {idEmpresa: elsewhere.idEmpresa, idFilial: elsewhere.id})).toAnswer(200, {idFilial: elsewhere.id});
  });

  it('moved and opened at once, the two stay of one branch', async () => {
    const {idEmpresa, users} = world;
    const sister = await test.seed.filial({idEmpresa});
    const modelo = await test.seed.modelo({idEmpresa, idFilial: world.idFilial});
    const [moved] = await Promise.all([
      move(modelo.id, {idFilial: sister.id}),
      ...Array.from({length: 4}, () => openTicket(test, {...world, modelo}, users.empresa, {Placa: 'A'}).catch(() => undefined)),
    ]);
    const rows = await test.context.db.selectFrom('tickets as t').innerJoin('modelos_formulario as m', 'm.id', 't.id_modelo_formulario')
      .select(['t.id_filial as ofTicket', 'm.id_filial as ofTemplate']).where('m.id', '=', modelo.id).execute();
    expect(rows.every(row => row.ofTicket === row.ofTemplate)).toBe(true);
    expect(moved?.status === 200 ? rows.length : 0, 'a template that moved has no tickets of the branch it left').toBe(0);
  });
});

describe('a template of a branch that was deleted', () => {
  it('is offered no more, and stays on the list, where it can be given another branch', async () => {
    const {idEmpresa, users: {empresa}} = world;
    const branch = await test.seed.filial({idEmpresa});
    const modelo = await test.seed.modelo({idEmpresa, idFilial: branch.id});
    const offered = async (idFilial: number): Promise<number[]> =>
      (await test.api(empresa, 'GET modelosFormulario/listarCombo/:idFilial', {params: {idFilial}})).body.map((one: {id: number}) =>
        one.id);
    expect(await offered(branch.id)).toEqual([modelo.id]);
    await test.api(empresa, 'DELETE filial/:id', {params: {id: branch.id}});
    expect(await offered(branch.id)).toEqual([]);
    expect(await test.api(empresa, 'GET modelosformulario/:id', {params: {id: modelo.id}})).toAnswer(200);
    expect(await move(modelo.id, {idFilial: world.idFilial})).toAnswer(200);
    expect(await offered(world.idFilial)).toContain(modelo.id);
  });
});
