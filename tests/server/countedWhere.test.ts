// Numbers kept of some of the children: those with values of their own, whoever writes them, and as a record alone tells it.
import fc from 'fast-check';
import {sql} from 'kysely';
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {evaluateCondition} from '../../src/schema/conditions/evaluate.ts';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import {comparisonOperators, type Condition} from '../../src/schema/shapes/conditions.ts';
import type {Config, ResourceInput} from '../../src/schema/shapes/config.ts';
import type {FieldsInput} from '../../src/schema/shapes/fields.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import type {StoredRow} from '../../src/server/db/tables.ts';
import {selectColumns, selectJoins} from '../../src/server/rowScope/select.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withResources} from '../support/configs.ts';
import {emptyDatabase} from '../support/database.ts';
import {openTestApp} from '../support/server.ts';

const all = ['adm'];
const whole = {
  icon: 'item', access: {list: all, read: all, create: all, update: all, delete: all}, scope: {adm: ['tudo']}, list: {columns: ['nome']},
} as const;
const nome = {kind: 'texto', label: 'Nome', maxLength: 40, required: true} as const;
const of = {of: 'emprestimos', by: 'idEquipamento'} as const;
const OPEN = {is: {situacao: ['aberto']}} as const;
const COUNTED: FieldsInput = {
  abertos: {kind: 'calculo', label: 'Abertos', count: true, ...of, where: OPEN},
  todos: {kind: 'calculo', label: 'Todos', count: true, ...of},
  dias: {kind: 'calculo', label: 'Dias', sum: 'dias', ...of, decimals: 0, where: {not: OPEN}},
  longo: {kind: 'calculo', label: 'Mais longo', max: 'dias', ...of, decimals: 0, where: 'longe'},
};
const emprestimos: ResourceInput = {
  ...whole, label: {one: 'Empréstimo', many: 'Empréstimos'}, route: 'emprestimo',
  fields: {
    nome, idEquipamento: {kind: 'referencia', label: 'Equipamento', to: 'equipamentos'},
    dias: {kind: 'numero', label: 'Dias'}, prazo: {kind: 'numero', label: 'Prazo'}, lugar: {kind: 'texto', label: 'Lugar', maxLength: 20},
    origem: {kind: 'texto', label: 'Origem', maxLength: 20}, valor: {kind: 'moeda', label: 'Valor'},
    folga: {kind: 'calculo', label: 'Folga', difference: ['prazo', 'dias'], decimals: 0},
    saida: {kind: 'data', label: 'Saída'}, desde: {kind: 'dataHora', label: 'Desde', readOnly: true}, hora: {kind: 'hora', label: 'Hora'},
    urgente: {kind: 'booleano', label: 'Urgente'},
    usos: {kind: 'opcoes', label: 'Usos', choices: [{id: 'a', name: 'A'}, {id: 'b', name: 'B'}]},
    multas: {kind: 'calculo', label: 'Multas', count: true, of: 'multas', by: 'idEmprestimo', where: {is: {paga: [false]}}},
    situacao: {kind: 'escolha', label: 'Situação', choices: [
      {id: 'aberto', key: 'aberto', name: 'Aberto'}, {id: 'devolvido', key: 'devolvido', name: 'Devolvido'},
      {id: 'perdido', key: 'perdido', name: 'Perdido', end: true},
    ]},
  },
  status: 'situacao', since: 'desde', conditions: {longe: {any: [{is: {lugar: ['São Paulo']}}, {compare: ['dias', '>', 9]}]}},
  actions: {
    devolver: {from: {aberto: ['adm']}, to: 'devolvido'}, reabrir: {from: {devolvido: ['adm']}, to: 'aberto'},
    perder: {from: {aberto: ['adm']}, to: 'perdido'},
  },
};
const multas: ResourceInput = {
  ...whole, label: {one: 'Multa', many: 'Multas'}, fields: {
    nome, idEmprestimo: {kind: 'referencia', label: 'Empréstimo', to: 'emprestimos'}, paga: {kind: 'booleano', label: 'Paga'},
  },
};
const configOf = (counted: FieldsInput, rules: ResourceInput['rules'] = {}): Config => completeConfig(withResources({
  equipamentos: {...whole, label: {one: 'Equipamento', many: 'Equipamentos'}, fields: {nome, ...counted}, rules}, emprestimos, multas,
}));
const config = configOf(
  {...COUNTED, devidos: {kind: 'calculo', label: 'Devidos', count: true, ...of, where: {compare: ['multas', '>', 0]}}},
  {
    nome: [{not: {compare: ['abertos', '>', 2]}, reason: 'Só se emprestam dois.'}],
    devidos: [{not: {compare: ['devidos', '>', 1]}, reason: 'Há multas demais.'}],
  },
);

