// The one grammar of conditions: what it says of a record is what it says of the record's row, by any condition the start lets through.
import fc from 'fast-check';
import {sql} from 'kysely';
import {expect, it, vi} from 'vitest';
import product from '../../resources.config.ts';
import {checkConfig} from '../../src/schema/check.ts';
import {evaluateCondition} from '../../src/schema/conditions/evaluate.ts';
import {comparisonOperators, type Condition} from '../../src/schema/shapes/conditions.ts';
import {momentSigns, type MomentUnit} from '../../src/schema/shapes/momentParts.ts';
import {conditionWordNames} from '../../src/schema/conditions/wordTable.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {columnOf, commentColumns} from '../../src/schema/databaseNames.ts';
import type {StoredRow} from '../../src/server/db/tables.ts';
import {lookUpFacts} from '../../src/server/engine/conditionFacts.ts';
import {toRowAnswer} from '../../src/server/engine/readRecord.ts';
import {conditionPredicate} from '../../src/server/db/conditions/conditionPredicates.ts';
import {conditionInWords} from '../../src/server/openapi/rulesInWords.ts';
import {selectJoins, selectColumns} from '../../src/server/rowScope/select.ts';
import {hooks} from '../../src/server/registerRoutes.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';

const base: Config = product;
const whole = {
  list: {columns: ['nome'], sort: ['nome', 'asc']}, access: {list: ['adm'], read: ['adm'], create: ['adm'], update: ['adm'], delete: []},
  scope: {adm: ['tudo']}, messages: {created: 'Feito!', updated: 'Mudado!', empty: 'Nada.'}, icon: 'item', pageTitle: 'Ordem',
} as const;
const ordens: Resource = {
  ...whole, label: {one: 'Ordem', many: 'Ordens'}, route: 'ordem', title: 'nome',
  form: {'': ['idMae', 'idChefe', 'nome', 'limite', 'vence', 'prazo', 'feita', 'usos']},
  fields: {
    idMae: {kind: 'referencia', label: 'Mãe', to: 'ordens'}, idChefe: {kind: 'referencia', label: 'Chefe', to: 'usuarios'},
    nome: {kind: 'texto', label: 'Nome', maxLength: 20}, limite: {kind: 'moeda', label: 'Limite'}, vence: {kind: 'data', label: 'Vence'},
    prazo: {kind: 'numero', label: 'Prazo'}, feita: {kind: 'dataHora', label: 'Feita'},
    usos: {kind: 'opcoes', label: 'Usos', choices: [{id: 'a', name: 'A'}, {id: 'b', name: 'B'}]},
    soma: {kind: 'calculo', label: 'Soma', sum: 'custo', of: 'pecas', by: 'idOrdem'},
  },
  access: {...whole.access, delete: ['adm']}, scope: {adm: ['nomeada']},
  conditions: {
    nomeada: {filled: 'nome'}, vencida: {compare: ['vence', '<', 'hoje']}, filhaDeVencida: {through: {idMae: 'vencida'}},
  },
};
/** A person of the order, who is one of its parts too. */
const CHEFE = 'idOrdemIdChefe';
const pecas: Resource = {
  ...whole, label: {one: 'Peça', many: 'Peças'}, route: 'peca', title: 'nome', owner: {empresa: 'idEmpresa'},
  form: {'': [
    'idOrdem', 'idEmpresa', 'nome', 'codigo', 'custo', 'preco', 'abre', 'fecha', 'inicio', 'fim', 'nova', 'usada', 'cor', 'usos', 'turnos',
  ]},
  fields: {
    idOrdem: {kind: 'referencia', label: 'Ordem', to: 'ordens'},
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas'},
    idAutor: {kind: 'referencia', label: 'Autor', to: 'usuarios', readOnly: true},
    idRevisor: {kind: 'referencia', label: 'Revisor', to: 'usuarios', readOnly: true},
    nome: {kind: 'texto', label: 'Nome', maxLength: 20},
    codigo: {kind: 'texto', label: 'Código', maxLength: 20},
    custo: {kind: 'numero', label: 'Custo'},
    preco: {kind: 'decimal', label: 'Preço', decimals: 1},
    margem: {kind: 'calculo', label: 'Margem', difference: ['preco', 'custo'], decimals: 1},
    abre: {kind: 'hora', label: 'Abre'},
    fecha: {kind: 'hora', label: 'Fecha'},
    inicio: {kind: 'data', label: 'Início'},
    fim: {kind: 'data', label: 'Fim'},
    aberta: {kind: 'dataHora', label: 'Aberta em', readOnly: true, stamps: 'create'},
    desde: {kind: 'dataHora', label: 'Desde', readOnly: true},
    nova: {kind: 'booleano', label: 'Nova', default: true},
    usada: {kind: 'booleano', label: 'Usada'},
    cor: {kind: 'escolha', label: 'Cor', default: 'azul', choices: [{id: 'azul', name: 'Azul'}, {id: 'verde', name: 'Verde'}]},
    usos: {kind: 'opcoes', label: 'Usos', choices: [{id: 'a', name: 'A'}, {id: 'b', name: 'B'}, {id: 'c', name: 'C'}]},
    turnos: {kind: 'opcoes', label: 'Turnos', default: 2, choices: [{id: 1, name: '1º'}, {id: 2, name: '2º'}]},
    estado: {
      kind: 'escolha', label: 'Estado', readOnly: true, default: 1,
      choices: [
        {id: 1, key: 'feita', name: 'Feita', waits: 'equipe'}, {id: 2, key: 'pedida', name: 'Pedida', waits: 'autor'},
        {id: 3, key: 'posta', name: 'Posta', end: true}, {id: 4, key: 'vista', name: 'Vista', waits: 'revisor'},
        {id: 5, key: 'paga', name: 'Paga', waits: 'adm'}, {id: 6, key: 'levada', name: 'Levada', waits: 'chefe'},
      ],
    },
    daOrdem: {kind: 'relacionado', label: 'Da ordem', through: 'idOrdem', field: 'nome'},
    limite: {kind: 'relacionado', label: 'Limite', through: 'idOrdem', field: 'limite'},
    soma: {kind: 'relacionado', label: 'Soma', through: 'idOrdem', field: 'soma'},
    vence: {kind: 'relacionado', label: 'Vence', through: 'idOrdem', field: 'vence'},
    usosDaOrdem: {kind: 'relacionado', label: 'Usos da ordem', through: 'idOrdem', field: 'usos'},
    [CHEFE]: {kind: 'relacionado', label: 'Chefe', through: 'idOrdem', field: 'idChefe'},
  },
  status: 'estado', since: 'desde',
  people: {
    autor: {field: 'idAutor', stamps: 'create', reason: 'Não é sua.'}, revisor: {field: 'idRevisor', reason: 'Outra pessoa a revê.'},
    chefe: {field: CHEFE, reason: 'Outra pessoa chefia a ordem.'},
  },
  conditions: {cara: {compare: ['preco', '>', 'limite']}, parada: {compare: ['desde', '<', 'agora-1']}},
  actions: {
    seguir: {label: 'Seguir', call: 'PUT pecas/:id/seguir', from: {feita: ['adm']}, to: 'pedida', places: ['row'], success: 'Foi!'},
    por: {
      label: 'Pôr', call: 'PUT pecas/:id/por', from: {'*': ['adm']}, sets: {idRevisor: 'session.id'}, to: 'posta', places: ['row'],
      success: 'Foi!',
    },
  },
};
const config: Config = {...base, resources: {...base.resources, ordens, pecas}};

