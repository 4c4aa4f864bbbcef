// Who may make, change and delete a record may hang on the record that it names, its scope be another's, and what names it keep it there.
import {beforeEach, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, named, withResources} from '../support/configs.ts';
import {openTestApp} from '../support/server.ts';

const CLOSED = 'A ordem já foi fechada.';
const ordens = named({one: 'Ordem', many: 'Ordens', article: 'a'}, {
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: company,
    idMecanico: {kind: 'referencia', label: 'Mecânico', to: 'usuarios', within: 'idEmpresa'},
    situacao: {
      kind: 'escolha', label: 'Situação', readOnly: true, default: 1,
      choices: [{id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'fechada', name: 'Fechada', end: true}],
    },
  },
  list: {columns: ['nome', 'situacao']},
  access: {list: ['adm', 'empresa', 'fornecedor'], create: ['adm', 'empresa'], delete: ['adm', 'empresa']},
  scope: {adm: ['tudo'], empresa: ['empresa'], fornecedor: ['mecanico']},
  status: 'situacao', people: {mecanico: {field: 'idMecanico', reason: 'A ordem é de outro.'}}, conditions: {aberta: {status: ['aberta']}},
  consequences: {
    pendentes: {
      of: 'pecas', where: [{is: {posta: [false]}}], before: ['delete', 'fechar'], refuses: true,
      one: '{nome} tem 1 peça por pôr.', many: '{nome} tem {total} peças por pôr.',
    },
  },
  children: {pecas: {label: 'Peças', title: 'Peças de {nome}'}},
  actions: {
    fechar: {from: {aberta: ['adm', 'empresa']}, to: 'fechada', confirm: 'Fechar?'},
    largar: {from: {aberta: ['adm', 'fornecedor']}, sets: {idMecanico: null}},
  },
});
const idOrdem = {kind: 'referencia', label: 'Ordem', to: 'ordens', required: true} as const;
const pecas = named({one: 'Peça', many: 'Peças', article: 'a'}, {
  owner: {through: 'idOrdem'}, fields: {idOrdem, posta: {kind: 'booleano', label: 'Posta', default: true}},
  conditions: {ordemAberta: {through: {idOrdem: 'aberta'}, reason: CLOSED}},
  access: {
    list: ['adm', 'empresa', 'fornecedor'], create: ['adm', 'fornecedor:ordemAberta'], delete: ['adm', 'fornecedor:ordemAberta'],
  },
  scope: {adm: ['tudo'], empresa: ['empresa'], fornecedor: [{through: {idOrdem: 'noEscopo'}}]},
});
/** Saved under a condition of the action at its update call. */
const horas = named({one: 'Hora', many: 'Horas', article: 'a'}, {
  owner: {through: 'idOrdem'},
  fields: {
    idOrdem,
    situacao: {
      kind: 'escolha', label: 'Situação',
      choices: [{id: 1, key: 'anotada', name: 'Anotada'}, {id: 2, key: 'paga', name: 'Paga', end: true}],
    },
  },
  status: 'situacao',
  conditions: {ordemAberta: {through: {idOrdem: 'aberta'}, reason: CLOSED}},
  access: {list: ['adm', 'fornecedor'], create: ['adm', 'fornecedor']},
  scope: {adm: ['tudo'], fornecedor: [{through: {idOrdem: 'noEscopo'}}]},
  actions: {
    salvar: {call: 'PUT horas/:id', from: {anotada: ['adm', 'fornecedor:ordemAberta']}},
    pagar: {from: {anotada: ['adm']}, to: 'paga', confirm: 'Pagar?'},
  },
});
const config = withResources({ordens, pecas, horas});

const test = beforeTests(() => openTestApp({config}));
interface Person {
  id: number;
  token: string;
}
let idEmpresa: number;
let mecanico: Person;
let empresa: Person;
beforeEach(async () => {
  await test.reset();
  ({id: idEmpresa} = await test.seed.empresa());
  mecanico = await test.seed.usuario({perfil: 'fornecedor', idEmpresa});
  empresa = await test.seed.usuario({perfil: 'empresa', idEmpresa});
});

const refused = (message: string) => ({codigo: 'PERMISSAO', message});
const ordem = async (nome: string, idMecanico = mecanico.id): Promise<number> =>
  (await test.api(test.adm, 'POST ordens', {body: {idEmpresa, nome, idMecanico}})).body.id;
const fechar = (id: number) => test.api(test.adm, 'PUT ordens/fechar/:id', {params: {id}, body: {}});
const peca = (as: Person, idOrdem: number, more: object = {}) => test.api(as, 'POST pecas', {body: {idOrdem, nome: 'Correia', ...more}});
const change = (as: Person, id: number, body: object) => test.api(as, 'PUT pecas/:id', {params: {id}, body});
const remove = (as: Person, id: number) => test.api(as, 'DELETE pecas/:id', {params: {id}});

it('is said as the start takes it', () => expect(checkConfig(config)).toEqual([]));

