// The form of a record: its template's items as they were when it was made, filled in, checked and told in one line.
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {toSnakeCase} from '../../src/server/db/sqlNames.ts';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {ITEMS, lifeCycleNames, openLifeCycle} from '../support/lifeCycle.ts';
import type {Answer} from '../support/server.ts';
import {CODE, filesKept, OPTIONAL_ITEM} from '../support/tickets.ts';

/** Ways to change a template's items, by the calls of each. */
const ITEM_CALLS = {
  tickets: {update: 'PUT modelosFormularioItem/:id', remove: 'DELETE modelosFormularioItem/:id', create: 'POST modelosFormularioItem',
    by: 'idModeloFormulario',
  },
  laudos: {update: 'PUT roteirosPergunta/:id', remove: 'DELETE roteirosPergunta/:id', create: 'POST roteirosPergunta', by: 'idRoteiro'},
} as const;

describe.each(lifeCycleNames)('the form of %s', name => {
  const life = beforeTests(() => openLifeCycle(name));

  const expectRefused = async (call: () => Promise<Answer>, body: object): Promise<void> => {
    const count = async () => (await sql<{n: number}>`select count(*)::int as n from ${sql.table(name)}`
      .execute(life.test.context.db)).rows;
    const before = {rows: await count(), files: await filesKept(life.test)};
    expect(await call()).toAnswer(400, body);
    expect({rows: await count(), files: await filesKept(life.test)}).toEqual(before);
  };
  const valuesIn = (record: Answer['body']): Record<string, string> =>
    Object.fromEntries(record[life.form].map(({descricao, valor}: {descricao: string; valor: string}) => [descricao, valor]));
  const save = async (id: number, valores: Record<string, unknown>, as: {token: string} = life.world.users.empresa): Promise<Answer> => {
    const {itens} = await life.everything(id);
    const sent = Object.entries(valores).map(([descricao, valor]) => ({id: itens!.find(item => item.descricao === descricao)!.id, valor}));
    return life.call(as, `PUT ${name}/:id`, id, {body: {[life.form]: sent}});
  };

  it('is answered in the order of the template, its values in bare form', async () => {
    const record = await life.open(life.world.users.empresa, {Placa: ' ABC1D23 ', Data: ' 2026-03-05'});
    expect(record[life.form]).toEqual(ITEMS.map(({descricao, tipoCampo, obrigatorio}) => ({
      id: expect.any(Number), item: expect.any(Number), descricao, tipoCampo, obrigatorio: obrigatorio === true, aviso: '',
      valor: descricao === 'Placa' ? 'ABC1D23' : descricao === 'Data' ? '2026-03-05' : '',
    })));
    expect((await life.read(life.world.users.empresa, record.id)).body).toEqual(record);
  });

  it('keeps numbers with a comma, hours and links bare, and tells them as they are read', async () => {
    const template = await life.makeTemplate([
      {descricao: 'Custo', tipoCampo: 'moeda', obrigatorio: true}, {descricao: 'Área', tipoCampo: 'decimal'},
      {descricao: 'Chegada', tipoCampo: 'hora'}, {descricao: 'Mapa', tipoCampo: 'url'},
    ]);
    const valores = {Custo: 'R$ 1.234,50', Área: '2.5', Chegada: ' 08:30', Mapa: 'https://vale.com'};
    const {status, body} = await life.create(life.world.users.empresa, life.data(valores, template));
    expect({status, valores: valuesIn(body)}).toEqual(
      {status: 201, valores: {Custo: '1234.5', Área: '2.5', Chegada: '08:30', Mapa: 'https://vale.com'}},
    );
    expect(Object.values(body)).toContain('Custo: R$ 1.234,50; Área: 2,50; Chegada: 08:30');
    for (const wrong of [{Custo: '1,005'}, {Custo: ''}, {Área: 'dez'}, {Chegada: '24:00'}, {Mapa: 'javascript:alert(1)'}]) {
      await expectRefused(() => save(body.id, wrong), {codigo: 'VALIDACAO'});
    }
  });

  it('stays as it was when its template changes', async () => {
    const template = await life.makeTemplate(ITEMS);
    const created = await life.create(life.world.users.empresa, life.data({Placa: 'ABC1D23'}, template));
    expect(created.status).toBe(201);
    const {adm} = life.test;
    const calls = ITEM_CALLS[name as keyof typeof ITEM_CALLS];
    const [first, second] = template.itens;
    const renamed = {descricao: 'Outra coisa', tipoCampo: 'numero', obrigatorio: true, [calls.by]: template.id};
    expect(await life.test.api(adm, calls.update, {params: {id: first!.id}, body: renamed})).toAnswer(200);
    expect(await life.test.api(adm, calls.remove, {params: {id: second!.id}})).toAnswer(200);
    const added = await life.test.api(adm, calls.create, {body: {...renamed, descricao: 'Mais uma'}});
    expect(added).toAnswer(201);

    const {body} = await life.read(life.world.users.empresa, created.body.id);
    expect(body).toEqual(created.body);
    // It is saved, and asked of an action, as it was.
    expect(await save(body.id, {Placa: 'XYZ9K88'})).toAnswer(200);
    for (const [valor, mensagem] of [['', 'Campo obrigatório'], [{a: 1}, 'Formato inválido']] as const) {
      await expectRefused(() => save(body.id, {Placa: valor}), {campos: [{campo: `${life.form}.${body[life.form][0].id}`, mensagem}]});
    }
    await expectRefused(() => life.create(life.world.users.empresa, life.data({Placa: 'ABC1D23'}, template)), {codigo: 'VALIDACAO'});
    // Who opens another one is asked what the template asks now.
    const itens = [{...first!, descricao: 'Outra coisa'}, ...template.itens.slice(2), {id: added.body.id, descricao: 'Mais uma'}];
    const valores = {'Outra coisa': '12', 'Mais uma': '13'};
    expect(await life.create(life.world.users.empresa, life.data(valores, {...template, itens}))).toAnswer(201, {
      [life.form]: itens.map(({descricao}) => expect.objectContaining({descricao})),
    });
  });

  it('is refused with a sentence for each item that is wrong', async () => {
    const template = await life.makeTemplate([
      {descricao: 'Nome', tipoCampo: 'texto', obrigatorio: true}, {descricao: 'Peso', tipoCampo: 'numero'},
        {descricao: 'Dia', tipoCampo: 'data'},
      {descricao: 'Contato', tipoCampo: 'email'}, {descricao: 'Livre', tipoCampo: 'texto'}, {descricao: 'CPF', tipoCampo: 'texto'},
      {descricao: 'transgênia', tipoCampo: 'texto'},
    ]);
    const valores = {
      Nome: '  ', Peso: '1,5', Dia: '2026-02-30', Contato: 'a@', Livre: 'x'.repeat(101), CPF: '111.111.111-11', transgênia: 'XPTO',
    };
    const wrong = [
      'Campo obrigatório', 'Formato inválido', 'Formato inválido', 'Email inválido', 'Limite de caracteres excedido',
      'Formato inválido', 'Formato inválido',
    ];
    await expectRefused(() => life.create(life.world.users.empresa, life.data(valores, template)), {
      codigo: 'VALIDACAO', message: 'Campo obrigatório', campos: template.itens.map((item,
        at) => ({campo: `${life.form}.${item.id}`, mensagem: wrong[at]})),
    });
  });

  it.each([
    [[{id: 999_999, valor: 'x'}], 'O formulário mudou. Confira os campos e salve de novo.'],
    ['x', 'Os campos do formulário são inválidos.'],
    [[{valor: 'x'}], 'Os campos do formulário são inválidos.'],
    [[{id: '1 or 1=1', valor: 'x'}], 'Os campos do formulário são inválidos.'],
    [{id: 1}, 'Os campos do formulário são inválidos.'],
    [[], 'O Formulario não foi preenchido!'],
    [undefined, 'O Formulario não foi preenchido!'],
  ])('is refused as %j', async (sent, message) => {
    await expectRefused(() => life.create(life.world.users.empresa, {...life.data(), [life.form]: sent}), {codigo: 'VALIDACAO', message});
  });

  it('is refused where an item is answered twice, at that item', async () => {
    const template = await life.makeTemplate([{descricao: 'Placa', tipoCampo: 'texto'}]);
    const [id] = template.itens.map(item => item.id);
    const itens = [{id, valor: 'ABC1D23'}, {id: String(id), valor: 'ABC1D24'}];
    await expectRefused(() => life.create(life.world.users.empresa, {...life.data({}, template), [life.form]: itens}), {
      campos: [{campo: `${life.form}.${id}`, mensagem: 'Este campo veio mais de uma vez: envie um valor só.'}],
    });
  });

  it.each([true, [1], '1e0'])('is refused where %j stands for an item', async id => {
    const sent = {...life.data(), [life.form]: [{id, valor: 'x'}]};
    await expectRefused(() => life.create(life.world.users.empresa, sent), {message: 'Os campos do formulário são inválidos.'});
  });

  it('is refused where a question is another than the one that was answered, which is said at it', async () => {
    const template = await life.makeTemplate([{descricao: 'Placa', tipoCampo: 'texto'}, {descricao: 'Peso', tipoCampo: 'texto'}]);
    const [placa, peso] = template.itens.map(({id}) => id);
    const create = (...itens: object[]) => life.create(life.world.users.empresa, {...life.data({}, template), [life.form]: itens});
    const [answer, weight] = [{id: placa, valor: 'ABC1D23'}, {id: peso, valor: '10'}];
    await expectRefused(() => create(
      {...answer, descricao: 'Placa do cavalo', tipoCampo: 'texto'}, {...weight, descricao: 'Peso', tipoCampo: 'numero'},
    ), {
      codigo: 'VALIDACAO', campos: [
        {campo: `${life.form}.${placa}`, mensagem: '“Placa do cavalo” agora é “Placa”. Confira a resposta e salve de novo.'},
        {campo: `${life.form}.${peso}`, mensagem: 'Este campo agora se preenche de outra forma. Confira a resposta e salve de novo.'},
      ],
    });
    // The same question, however it is spelled; and a call that does not say what it answers.
    for (const one of [{...answer, descricao: ' PLACA ', tipoCampo: 'texto'}, answer]) {
      expect(await create(one, weight)).toMatchObject({status: 201});
    }
  });

  it("is refused where it names another record's item", async () => {
    const [mine, theirs] = [await life.open(), await life.open()];
    const body = {[life.form]: [{id: theirs[life.form][0].id, valor: 'ROUBADO'}]};
    expect(await life.call(life.world.users.empresa, `PUT ${name}/:id`, mine.id, {body}))
      .toAnswer(400, {message: 'O formulário mudou. Confira os campos e salve de novo.'});
    expect((await life.read(life.world.users.empresa, theirs.id)).body)
      .toEqual((await life.read(life.world.users.empresa, theirs.id)).body);
    expect(valuesIn((await life.read(life.world.users.empresa, theirs.id)).body)).toMatchObject({Placa: 'ABC1D23'});
  });

  it('is summed up, and what the record keeps of its template stays', async () => {
    const {summary, keep} = life.resource.template!;
    const [kept = ''] = Object.keys(keep ?? {});
    const valores = {Placa: 'ABC1D23', Data: '2026-03-05', Transportadora: 'T-1', [OPTIONAL_ITEM]: 'não aparece'};
    const record = await life.open(life.world.users.empresa, valores);
    expect(record).toMatchObject({[summary!]: 'Placa: ABC1D23; Data: 05/03/2026', [kept]: 'Descarga'});
    const [table, column] = name === 'tickets' ? ['modelos_formulario', 'descricao'] : ['roteiros', 'nome'];
    const rename = (to: string) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where id = ${life.template.id}`.execute(life.test.context.db);
    await rename('Outro nome');
    expect((await save(record.id, {Placa: 'XYZ9K88'})).body)
      .toMatchObject({[summary!]: 'Placa: XYZ9K88; Data: 05/03/2026', [kept]: 'Descarga'});
    await rename('Descarga');
  });

  it('is summed up by its first items where none is marked for the list', async () => {
    const template = await life.makeTemplate(['A', 'B', 'C', 'D'].map(descricao => ({descricao, tipoCampo: 'texto'})));
    const {body} = await life.create(life.world.users.empresa, life.data({A: '1', C: '3', D: '4'}, template));
    expect(body[life.resource.template!.summary!]).toBe('A: 1; C: 3');
  });

  it("takes what a person's own record fills in, never what they sent, and keeps it with the record", async () => {
    const [keepItem = ''] = Object.keys(life.resource.template!.keepItem ?? {});
    const stored = async (id: number) => (await life.everything(id)).registro[toSnakeCase(keepItem)];
    const own = await life.open(life.world.users.fornecedor, {Placa: 'ABC1D23', Transportadora: 'de outro'});
    expect(valuesIn(own)).toMatchObject({Transportadora: CODE});
    expect(valuesIn((await save(own.id, {Transportadora: 'de outro'}, life.world.users.fornecedor)).body)).toMatchObject({
      Transportadora: CODE,
    });
    expect(await stored(own.id)).toBe(CODE);
    const open = await life.open(life.world.users.empresa, {Placa: 'ABC1D23', Transportadora: 'XPTO-1'});
    expect(await stored(open.id)).toBe('XPTO-1');
    expect(await save(open.id, {Transportadora: ''})).toAnswer(200);
    expect(await stored(open.id)).toBeNull();
    // Nobody sees it who may not.
    expect(keepItem in (await life.read(life.world.users.empresa, open.id)).body).toBe(false);
  });

  it('tells what changed in it, and nothing where nothing did', async () => {
    const {id} = await life.open();
    const before = await life.everything(id);
    expect(await save(id, {Placa: 'ABC1D23', [OPTIONAL_ITEM]: ''})).toAnswer(200, {versao: 1});
    expect(await life.everything(id)).toEqual(before);
    expect(await save(id, {Placa: 'XYZ9K88', [OPTIONAL_ITEM]: 'Portão 2'})).toAnswer(200, {versao: 2});
    const [step] = await life.history(life.world.users.empresa, id);
    expect(step).toMatchObject({
      acao: 'Salvar', deStatus: '', paraStatus: '',
        comentario: `Campos alterados: Placa: de ABC1D23 para XYZ9K88; ${OPTIONAL_ITEM}: de (vazio) para Portão 2.`,
    });
  });

  it('loses the warning of a robot with the value it was about', async () => {
    const {id} = await life.open();
    await sql`update ${sql.table(`${name}_formularios`)} set aviso = 'Placa não encontrada.'
      where id_registro = ${id} and descricao in ('Placa', ${OPTIONAL_ITEM})`
      .execute(life.test.context.db);
    const warnings = (record: Answer['body']): string[] => record[life.form].map(({aviso}: {aviso: string}) => aviso);
    expect(warnings((await life.read(life.world.users.empresa, id)).body))
      .toEqual(['Placa não encontrada.', '', '', 'Placa não encontrada.']);
    expect(warnings((await save(id, {Placa: 'XYZ9K88'})).body)).toEqual(['', '', '', 'Placa não encontrada.']);
  });
});

describe('an item that begins with something', () => {
  const {itemKinds} = acceptance;
  const data = {...itemKinds['data']!, default: 'hoje'};
  const life = beforeTests(() => openLifeCycle('laudos', {config: {...acceptance, itemKinds: {...itemKinds, data}}}));

  it('has it where nothing is sent for it, and nothing where that is said', async () => {
    const {[life.form]: all, ...rest} = life.data();
    const unsaid = (all as readonly unknown[]).filter((_item, at) => ITEMS[at]?.descricao !== 'Data');
    const made = async (items: unknown): Promise<string> => {
      const {body} = await life.create(life.world.users.empresa, {...rest, [life.form]: items});
      return body[life.form].find(({descricao}: {descricao: string}) => descricao === 'Data').valor;
    };
    expect([await made(unsaid), await made(all)]).toEqual([dayFromToday(0), '']);
  });
});