const RUNS = 60;
const [ROWS, CONDITIONS] = [25, 20];

// Half past eleven in the evening in São Paulo, when it is the next day elsewhere.
const NOW = new Date('2026-03-10T02:30:00Z');
const HOURS = [-200, -49, -25, -23, -1, 0, 1, 23, 49];
const DAYS = [-8, -1, 0, 1, 8];
const test = beforeTests(async () => {
  const opened = await openTestApp({config});
  vi.useFakeTimers({toFake: ['Date'], now: NOW});
  for (const id of [1, 2]) {
    await sql`insert into empresas (id, razao_social) values (${id}, 'X')`.execute(opened.context.db);
    await sql`insert into usuarios (id, tipo) values (${900 + id}, 1)`.execute(opened.context.db);
    await sql`insert into historico (recurso, id_registro, acao, id_usuario)
      select 'pecas', n, 'alterar', ${900 + id} from generate_series(${id}, ${ROWS}, 3) as n`.execute(opened.context.db);
  }
  return {...opened, close: async () => {
    vi.useRealTimers();
    await opened.close();
  }};
});

const orNone = <T>(values: readonly T[]) => fc.constantFrom(null, ...values);
// Of texts that look like days and instants not the days are compared.
const texts = orNone(['', 'A', 'B', 'a', 'B-1', 'b–1', '2026-03-10', '2026-03-10T12:00:00Z']);
const numbers = orNone([-1, 0, 1, 2]);
const decimals = orNone([-0.5, 0, 0.5, 1, 2]);
const hours = orNone(['00:00', '09:30', '10:00']);
const days = orNone(DAYS).map(one => one === null ? null : dayFromToday(one, NOW));
const instant = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString();
const instants = orNone(HOURS.map(instant));
const ordem = fc.record({
  idMae: orNone([1, 2, 3]), idChefe: orNone([901, 902]), nome: texts, limite: decimals, vence: days, prazo: numbers, feita: instants,
  usos: orNone([['a'], ['b'], ['a', 'b']]),
});
const peca = fc.record({
  idOrdem: orNone([1, 2, 3, 4]), idEmpresa: orNone([1, 2]), idAutor: orNone([901, 902]), idRevisor: orNone([901, 902]),
  nome: texts, codigo: texts, custo: numbers, preco: decimals, abre: hours, fecha: hours, inicio: days, fim: days,
  aberta: fc.constantFrom(...HOURS.map(instant)), desde: instants,
  nova: orNone([true, false]),
  usada: orNone([true, false]), cor: orNone(['azul', 'verde']),
  usos: orNone([['a'], ['a', 'b'], ['c']]), turnos: orNone([[1], [1, 2]]),
  estado: orNone([1, 2, 3, 4, 5, 6]), escreveu: orNone([901, 902]), escrito: instants,
});
const session = fc.record({
  id: fc.constantFrom(901, 902), perfil: fc.constant('adm'), idEmpresa: orNone([1, 2]),
  codigoExterno: fc.constantFrom('', 'A', 'a', '2026-03-10', 'B–1'),
});