it('a child is made, changed and deleted only while its parent stands so, by who is under that condition', async () => {
  const [open, closed] = [await ordem('A'), await ordem('B')];
  const {body: {id}} = await peca(mecanico, closed);
  const {body: {id: other}} = await peca(mecanico, open);
  expect(await fechar(closed)).toAnswer(200);
  expect(await peca(mecanico, closed)).toAnswer(403, refused(CLOSED));
  expect(await change(mecanico, id, {nome: 'Freio'})).toAnswer(403, refused(CLOSED));
  expect(await remove(mecanico, id)).toAnswer(403, refused(CLOSED));
  // Nor is one brought there, or taken from there.
  expect(await change(mecanico, other, {idOrdem: closed})).toAnswer(403, refused(CLOSED));
  expect(await change(mecanico, id, {idOrdem: open})).toAnswer(403, refused(CLOSED));
  expect(await change(mecanico, other, {idOrdem: await ordem('C')})).toAnswer(200);
  expect(await remove(mecanico, other)).toAnswer(200);
  // Whose entry says no condition may.
  for (const answer of [await peca(test.adm, closed), await change(test.adm, id, {nome: 'Freio'}), await remove(test.adm, id)]) {
    expect([200, 201]).toContain(answer.status);
  }
  expect(await peca(empresa, open)).toAnswer(403);
});

it('nor is one saved into where it could not be saved any more, by the action that says who may', async () => {
  const [open, closed] = [await ordem('A'), await ordem('B')];
  expect(await fechar(closed)).toAnswer(200);
  const {body: {id}} = await test.api(mecanico, 'POST horas', {body: {idOrdem: open, nome: 'Solda'}});
  const save = (as: Person, body: object) => test.api(as, 'PUT horas/:id', {params: {id}, body});
  expect(await save(mecanico, {nome: 'Pintura'})).toAnswer(200);
  expect(await save(mecanico, {idOrdem: closed})).toAnswer(403, refused(CLOSED));
  expect(await save(mecanico, {idOrdem: await ordem('C')})).toAnswer(200);
  expect(await save(test.adm, {idOrdem: closed})).toAnswer(200);
});

it('whose parent one does not reach is not there', async () => {
  const [mine, theirs] = [await ordem('A'), await ordem('B', empresa.id)];
  const [{body: {id}}, {body: {id: foreign}}] = [await peca(test.adm, mine), await peca(test.adm, theirs)];
  const listed = async (as: Person) => (await test.api(as, 'GET pecas')).body.map((row: {id: number}) => row.id).toSorted();
  expect(await listed(mecanico)).toEqual([id]);
  expect(await listed(empresa)).toEqual([id, foreign]);
  expect(await test.api(mecanico, 'GET pecas/:id', {params: {id: foreign}})).toAnswer(404);
  expect(await change(mecanico, foreign, {nome: 'Freio'})).toAnswer(404);
  expect(await remove(mecanico, foreign)).toAnswer(404);
  expect(await peca(mecanico, theirs)).toAnswer(400, {campos: [{campo: 'idOrdem', mensagem: 'Campo inválido.'}]});
  expect(await test.api(test.adm, 'PUT ordens/:id', {params: {id: theirs}, body: {idMecanico: mecanico.id}})).toAnswer(200);
  expect(await listed(mecanico)).toEqual([id, foreign]);
});

it('what would take a record out of one\'s own reach is not done, and says so', async () => {
  const id = await ordem('A');
  const largar = (as: Person) => test.api(as, 'PUT ordens/largar/:id', {params: {id}, body: {}});
  expect(await largar(mecanico))
    .toAnswer(400, {codigo: 'CONFLITO', message: 'Com isto o registro sairia do seu alcance, e você não o veria mais.'});
  expect(await test.api(mecanico, 'GET ordens/:id', {params: {id}})).toAnswer(200, {idMecanico: mecanico.id});
  expect(await largar(test.adm)).toAnswer(200, {idMecanico: 0});
});

it('what something hangs on for which it is not done stays, in words that count', async () => {
  const id = await ordem('A');
  const others = [await peca(test.adm, id, {posta: false}), await peca(test.adm, id, {posta: false}), await peca(test.adm, id)];
  const deleted = () => test.api(empresa, 'DELETE ordens/:id', {params: {id}});
  const conflict = (message: string) => ({codigo: 'CONFLITO', message});
  expect(await deleted()).toAnswer(400, conflict('A tem 2 peças por pôr.'));
  expect(await fechar(id)).toAnswer(400, conflict('A tem 2 peças por pôr.'));
  expect(await change(test.adm, others[0]!.body.id, {posta: true})).toAnswer(200);
  expect(await deleted()).toAnswer(400, conflict('A tem 1 peça por pôr.'));
  expect((await test.api(empresa, 'GET ordens/:id/consequencias', {params: {id}, query: {antes: 'delete'}})).body)
    .toEqual([{consequencia: 'pendentes', total: 1, texto: 'A tem 1 peça por pôr.'}]);
  expect(await remove(test.adm, others[1]!.body.id)).toAnswer(200);
  expect(await deleted()).toAnswer(200);
  // What belonged to it went along, for everybody.
  expect((await test.api(test.adm, 'GET pecas')).body).toEqual([]);
});

it('the document says under which condition', async () => {
  const {body} = await test.api(test.adm, 'GET openapi.json');
  const {post, get} = body.paths['/api/pecas'] ?? body.paths['/pecas'];
  expect(post.description).toContain('Perfis: Adm e Fornecedor (A ordem já foi fechada).');
  expect(get.description).not.toContain('fechada');
});
