// Versions of a template's items: which one a record was opened with, what each of them asked, and who opened it.
import {beforeAll, describe, expect, it} from 'vitest';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import type {TemplateVersion} from '../../src/schema/apiShapes.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {lifeCycleNames, openLifeCycle, type Template} from '../support/lifeCycle.ts';
import type {Answer} from '../support/server.ts';

interface Calls {
  update: Endpoint;
  remove: Endpoint;
  create: Endpoint;
  versions: Endpoint;
  by: string;
}
const CALLS: Readonly<Record<string, Calls>> = {
  tickets: {
    update: 'PUT modelosFormularioItem/:id', remove: 'DELETE modelosFormularioItem/:id', create: 'POST modelosFormularioItem',
    versions: 'GET modelosformulario/:id/versoes', by: 'idModeloFormulario',
  },
  laudos: {
    update: 'PUT roteirosPergunta/:id', remove: 'DELETE roteirosPergunta/:id', create: 'POST roteirosPergunta',
    versions: 'GET roteiros/:id/versoes', by: 'idRoteiro',
  },
};

const ITENS = [
  {descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true, mostrarConsultaTicket: true}, {descricao: 'Peso', tipoCampo: 'numero'},
];

describe.each(lifeCycleNames)('the versions of what %s are made from', name => {
  const life = beforeTests(() => openLifeCycle(name, {many: true}));
  let calls: Calls;
  let field: string;
  beforeAll(async () => {
    calls = CALLS[name]!;
    field = life.resource.template!.version!;
  });

  const versions = async ({id}: Template, {token}: {token: string} = life.test.adm): Promise<TemplateVersion[]> => {
    const answer = await life.test.api(token, calls.versions, {params: {id}});
    expect(answer.status).toBe(200);
    return answer.body;
  };
  /** Number, whether it is today's, and what it asks. */
  const told = (all: readonly TemplateVersion[]) =>
    all.map(({versao, atual, itens}) => [versao, atual, itens.map(({descricao}) => descricao)]);
  const open = async (template: Template): Promise<Answer['body']> => {
    // As its items are now.
    const [{itens}] = await versions(template) as [TemplateVersion];
    const answer = await life.create(life.world.users.empresa, life.data({Placa: 'ABC1D23'}, {id: template.id, itens: [...itens]}));
    expect(answer).toAnswer(201);
    return answer.body;
  };
  const change = async (id: number, body: object, {token}: {token: string} = life.world.users.empresa): Promise<void> =>
    expect(await life.test.api(token, calls.update, {params: {id}, body})).toAnswer(200);

  it('begin with the first record that is opened, and go on with the next change of an item', async () => {
    const template = await life.makeTemplate(ITENS);
    const [placa, peso] = [template.itens[0]!, template.itens[1]!];
    expect(told(await versions(template))).toEqual([[1, true, ['Placa', 'Peso']]]);
    // Nobody has seen it: it is still the first.
    await change(peso.id, {descricao: 'Peso bruto'});
    expect(told(await versions(template))).toEqual([[1, true, ['Placa', 'Peso bruto']]]);

    const first = await open(template);
    expect(first[field]).toBe(1);
    expect((await open(template))[field]).toBe(1);
    expect(told(await versions(template))).toEqual([[1, true, ['Placa', 'Peso bruto']]]);

    await change(placa.id, {obrigatorio: false});
    await change(peso.id, {tipoCampo: 'texto'});
    expect(told(await versions(template))).toEqual([[2, true, ['Placa', 'Peso bruto']], [1, false, ['Placa', 'Peso bruto']]]);
    const second = await open(template);
    expect(second[field]).toBe(2);

    expect(await life.test.api(life.test.adm, calls.remove, {params: {id: peso.id}})).toAnswer(200);
    expect((await open(template))[field]).toBe(3);
    const added = {descricao: 'Nome', tipoCampo: 'texto', [calls.by]: template.id};
    expect(await life.test.api(life.test.adm, calls.create, {body: added})).toAnswer(201);
    expect(told(await versions(template))).toEqual([
      [4, true, ['Placa', 'Nome']], [3, false, ['Placa']], [2, false, ['Placa', 'Peso bruto']], [1, false, ['Placa', 'Peso bruto']],
    ]);
    const [, , two, one] = await versions(template);
    expect([one, two].map(version => version!.itens.map(({id, tipoCampo, obrigatorio, mostrarConsultaTicket}) =>
      ({id, tipoCampo, obrigatorio, mostrarConsultaTicket})))).toEqual([
      [
        {id: placa.id, tipoCampo: 'texto', obrigatorio: true, mostrarConsultaTicket: true},
        {id: peso.id, tipoCampo: 'numero', obrigatorio: false, mostrarConsultaTicket: false},
      ],
      [
        {id: placa.id, tipoCampo: 'texto', obrigatorio: false, mostrarConsultaTicket: true},
        {id: peso.id, tipoCampo: 'texto', obrigatorio: false, mostrarConsultaTicket: false},
      ],
    ]);
    // Records stay of the version they were opened with, in the list too.
    expect((await life.read(life.world.users.empresa, first.id)).body[field]).toBe(1);
    expect((await life.read(life.world.users.empresa, second.id)).body[field]).toBe(2);
  });

  it('say who opened them and when, to whoever may change the template', async () => {
    const template = await life.makeTemplate(ITENS);
    const opened = await open(template);
    const {empresa, fornecedor} = life.world.users;
    const {body: me} = await life.test.api(empresa, 'GET usuarios/:id', {params: {id: empresa.id}});
    const {body: adm} = await life.test.api(life.test.adm, 'GET usuarios/:id', {params: {id: life.test.adm.id}});
    await change(template.itens[0]!.id, {descricao: 'Placa do cavalo'});
    const [second, first] = await versions(template, empresa);
    expect([second!.nomeUsuario, first!.nomeUsuario]).toEqual([me.nome, adm.nome]);
    expect(Date.parse(second!.dataCriacao)).toBeGreaterThanOrEqual(Date.parse(opened.dataCriacao ?? opened.desde));
    expect(Date.parse(first!.dataCriacao)).toBeLessThanOrEqual(Date.parse(opened.dataCriacao ?? opened.desde));
    expect((await versions(template, fornecedor)).map(({nomeUsuario}) => nomeUsuario)).toEqual(['', '']);
  });

  it('are nobody else\'s: out of reach is not there', async () => {
    const template = await life.makeTemplate(ITENS);
    const stranger = await life.test.seed.usuario({perfil: 'empresa'});
    expect(await life.test.api(stranger, calls.versions, {params: {id: template.id}})).toAnswer(404);
  });

  it('stand still where nothing of an item changes', async () => {
    const template = await life.makeTemplate(ITENS);
    await open(template);
    await change(template.itens[0]!.id, {descricao: 'Placa'});
    expect(told(await versions(template))).toEqual([[1, true, ['Placa', 'Peso']]]);
    expect((await open(template))[field]).toBe(1);
  });

  it('opened and changed at once, a record never says a version whose items are not its own', async () => {
    const template = await life.makeTemplate(ITENS);
    const placa = template.itens[0]!;
    const data = life.data({Placa: 'ABC1D23'}, template);
    for (const round of [1, 2, 3]) {
      await Promise.all([
        ...Array.from({length: 3}, () => life.create(life.world.users.empresa, data)),
        ...['A', 'B'].map(sign => change(placa.id, {descricao: `Placa ${round}${sign}`})),
        ...Array.from({length: 3}, () => life.create(life.world.users.empresa, data)),
      ]);
    }
    const all = await versions(template);
    const {body} = await life.test.api(life.test.adm, name === 'tickets' ? 'GET tickets' : 'GET laudos', {
      query: name === 'tickets' ? {pageSize: 50} : {range: '[0,999]'},
    });
    const mine = (body.registros ?? body).filter((row: Record<string, unknown>) => row[life.resource.template!.by] === template.id);
    expect(mine).toHaveLength(18);
    for (const {id} of mine) {
      const {body: record} = await life.read(life.test.adm, id);
      const version = all.find(({versao}) => versao === record[field]);
      const asked = version!.itens.map(({descricao}) => descricao);
      expect(record[life.form].map(({descricao}: {descricao: string}) => descricao)).toEqual(asked);
    }
  });
});