/** Fields that compare with each other, and what else they compare with. */
const sorts = [
  {fields: ['custo', 'preco', 'limite', 'margem', 'soma'], others: [-1, 0, 0.5, 1], ordered: true},
  {fields: ['abre', 'fecha'], others: ['00:00', '09:30'], ordered: true},
  {
    fields: ['inicio', 'fim', 'aberta', 'desde'], ordered: true,
    others: ['hoje', 'hoje-1', 'hoje+8', 'agora', 'agora-1', 'agora+2', '2026-03-09'],
  },
  {fields: ['vence'], others: ['hoje', 'hoje+1', 'inicio', 'fim', '2026-03-09'], ordered: true},
  {fields: ['nome', 'codigo', 'daOrdem'], others: ['session.codigoExterno'], ordered: false},
  {fields: ['idAutor', 'idRevisor'], others: ['session.id'], ordered: false},
  {fields: ['idEmpresa'], others: ['session.idEmpresa'], ordered: false},
  {fields: ['nova', 'usada'], others: [], ordered: false},
  {fields: ['cor'], others: ['cor'], ordered: false},
] as const;
const compare = fc.constantFrom(...sorts).chain(({fields, others, ordered}) => fc.record({compare: fc.tuple(
  fc.constantFrom(...fields), ordered
    ? fc.constantFrom(...comparisonOperators)
    : fc.constant('=' as const), fc.constantFrom(...fields, ...others),
)}));
const moment = fc.tuple(
  fc.constantFrom('hoje', 'agora', 'inicio', 'fim', 'aberta', 'desde', 'vence', 'idOrdem.vence', 'idOrdem.feita'),
  fc.constantFrom(...momentSigns),
  fc.constantFrom<string | number>(0, 1, 24, 49, 99_999, 'custo', 'idOrdem.prazo'), fc.constantFrom<MomentUnit>('dias', 'horas'),
);
const compareMoment = fc.record({
  compare: fc.tuple(fc.constantFrom('inicio', 'fim', 'aberta', 'desde'), fc.constantFrom(...comparisonOperators), moment),
});
const some = <T>(values: readonly T[]) => fc.subarray([...values], {minLength: 1});
const is = fc.record({
  nome: some(['A', 'B']), custo: some([0, 1, 2]), nova: some([true, false]), usada: some([true, false]), cor: some(['azul', 'verde']),
  estado: some([1, 2, 3, 4, 5, 6]), 'session.perfil': some(['adm', 'empresa']), limite: some([0, 0.5]), margem: some([-1, 0, 0.5]),
  usos: some(['a', 'b', 'c']), turnos: some([1, 2]),
  usosDaOrdem: some(['a', 'b']),
}, {requiredKeys: []}).filter(said => Object.keys(said).length > 0).map(values => ({is: values}));
const ofOrdem = fc.oneof(
  fc.constantFrom('nomeada', 'vencida', 'filhaDeVencida', 'noEscopo'),
  fc.constantFrom<Condition>(
    {compare: ['limite', '>', 0]}, {compare: ['soma', '>=', 'limite']},
    {compare: ['vence', '<', ['idMae.feita', '+', 'idMae.prazo', 'dias']]},
    {not: 'filhaDeVencida'},
    {all: ['noEscopo', {compare: ['soma', '>', 0]}]}, {through: {idMae: 'noEscopo'}}, {through: {idMae: {filled: 'idMae'}}},
    {through: {idMae: {any: ['vencida', {through: {idMae: 'noEscopo'}}]}}},
    {all: ['vencida', {compare: ['nome', '=', 'session.codigoExterno']}]},
  ),
);
/** Built in, declared, people. `filiais`, `itensValidos` and `naoUltimoAdm` have one judge, who looks them up; `proprio` is below. */
const NAMED = ['tudo', 'criado', 'empresa', 'participou', 'noEscopo', 'autor', 'revisor', 'chefe', 'cara', 'parada'];
/** An answer has 0 for a reference without a record, and a value read through another one does not tell what it is. */
const FILLED = Object.keys(pecas.fields).filter(name => name !== CHEFE);
const condition: fc.Arbitrary<Condition> = fc.letrec<{all: Condition}>(tie => ({
  all: fc.oneof(
    {depthSize: 'small', withCrossShrink: true},
    fc.constantFrom(...NAMED),
    {arbitrary: compare, weight: 4}, {arbitrary: compareMoment, weight: 2}, is,
    fc.constantFrom(...FILLED).map(filled => ({filled})),
    some(['feita', 'pedida', 'posta', 'vista', 'paga', 'levada']).map(status => ({status})),
    fc.constantFrom('autor', 'equipe', 'revisor', 'chefe', 'adm').map(waits => ({waits})),
    tie('all').map(not => ({not})),
    fc.array(tie('all'), {minLength: 1, maxLength: 3}).map(any => ({any})),
    ofOrdem.map(idOrdem => ({through: {idOrdem}})),
    fc.array(tie('all'), {minLength: 1, maxLength: 3}).map(all => ({all})),
  ),
})).all;

