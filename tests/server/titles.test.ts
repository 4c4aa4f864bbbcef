// A record named by several of its values, and by a number: wherever it is cited, found, ordered and exported.
import {sql} from 'kysely';
import {beforeEach, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {formatTitle, recordTitle} from '../../src/schema/fields/recordTitle.ts';
import type {ResourceInput} from '../../src/schema/shapes/config.ts';
import {titleText} from '../../src/server/db/titleText.ts';
import {selectColumns, selectJoins} from '../../src/server/rowScope/select.ts';
import {toRowAnswer} from '../../src/server/engine/readRecord.ts';
import type {StoredRow} from '../../src/server/db/tables.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {named, withResources} from '../support/configs.ts';
import {openTestApp} from '../support/server.ts';

const equipamentos = named({one: 'Equipamento', many: 'Equipamentos'}, {title: 'nome', fields: {
  serie: {kind: 'digitos', label: 'Série', maxLength: 9},
}});
const reference = {kind: 'referencia', label: 'Equipamento', to: 'equipamentos'} as const;
const all = {list: ['adm'], create: ['adm'], delete: ['adm']} as const;
const chamados: ResourceInput = {
  label: {one: 'Chamado', many: 'Chamados'}, icon: 'item', title: ['numero', 'equipamento', 'quando', 'turno'], access: all,
  scope: {adm: ['tudo']}, list: {columns: ['numero'], filters: {numero: {}}}, fields: {
    numero: {kind: 'numero', label: 'Número', sequence: true}, idEquipamento: {...reference, shows: {equipamento: 'nome'}},
    quando: {kind: 'data', label: 'Quando'},
    turno: {kind: 'escolha', label: 'Turno', choices: [{id: 1, name: 'Manhã'}, {id: 2, name: 'Tarde'}]},
  },
};
const visitas = named({one: 'Visita', many: 'Visitas'}, {
  list: {columns: ['nome', 'idChamado', 'idTriagem'], filters: {idChamado: {}}},
  fields: {
    idChamado: {kind: 'referencia', label: 'Chamado', to: 'chamados'}, idTriagem: {kind: 'referencia', label: 'Triagem', to: 'triagens'},
  },
});
/** Named by a number alone. */
const triagens: ResourceInput = {
  label: {one: 'Triagem', many: 'Triagens'}, icon: 'item', title: 'numero', access: all, scope: {adm: ['tudo']},
  list: {columns: ['numero']}, fields: {numero: {kind: 'numero', label: 'Número', required: true}},
};
const config = withResources({equipamentos, chamados, visitas, triagens});
const server = beforeTests(() => openTestApp({config}));
beforeEach(() => server.reset());

const made = async (name: string, body: object): Promise<number> => {
  const answer = await server.api(server.adm, `POST ${name}`, {body});
  expect(answer).toAnswer(201);
  return answer.body.id as number;
};
const goTo = async (texto: string): Promise<{recurso: string; id: number; titulo: string}[]> =>
  (await server.api(server.adm, 'GET ir-para', {query: {texto}})).body;

it('the config can be started with', () => {
  expect(checkConfig(config)).toEqual([]);
});

it('names a record by all its values, also where another cites it, and orders and finds it by the first', async () => {
  const idEquipamento = await made('equipamentos', {nome: 'Furadeira'});
  await sql`select setval(pg_get_serial_sequence('chamados', 'id'), 185)`.execute(server.context.db);
  const first = await made('chamados', {idEquipamento, quando: '2026-04-22', turno: 2});
  const second = await made('chamados', {turno: 1});
  expect([first, second]).toEqual([186, 187]);
  // By its number, and not by that of the row.
  expect((await goTo('1')).filter(({recurso}) => recurso === 'chamados'))
    .toMatchObject([{id: first, titulo: '1 · Furadeira · 22/04/2026 · Tarde'}]);
  expect((await goTo('#2')).filter(({recurso}) => recurso === 'chamados')).toMatchObject([{id: second, titulo: '2 · Manhã'}]);
  expect((await goTo('186')).filter(({recurso}) => recurso === 'chamados')).toEqual([]);
  const listed = async (q: string): Promise<unknown> =>
    (await server.api(server.adm, 'GET chamados', {query: {filter: JSON.stringify({q})}})).body.map(({numero}: {numero: number}) => numero);
  expect([await listed('2'), await listed('187')]).toEqual([[2], []]);

  const visita = await made('visitas', {nome: 'Primeira', idChamado: first, idTriagem: await made('triagens', {numero: 7})});
  const {bytes} = await server.api(server.adm, 'GET visitas/exportar', {query: {formato: 'csv', colunas: 'nome,idChamado,idTriagem'}});
  expect(bytes.toString()).toContain('Primeira;1 · Furadeira · 22/04/2026 · Tarde;7');
  await server.api(server.adm, 'PUT visitas/:id', {params: {id: visita}, body: {idChamado: second}});
  const {body: [change]} = await server.api(server.adm, 'GET visitas/:id/historico', {params: {id: visita}});
  expect(JSON.stringify(change)).toContain('1 · Furadeira · 22/04/2026 · Tarde');
  expect(JSON.stringify(change)).toContain('2 · Manhã');
});

it('offers the values of a title, of a deleted record too, which the portal joins', async () => {
  const id = await made('chamados', {idEquipamento: await made('equipamentos', {nome: 'Serra'}), quando: '2026-01-02'});
  expect(await server.api(server.adm, 'DELETE chamados/:id', {params: {id}})).toAnswer(200);
  const {body: [row]} = await server.api(server.adm, 'GET chamados/nomes', {query: {ids: id}});
  expect(row).toEqual({id, numero: 1, equipamento: 'Serra', quando: '2026-01-02', turno: null});
  expect(formatTitle(config.resources['chamados']!, row)).toBe('1 · Serra · 02/01/2026');
});

it('is the same text in the database as in the portal, whatever is empty', async () => {
  const {db} = server.context;
  const resource = config.resources['chamados']!;
  await sql`insert into equipamentos (nome) values ('Furadeira'), ('')`.execute(db);
  await sql`insert into chamados (numero, id_equipamento, quando, turno)
    select n + row_number() over (), e, q::date, t from (values (1234567), (null)) as a (n), (values (1), (2), (null)) as b (e),
      (values ('2026-04-22'), (null)) as c (q), (values (1), (null)) as d (t)`.execute(db);
  const {rows} = await sql<StoredRow>`select ${selectColumns(config, resource)}, ${titleText(config, resource, 't')} as texto
    from chamados t ${selectJoins(config, resource)}`.execute(db);
  const actor = {id: 1, perfil: 'adm', idPerfil: 1, idEmpresa: null, codigoExterno: '', nome: '', email: ''};
  expect(rows).toHaveLength(24);
  expect(rows.map(row => formatTitle(resource, JSON.parse(JSON.stringify(toRowAnswer(config, resource, actor, row))))))
    .toEqual(rows.map(({texto}) => texto));
});

it('a number alone follows the label, as does a record without any value', () => {
  const [one, several] = [config.resources['triagens']!, config.resources['chamados']!];
  expect(recordTitle(one, {id: 186, numero: 1})).toBe('Triagem 1');
  expect([recordTitle(one, {id: 186, numero: null}), recordTitle(several, {id: 186})]).toEqual(['Triagem 186', 'Chamado 186']);
});