const server = beforeTests(() => openTestApp({config}));
beforeEach(() => server.reset());
const made = async (name: string, body: object): Promise<number> => {
  const answer = await server.api(server.adm, `POST ${name}`, {body});
  expect(answer).toAnswer(201);
  return answer.body.id as number;
};
const read = async (id: number): Promise<Record<string, unknown>> =>
  (await server.api(server.adm, 'GET equipamentos/:id', {params: {id}})).body;
const change = (name: string, id: number, body: object) => server.api(server.adm, `PUT ${name}/:id`, {params: {id}, body});
const act = (action: string, id: number) => server.api(server.adm, `PUT emprestimos/${action}/:id`, {params: {id}, body: {}});
const lent = (idEquipamento: number, more: object = {}) => made('emprestimos', {nome: 'Empréstimo', idEquipamento, dias: 3, ...more});

it('the config can be started with', () => {
  expect(checkConfig(config)).toEqual([]);
});

describe('of the children that a condition holds for', () => {
  it('are right at once, whatever becomes of a child', async () => {
    const [one, two] = [await made('equipamentos', {nome: 'Furadeira'}), await made('equipamentos', {nome: 'Serra'})];
    expect(await read(one)).toMatchObject({abertos: 0, todos: 0, dias: 0, longo: null});
    const id = await lent(one, {lugar: 'São Paulo'});
    expect(await read(one)).toMatchObject({abertos: 1, todos: 1, dias: 0, longo: 3, versao: 1});
    expect(await act('devolver', id)).toAnswer(200);
    expect(await read(one)).toMatchObject({abertos: 0, todos: 1, dias: 3, longo: 3});
    await lent(one, {dias: 8});
    expect(await change('emprestimos', id, {lugar: 'Osasco'})).toAnswer(200);
    expect(await read(one)).toMatchObject({abertos: 1, todos: 2, dias: 3, longo: null});
    expect(await change('emprestimos', id, {dias: 12})).toAnswer(200);
    expect(await read(one)).toMatchObject({dias: 12, longo: 12});
    expect(await change('emprestimos', id, {idEquipamento: two})).toAnswer(200);
    expect([await read(one), await read(two)])
      .toMatchObject([{abertos: 1, todos: 1, dias: 0, longo: null}, {abertos: 0, todos: 1, dias: 12, longo: 12}]);
    expect(await act('reabrir', id)).toAnswer(200);
    expect(await read(two)).toMatchObject({abertos: 1, dias: 0});
    expect(await server.api(server.adm, 'DELETE emprestimos/:id', {params: {id}})).toAnswer(200);
    expect(await read(two)).toMatchObject({abertos: 0, todos: 0, dias: 0, longo: null});
  });

  it('count by what the database keeps of their own children', async () => {
    const one = await made('equipamentos', {nome: 'Furadeira'});
    const idEmprestimo = await lent(one);
    const multa = await made('multas', {nome: 'Atraso', idEmprestimo});
    expect(await read(one)).toMatchObject({devidos: 1});
    expect(await change('multas', multa, {paga: true})).toAnswer(200);
    expect(await read(one)).toMatchObject({devidos: 0, todos: 1});
  });

  it('are held against the rules of what has them, by whatever makes another one count', async () => {
    const one = await made('equipamentos', {nome: 'Furadeira'});
    const [first] = [await lent(one), await lent(one)];
    const body = {nome: 'Mais um', idEquipamento: one};
    const refused = {message: 'Nome (Equipamento): Só se emprestam dois.'};
    expect(await server.api(server.adm, 'POST emprestimos', {body})).toAnswer(400, refused);
    expect(await act('devolver', first)).toAnswer(200);
    expect(await server.api(server.adm, 'POST emprestimos', {body})).toAnswer(201);
    expect(await act('reabrir', first)).toAnswer(400, refused);
    expect(await read(one)).toMatchObject({abertos: 2, todos: 3});
  });

  it('nobody reads whom the values of the condition are hidden from', () => {
    const lugar = {...emprestimos.fields['lugar']!, see: ['adm']};
    const hidden = {...emprestimos, fields: {...emprestimos.fields, lugar}} as ResourceInput;
    const {resources} = completeConfig(withResources({
      equipamentos: {...whole, label: {one: 'Equipamento', many: 'Equipamentos'}, fields: {nome, ...COUNTED}}, emprestimos: hidden, multas,
    }));
    const see = (name: string) => resources['equipamentos']?.fields[name]?.see;
    expect([see('longo'), see('abertos')]).toEqual([['adm'], undefined]);
  });
});