const insert = async (name: string, resource: Resource, rows: readonly Readonly<Record<string, unknown>>[]) => {
  const own: Readonly<Record<string, string>> = {escreveu: commentColumns.by, escrito: commentColumns.at};
  const columnIn = (field: string) => own[field] ?? columnOf(field, resource.fields[field]!);
  const records = rows.map((row, at) => ({
    id: at + 1, ...Object.fromEntries(Object.entries(row).map(([field, value]) => [columnIn(field), value])),
  }));
  const columns = sql.join(Object.keys(records[0]!).map(column => sql.ref(column)));
  await sql`insert into ${sql.table(name)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(records)}::json)`.execute(test.context.db);
};

it(`${RUNS} times ${ROWS} records by ${CONDITIONS} conditions: as stored, as answered, and as rows, they hold alike`, async () => {
  const {db} = test.context;
  let holding = 0;
  /** Every word that some condition says, and every name. */
  const drawnWords = new Set<string>();
  await fc.assert(fc.asyncProperty(
    fc.array(ordem, {minLength: 4, maxLength: 4}), fc.array(peca, {minLength: ROWS, maxLength: ROWS}),
    fc.array(condition, {minLength: CONDITIONS, maxLength: CONDITIONS}), session,
    async (parents, children, conditions, asking) => {
      const named = Object.fromEntries(conditions.map((one, at) => [`c${at}`, typeof one === 'string' ? {all: [one]} : one]));
      const drawn = {...pecas, conditions: {...pecas.conditions, ...named}};
      const drawnConfig: Config = {...config, resources: {...config.resources, pecas: drawn}};
      expect(checkConfig(drawnConfig)).toEqual([]);
      for (const one of Object.values(named)) {
        for (const [, word = ''] of JSON.stringify(one).matchAll(/"([\w.<=>]+)"/g)) drawnWords.add(word);
      }
      await sql`truncate pecas, ordens`.execute(db);
      await insert('ordens', ordens, parents);
      // The last was deleted.
      await sql`update ordens set data_exclusao = now() where id = 4`.execute(db);
      await insert('pecas', pecas, children);
      const actor = {...asking, nome: '', email: '', idPerfil: 1};
      const rows = {config: drawnConfig, name: 'pecas', resource: drawn, actor, alias: 't'};
      const asked = Object.keys(named).map(name => sql`coalesce(${conditionPredicate(name, rows)}, false) as ${sql.ref(name)}`);
      const {rows: found} = await sql<StoredRow>`
        select ${selectColumns(drawnConfig, drawn)}, ${sql.join(asked)}
        from pecas t ${selectJoins(drawnConfig, drawn)} order by t.id`.execute(db);
      const apart: unknown[] = [];
      const facts = {config: drawnConfig, hooks, db, actor, name: 'pecas', resource: drawn};
      for (const row of found) {
        const known = await lookUpFacts({...facts, row}, Object.keys(named));
        const answer: Record<string, unknown> = JSON.parse(JSON.stringify(toRowAnswer(drawnConfig, drawn, actor, row)));
        for (const [name, said] of Object.entries(named)) {
          // Whom having no company keeps from nothing, no record tells.
          const isTold = asking.idEmpresa !== null || !JSON.stringify(said).includes('"empresa"');
          const answers = [row, answer].map(record => evaluateCondition(name, {resource: drawn, record, session: asking, ...known}));
          if (answers.some(one => one !== row[name] && (isTold || one !== undefined))) apart.push({said, answer, asking, answers});
          if (row[name] === true) holding++;
        }
      }
      expect(apart).toEqual([]);
    },
  ), {numRuns: RUNS, endOnFailure: true});
  const words = [...conditionWordNames, ...comparisonOperators, ...NAMED, ...FILLED, 'session.perfil', 'session.id'];
  expect(words.filter(word => !drawnWords.has(word))).toEqual([]);
  // Neither is rare, or little would have been told apart.
  expect(holding / (RUNS * ROWS * CONDITIONS)).toBeGreaterThan(0.1);
  expect(holding / (RUNS * ROWS * CONDITIONS)).toBeLessThan(0.9);
});

