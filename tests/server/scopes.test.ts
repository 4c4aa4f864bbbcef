// Who is there for whom: branches, suppliers of one branch, and people who had a part in a record.
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {historyCall} from '../../src/schema/paths.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {lifeCycleNames, openLifeCycle} from '../support/lifeCycle.ts';
import {CODE} from '../support/tickets.ts';

describe.each(lifeCycleNames)('the reach of %s', name => {
  const life = beforeTests(() => openLifeCycle(name));

  const listed = async (as: {token: string}): Promise<number[]> => {
    const {body} = await life.test.api(as, `GET ${name}`);
    return (body.registros ?? body).map((row: {id: number}) => row.id);
  };
  /** Whether a record is there: in the list, on its own, with its history and its files. */
  const isThere = async (as: {id: number; token: string}, id: number): Promise<boolean> => {
    const statuses = [
      (await life.read(as, id)).status, (await life.call(as, historyCall(name, life.resource)!, id)).status,
        (await life.listFiles(as, id)).status,
    ];
    const there = (await listed(as)).includes(id);
    expect(new Set(statuses)).toEqual(new Set([there ? 200 : 404]));
    return there;
  };
  const supplier = (more: Record<string, unknown> = {}, filiais = [life.world.idFilial]) =>
    life.test.seed.usuario({perfil: 'fornecedor', idEmpresa: life.world.idEmpresa, filiais, ...more});

  it('is no other branch of the same company, for who is linked to branches', async () => {
    const {id} = await life.open(life.world.users.fornecedor);
    const {id: second} = await life.test.seed.filial({idEmpresa: life.world.idEmpresa});
    for (const perfil of ['fornecedor', 'empresaUsuario'] as const) {
      const elsewhere = await life.test.seed.usuario({perfil, idEmpresa: life.world.idEmpresa, filiais: [second], codigoExterno: CODE});
      const nowhere = await life.test.seed.usuario({perfil, idEmpresa: life.world.idEmpresa, filiais: [], codigoExterno: CODE});
      const both = await life.test.seed.usuario({perfil, idEmpresa: life.world.idEmpresa, filiais: [second, life.world.idFilial],
        codigoExterno: CODE});
      expect([await isThere(elsewhere, id), await isThere(nowhere, id), await isThere(both, id)]).toEqual([false, false, true]);
      for (const action of Object.values(life.resource.actions ?? {})) {
        const {status} = await life.call(elsewhere, action.call, id, {body: {}});
        expect(status, action.call).toBe(404);
      }
    }
  });

  it('is what they opened, or what names them, for two suppliers of one branch', async () => {
    const [one, two] = [await supplier({codigoExterno: 'A-1'}), await supplier({codigoExterno: 'B-2'})];
    const mine = await life.open(one);
    const named = await life.open(life.world.users.empresa, {Placa: 'ABC1D23', Transportadora: 'B-2'});
    expect([await isThere(one, mine.id), await isThere(two, mine.id)]).toEqual([true, false]);
    expect([await isThere(one, named.id), await isThere(two, named.id)]).toEqual([false, true]);
  });

  it('is what names them in letters that look like their code, and no other code', async () => {
    const own = await supplier({codigoExterno: 'TRB-017'});
    for (const code of ['trb-017', 'TRB\u2011017', 'Trb–017', 'ＴＲＢ－０１７']) {
      const {id} = await life.open(life.world.users.empresa, {Placa: 'ABC1D23', Transportadora: code});
      expect([code, await isThere(own, id)]).toEqual([code, true]);
    }
    for (const code of ['TRB017', 'TRB 017', 'TRB-0170', 'TRB-O17']) {
      const {id} = await life.open(life.world.users.empresa, {Placa: 'ABC1D23', Transportadora: code});
      expect([code, await isThere(own, id)]).toEqual([code, false]);
    }
  });

  it('is nothing of each other where neither has a code', async () => {
    const [one, two] = [await supplier(), await supplier()];
    const {id} = await life.open(life.world.users.empresa, {Placa: 'ABC1D23'});
    expect([await isThere(one, id), await isThere(two, id)]).toEqual([false, false]);
    const field = Object.keys(life.resource.template!.keepItem!)[0] === 'codigoParceiro' ? 'codigo_parceiro' : 'codigo_transportadora';
    for (const code of ['', null]) {
      await sql`update ${sql.table(name)} set ${sql.ref(field)} = ${code} where id = ${id}`.execute(life.test.context.db);
      expect([await isThere(one, id), await isThere(two, id)]).toEqual([false, false]);
    }
  });

  it('is what they had a part in, and only of this resource', async () => {
    const {rpa} = life.world.users;
    const [mine, notMine] = [await life.open(), await life.open()];
    expect([await isThere(rpa, mine.id), await isThere(rpa, notMine.id)]).toEqual([false, false]);
    await sql`insert into historico (recurso, id_registro, id_usuario, acao)
      values (${name}, ${mine.id}, ${rpa.id}, 'salvar'), ('empresas', ${notMine.id}, ${rpa.id}, 'alterar')`
      .execute(life.test.context.db);
    expect([await isThere(rpa, mine.id), await isThere(rpa, notMine.id)]).toEqual([true, false]);
    // Not of another company, whatever they did there once.
    const stranger = await life.test.seed.usuario({perfil: 'rpa'});
    await sql`insert into historico (recurso, id_registro, id_usuario, acao) values (${name}, ${mine.id}, ${stranger.id}, 'salvar')`
      .execute(life.test.context.db);
    expect(await isThere(stranger, mine.id)).toBe(false);
  });
});
