// What a record is made from, retired: offered no more and refused in words; what was made from it stays as it is.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {lifeCycleNames, openLifeCycle, type LifeCycle, type Template} from '../support/lifeCycle.ts';

/** How templates of each are retired and brought back, found in their list, and given another item. */
interface Calls {
  retire: Endpoint;
  restore: Endpoint;
  list: Endpoint;
  filter: (on: boolean) => Record<string, string>;
  item: Endpoint;
  by: string;
  refusal: string;
}
const CALLS: Readonly<Record<string, Calls>> = {
  tickets: {
    retire: 'PUT modelosformulario/arquivar/:id', restore: 'PUT modelosformulario/desarquivar/:id', list: 'GET modelosformulario',
    filter: on => ({arquivado: String(!on)}), item: 'POST modelosFormularioItem', by: 'idModeloFormulario',
    refusal: 'Este modelo está arquivado e não abre novos tickets. Escolha outro, ou peça à Empresa ou ao Adm que o desarquive.',
  },
  laudos: {
    retire: 'PUT roteiros/:id/revogar', restore: 'PUT roteiros/:id/restaurar', list: 'GET roteiros',
    filter: on => ({filter: JSON.stringify({emVigor: on})}), item: 'POST roteirosPergunta', by: 'idRoteiro',
    refusal: 'Este roteiro foi revogado. Escolha outro.',
  },
};

describe.each(lifeCycleNames)('a retired template of %s', name => {
  let life: LifeCycle;
  beforeAll(async () => {
    life = await openLifeCycle(name);
  });
  afterAll(() => life.close());
  const calls = CALLS[name]!;
  const ITENS = [{descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true}];
  const done = async (call: Endpoint, {id}: Template): Promise<void> =>
    expect(await life.call(life.world.users.empresa, call, id)).toAnswer(200);

  it('opens nothing new and says why; what it opened goes on, and it may be brought back', async () => {
    const template = await life.makeTemplate(ITENS);
    const {empresa, empresaUsuario} = life.world.users;
    const data = life.data({Placa: 'ABC1D23'}, template);
    const {body: old} = await life.create(empresa, data);
    await done(calls.retire, template);

    const {by} = life.resource.template!;
    for (const user of [empresa, empresaUsuario]) {
      expect(await life.create(user, data)).toAnswer(400, {
        codigo: 'VALIDACAO', message: calls.refusal, campos: [{campo: by, mensagem: calls.refusal}],
      });
    }
    expect((await life.read(empresa, old.id)).body).toEqual(old);
    const [item] = old[life.form];
    expect(await life.call(empresa, `PUT ${name}/:id`, old.id, {body: {[life.form]: [{id: item.id, valor: 'XYZ9K88'}]}})).toAnswer(200);

    await done(calls.restore, template);
    expect(await life.create(empresa, data)).toAnswer(201);
  });

  it('may still be written: its items are its own', async () => {
    const template = await life.makeTemplate(ITENS);
    await done(calls.retire, template);
    const item = {descricao: 'Nome', tipoCampo: 'texto', [calls.by]: template.id};
    expect(await life.test.api(life.test.adm, calls.item, {body: item})).toAnswer(201);
  });

  it('is listed among all, and apart from those in use', async () => {
    const template = await life.makeTemplate(ITENS);
    await done(calls.retire, template);
    const listed = async (query: Record<string, string> = {}): Promise<boolean> => {
      const {body} = await life.test.api(life.test.adm, calls.list, {query});
      return (body.registros ?? body).some(({id}: {id: number}) => id === template.id);
    };
    expect([await listed(), await listed(calls.filter(false)), await listed(calls.filter(true))]).toEqual([true, true, false]);
  });

  it('retired and used at once, either was first', async () => {
    const template = await life.makeTemplate(ITENS);
    const data = life.data({Placa: 'ABC1D23'}, template);
    const [, ...opened] = await Promise.all([
      done(calls.retire, template), ...Array.from({length: 4}, () => life.create(life.world.users.empresa, data)),
    ]);
    for (const {status, body} of opened) {
      if (status === 201) continue;
      expect({status, body}).toAnswer(400, {message: calls.refusal});
    }
    expect(await life.create(life.world.users.empresa, data)).toAnswer(400);
  });
});

describe('the combo of templates', () => {
  it('leaves out a retired one, and names it where it was chosen before', async () => {
    const life = await openLifeCycle('tickets');
    const template = await life.makeTemplate([]);
    const {empresa, fornecedor} = life.world.users;
    await life.call(empresa, 'PUT modelosformulario/arquivar/:id', template.id);
    const offered = async (query: Record<string, string | number> = {}) =>
      (await life.test.api(fornecedor, 'GET modelosFormulario/listarCombo/:idFilial', {
        params: {idFilial: life.world.idFilial}, query,
      })).body.map(({id, arquivado}: {id: number; arquivado: boolean}) => ({id, arquivado}));
    const others = await offered();
    expect(others).not.toContainEqual({id: template.id, arquivado: true});
    expect(others).toContainEqual({id: life.template.id, arquivado: false});
    const found = await offered({texto: 'descarga'});
    expect(found).toContainEqual({id: life.template.id, arquivado: false});
    expect(found).not.toContainEqual({id: template.id, arquivado: true});
    expect(await offered({id: template.id})).toEqual([{id: template.id, arquivado: true}]);
    await life.close();
  });
});