it('whoever asks is themselves, as stored, as answered, and as rows', async () => {
  const {db} = test.context;
  const resource = base.resources['usuarios']!;
  for (const id of [901, 902, 7]) {
    const session = {id, perfil: 'adm', idEmpresa: null, codigoExterno: ''};
    const actor = {...session, nome: '', email: '', idPerfil: 1};
    for (const [said, isOwn] of [['proprio', true], ['naoProprio', false]] as const) {
      const holds = conditionPredicate(said, {config, name: 'usuarios', resource, actor, alias: 't'});
      const {rows} = await sql<StoredRow>`
        select ${selectColumns(config, resource)}, ${holds} as vale
        from usuarios t ${selectJoins(config, resource)} where t.id > 900`.execute(db);
      expect(rows.map(row => row['vale'])).toEqual(rows.map(row => (row['id'] === id) === isOwn));
      const answers = rows.map(row => [row, toRowAnswer(config, resource, actor, row)]
        .map(record => evaluateCondition(said, {resource, record, session})));
      expect(answers).toEqual(rows.map(row => [row['vale'], row['vale']]));
      expect(rows).toHaveLength(2);
    }
  }
});

it('a day is told as it is read', () => {
  expect(conditionInWords({compare: ['inicio', '<', '2027-01-01']}, pecas)).toBe('Início for menor que 01/01/2027');
});