const texts = ['', 'A', 'a', 'á', 'São Paulo', 'Sao Paulo'];
const days = ['2026-03-09', '2026-03-10'];
const instants = ['2026-03-10T02:30:00Z', '2026-03-10T12:00:00Z'];
const orNone = <T>(values: readonly T[]) => fc.constantFrom(null, ...values);
const row = fc.record({
  id_equipamento: orNone([1, 2, 3]), dias: orNone([-1, 0, 1, 2]), prazo: orNone([0, 1, 2]), lugar: orNone(texts), origem: orNone(texts),
  valor: orNone([0, 0.5, 1.25]), saida: orNone(days), desde: orNone(instants), hora: orNone(['00:00', '09:30']),
  urgente: orNone([true, false]), usos: orNone([['a'], ['b'], ['a', 'b']]), situacao: fc.constantFrom('aberto', 'devolvido'),
});
const compared = fc.constantFrom(
  {fields: ['dias', 'prazo', 'valor', 'folga', 'multas'], others: [0, 0.5, 1], operators: comparisonOperators},
  {fields: ['saida', 'desde'], others: days, operators: comparisonOperators},
  {fields: ['hora'], others: ['08:00'], operators: comparisonOperators},
  {fields: ['lugar', 'origem'], others: [], operators: ['='] as const},
).chain(({fields, others, operators}) => fc.record({compare: fc.tuple(
  fc.constantFrom(...fields), fc.constantFrom(...operators), fc.constantFrom<string | number>(...fields, ...others),
)}));
const some = <T>(values: readonly T[]) => fc.subarray([...values], {minLength: 1});
const is = fc.record({
  lugar: some(texts.slice(1)), dias: some([0, 1]), urgente: some([true, false]), usos: some(['a', 'b']),
  situacao: some(['aberto', 'devolvido']),
}, {requiredKeys: []}).filter(values => Object.keys(values).length > 0).map(values => ({is: values}));
const condition: fc.Arbitrary<Condition> = fc.letrec<{all: Condition}>(tie => ({
  all: fc.oneof(
    {depthSize: 'small', withCrossShrink: true}, fc.constant('longe'), {arbitrary: compared, weight: 4}, {arbitrary: is, weight: 2},
    fc.constantFrom('lugar', 'dias', 'saida', 'usos', 'folga', 'urgente', 'idEquipamento').map(filled => ({filled})),
    some(['aberto', 'devolvido']).map(status => ({status})), tie('all').map(not => ({not})),
    fc.array(tie('all'), {minLength: 1, maxLength: 3}).map(any => ({any})),
    fc.array(tie('all'), {minLength: 1, maxLength: 3}).map(all => ({all})),
  ),
})).all;
const WORDS = ['count', 'sum', 'min', 'max'] as const;
const aggregates = fc.array(fc.tuple(fc.constantFrom(...WORDS), condition), {minLength: 6, maxLength: 6}).map((drawn): FieldsInput =>
  Object.fromEntries(drawn.map(([word, where], at) => [`${word}${at}`, {
    kind: 'calculo', label: `Conta ${at}`, ...of, where, ...(word === 'count' ? {count: true as const} : {[word]: 'dias'}),
  }])));
/** What is done to the rows, past the server and many at once. */
const doings = fc.array(fc.constantFrom(
  sql`update emprestimos set situacao = case situacao when 'aberto' then 'devolvido' else 'aberto' end where id % 2 = 0`,
  sql`update emprestimos set dias = coalesce(dias, 0) + 1, lugar = origem`,
  sql`delete from emprestimos where id % 5 = 0 and id not in (select id_emprestimo from multas)`,
  sql`update emprestimos set id_equipamento = 1 + (id + coalesce(id_equipamento, 0)) % 3`,
  sql`update emprestimos set prazo = null, urgente = null`,
  sql`update emprestimos set data_exclusao = case when data_exclusao is null then now() end where id % 3 = 0`,
  sql`update emprestimos set usos = array['b'], saida = '2026-03-10' where id % 2 = 1`,
  sql`insert into multas (nome, id_emprestimo, paga) select 'Multa', id, id % 2 = 0 from emprestimos`,
  sql`update multas set paga = not paga`,
  sql`insert into emprestimos (id_equipamento, dias, situacao, lugar) select 2, n, 'aberto', 'a' from generate_series(1, 4) n`,
), {minLength: 3, maxLength: 6});

describe('in the database', () => {
  it('are what each record says of itself, whatever the condition and whatever is done to many at once', async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.close());
    const {db} = database;
    const session = {id: 0, perfil: '', idEmpresa: null, codigoExterno: ''};
    let counted = 0;
    await fc.assert(fc.asyncProperty(aggregates, fc.array(row, {minLength: 20, maxLength: 20}), doings, async (fields, rows, writes) => {
      const drawn = configOf(fields);
      expect(checkConfig(drawn)).toEqual([]);
      const resource = drawn.resources['emprestimos']!;
      const expectTrue = async () => {
        const {rows: children} = await sql<StoredRow>`
          select ${selectColumns(drawn, resource)} from emprestimos t ${selectJoins(drawn, resource)}
          where t.data_exclusao is null`.execute(db);
        const {rows: parents} = await sql<Record<string, unknown>>`select * from equipamentos order by id`.execute(db);
        for (const parent of parents) {
          const own = children.filter(child => child['idEquipamento'] === parent['id']);
          for (const [name, field] of Object.entries(fields)) {
            if (field.kind !== 'calculo' || field.where === undefined) throw new Error('drawn otherwise');
            const counting = own.filter(record => evaluateCondition(field.where!, {resource, record, session}) === true);
            const values = counting.flatMap(({dias}) => (typeof dias === 'number' ? [dias] : []));
            counted += counting.length;
            const told = field.count ? counting.length : field.sum !== undefined ? values.reduce((sum, value) => sum + value, 0)
              : values.length === 0 ? null : field.min === undefined ? Math.max(...values) : Math.min(...values);
            expect({where: field.where, value: parent[name]}).toEqual({where: field.where, value: told});
          }
        }
      };
      // The rows of the last run are there when the conditions change.
      await prepareDatabase(db, drawn, () => undefined);
      await expectTrue();
      await sql`truncate emprestimos, equipamentos, multas restart identity`.execute(db);
      await sql`insert into equipamentos (nome) values ('Um'), ('Dois'), ('Três')`.execute(db);
      const names = sql.join(Object.keys(rows[0]!).map(name => sql.ref(name)));
      await sql`insert into emprestimos (${names}) select ${names}
        from json_populate_recordset(null::emprestimos, ${JSON.stringify(rows)}::json)`.execute(db);
      await expectTrue();
      for (const write of writes) {
        await write.execute(db);
        await expectTrue();
      }
    }), {numRuns: 12, endOnFailure: true});
    expect(counted).toBeGreaterThan(500);
  });

  it('are made anew of what there is where the condition is another, once, and said before', async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.close());
    const {db} = database;
    const prepare = async (counted: FieldsInput): Promise<string[]> => {
      const told: string[] = [];
      await prepareDatabase(db, configOf(counted), sentence => told.push(sentence.replace('Banco de dados: ', '')));
      return told;
    };
    const plain = {kind: 'calculo', label: 'Abertos', count: true, ...of} as const;
    const abertos = async () => (await sql<{abertos: number}>`select abertos from equipamentos`.execute(db)).rows[0]?.abertos;
    await prepare({abertos: plain});
    await sql`insert into equipamentos (nome) values ('Furadeira')`.execute(db);
    await sql`insert into emprestimos (id_equipamento, situacao)
      select 1, case when n < 3 then 'aberto' else 'devolvido' end from generate_series(1, 7) n`.execute(db);
    expect(await abertos()).toBe(7);
    const {changes} = await planDatabase(db, configOf({abertos: COUNTED['abertos']!}));
    expect(changes.map(({sentence}) => sentence)).toContain(
      'Contas do que há em emprestimos serão feitas. Durante a leitura de 7 linhas, ninguém lê nem grava em emprestimos.',
    );
    expect(await prepare({abertos: COUNTED['abertos']!})).toEqual(['Contas do que há em emprestimos feitas.']);
    expect(await abertos()).toBe(2);
    expect(await prepare({abertos: COUNTED['abertos']!})).toEqual([]);
    await prepare({abertos: {...plain, where: {not: OPEN}}});
    expect(await abertos()).toBe(5);
    await prepare({abertos: plain});
    expect(await abertos()).toBe(7);
  });
});
