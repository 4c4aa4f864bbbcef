// An action reaches further: values of the record, actions of the records that it names, new records, in one transaction for its caller.
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, named, withResources} from '../support/configs.ts';
import {onServer} from '../support/database.ts';
import {openTestApp} from '../support/server.ts';
import {formOf, NOTA} from '../support/tickets.ts';

const ALL = ['adm', 'empresa', 'fornecedor'] as const;
const reached = {adm: ['tudo'], empresa: ['empresa'], fornecedor: ['empresa']};
const moeda = {kind: 'moeda', label: 'Valor'} as const;
const equipamentos = named({one: 'Equipamento', many: 'Equipamentos'}, {
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: company, idPar: {kind: 'referencia', label: 'Par', to: 'equipamentos'},
    idOutro: {kind: 'referencia', label: 'Outro', to: 'equipamentos'},
    idResponsavel: {kind: 'referencia', label: 'Responsável', to: 'usuarios', readOnly: true},
    situacao: {
      kind: 'escolha', label: 'Situação',
      choices: [
        {id: 1, key: 'livre', name: 'Livre'}, {id: 2, key: 'emprestado', name: 'Emprestado'},
        {id: 3, key: 'baixado', name: 'Baixado', end: true},
      ],
    },
  },
  access: {list: ALL, create: ['adm', 'empresa']}, scope: {...reached, fornecedor: ['empresa', 'visivel']},
  conditions: {visivel: {not: {is: {nome: ['Escondido']}}}},
  status: 'situacao', people: {responsavel: {field: 'idResponsavel', reason: 'Está com outra pessoa.'}},
  actions: {
    emprestar: {from: {livre: ['adm', 'empresa', 'fornecedor']}, to: 'emprestado', sets: {idResponsavel: 'session.id'}},
    devolver: {
      from: {emprestado: ['adm', 'empresa', 'fornecedor:responsavel']}, to: 'livre', tells: {empresa: '{session.nome} devolveu {nome}.'},
    },
    avancar: {from: {livre: ['adm']}, sets: {nome: 'record.nome'}, does: [{on: 'idPar', action: 'marcar'}]},
    recuar: {from: {livre: ['adm']}, asks: {nota: {kind: 'texto', label: 'Nota', maxLength: 20}}, does: [{on: 'idPar', action: 'marcar'}]},
    trocar: {
      from: {livre: ['adm']}, asks: {idOutro: {kind: 'referencia', label: 'Outro', to: 'equipamentos', required: true}},
      does: [{on: 'idOutro', action: 'marcar'}],
    },
    marcar: {profiles: ['adm'], asks: {marca: {kind: 'texto', label: 'Marca', maxLength: 20, default: 'visto'}}},
    baixar: {from: {livre: ['adm']}, to: 'baixado'},
  },
});
const emprestimos = named({one: 'Empréstimo', many: 'Empréstimos'}, {
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: company, idEquipamento: {kind: 'referencia', label: 'Equipamento', to: 'equipamentos', within: 'idEmpresa'},
    diaria: {...moeda, label: 'Diária'}, taxa: {...moeda, label: 'Taxa'},
    total: {kind: 'calculo', label: 'Total', sum: ['diaria', 'taxa'], money: true},
    aprovado: {...moeda, label: 'Aprovado', max: 1000, readOnly: true}, quando: {kind: 'data', label: 'Quando', readOnly: true},
    segredo: {kind: 'numero', label: 'Segredo', see: ['adm']},
    copia: {kind: 'numero', label: 'Cópia', see: ['adm'], max: 9, readOnly: true},
    situacao: {
      kind: 'escolha', label: 'Situação',
      choices: [
        {id: 1, key: 'pedido', name: 'Pedido'}, {id: 2, key: 'aprovado', name: 'Aprovado'}, {id: 3, key: 'fim', name: 'Fim', end: true},
      ],
    },
  },
  access: {list: ALL, create: ALL}, scope: reached, status: 'situacao', files: {types: 'tiposArquivo'},
  actions: {
    aprovar: {
      from: {pedido: ['adm', 'empresa', 'fornecedor']}, to: 'aprovado', asks: {taxa: {...moeda, label: 'Taxa'}},
      sets: {aprovado: 'record.total', quando: 'agora', copia: 'record.segredo'}, does: [{on: 'idEquipamento', action: 'emprestar'}],
    },
    encerrar: {
      from: {aprovado: ['adm', 'empresa', 'fornecedor']}, to: 'fim', sets: {idEquipamento: null},
      asks: {motivo: {kind: 'texto', label: 'Motivo', maxLength: 100, comment: true}},
      does: [{on: 'idEquipamento', action: 'devolver'}],
      creates: {inspecoes: {
        idEquipamento: 'record.idEquipamento', idEmpresa: 'record.idEmpresa', dia: 'hoje', nome: 'Devolução', valor: 'record.total',
      }},
    },
    comprovar: {profiles: ['adm'], files: 'required'},
  },
});
const inspecoes = named({one: 'Inspeção', many: 'Inspeções', article: 'a'}, {
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: company, idEquipamento: {kind: 'referencia', label: 'Equipamento', to: 'equipamentos', required: true},
    dia: {kind: 'data', label: 'Dia'}, valor: {...moeda, max: 500},
  },
  access: {list: ALL, create: ALL}, scope: reached, tells: {create: {empresa: 'Nova inspeção.'}},
});
const config = withResources({equipamentos, emprestimos, inspecoes});

const test = beforeTests(() => openTestApp({config}));
interface Person {
  id: number;
  token: string;
}
let idEmpresa: number;
let fornecedor: Person;
let empresa: Person;
beforeEach(async () => {
  await test.reset();
  ({id: idEmpresa} = await test.seed.empresa());
  fornecedor = await test.seed.usuario({perfil: 'fornecedor', idEmpresa});
  empresa = await test.seed.usuario({perfil: 'empresa', idEmpresa});
});

const create = async (name: string, body: object): Promise<number> =>
  (await test.api(test.adm, `POST ${name}`, {body: {idEmpresa, nome: 'Um', ...body}})).body.id;
const act = (as: Person, name: string, action: string, id: number, body: object = {}) =>
  test.api(as, `PUT ${name}/${action}/:id`, {params: {id}, body});
const read = async (name: string, id: number) => (await test.api(test.adm, `GET ${name}/:id`, {params: {id}})).body;
const listed = async (name: string) => (await test.api(test.adm, `GET ${name}`)).body as Record<string, unknown>[];
const steps = async (name: string, id: number) => (await test.api(test.adm, `GET ${name}/:id/historico`, {params: {id}})).body as
  {acao: string; comentario: string; campos?: {rotulo: string; depois: string}[]}[];
const linkedIn = async (name: string, id: number) => {
  const [{acao, comentario, campos = []} = {acao: '', comentario: ''}] = await steps(name, id);
  return {acao, comentario, campos: campos.map(({rotulo, depois}) => [rotulo, depois])};
};
const avisos = async () => (await test.api(empresa, 'GET avisos')).body.registros.map(({texto}: {texto: string}) => texto) as string[];

it('is a config that a start takes', () => expect(checkConfig(config)).toEqual([]));

describe('values of the record', () => {
  it('are those with the answers, calculations too', async () => {
    const id = await create('emprestimos', {diaria: 100, taxa: 1, segredo: 7});
    expect(await act(fornecedor, 'emprestimos', 'aprovar', id, {taxa: 50})).toMatchObject({status: 200});
    expect(await read('emprestimos', id)).toMatchObject({aprovado: 150, taxa: 50, copia: 7, quando: dayFromToday(0)});
  });
  it('refuse the action where their field cannot hold them, and name no field that the caller does not see', async () => {
    const id = await create('emprestimos', {diaria: 990, taxa: 1});
    const {status, body} = await act(test.adm, 'emprestimos', 'aprovar', id, {taxa: 50});
    expect({status, ...body}).toMatchObject({status: 400, codigo: 'VALIDACAO', campos: [{campo: 'aprovado'}]});
    expect(body.message).toMatch(/^Aprovado: /);
    const hidden = await create('emprestimos', {diaria: 1, taxa: 1, segredo: 12});
    expect((await act(fornecedor, 'emprestimos', 'aprovar', hidden)).body).toMatchObject({codigo: 'VALIDACAO', campos: []});
    expect(await read('emprestimos', hidden)).toMatchObject({situacao: 1});
  });
});

describe('an action of the record that a reference names', () => {
  it('is done with it, told in the history of both', async () => {
    const idEquipamento = await create('equipamentos', {nome: 'Betoneira'});
    const id = await create('emprestimos', {idEquipamento});
    expect((await act(fornecedor, 'emprestimos', 'aprovar', id)).status).toBe(200);
    expect(await read('equipamentos', idEquipamento)).toMatchObject({situacao: 2, idResponsavel: fornecedor.id});
    expect(await linkedIn('equipamentos', idEquipamento))
      .toMatchObject({acao: 'Emprestar', campos: [['Por', `Empréstimo ${id}, Aprovar`]]});
    expect((await linkedIn('emprestimos', id)).campos).toContainEqual(['Emprestar', `Equipamento ${idEquipamento}`]);
    expect((await steps('equipamentos', idEquipamento)).length).toBe(2);
  });
  it('is refused for its status, its person and its scope in a sentence that names the record, and then nothing is done', async () => {
    const idEquipamento = await create('equipamentos', {nome: 'Betoneira'});
    const [first, second] = [await create('emprestimos', {idEquipamento}), await create('emprestimos', {idEquipamento})];
    await act(test.adm, 'emprestimos', 'aprovar', first);
    expect((await act(empresa, 'emprestimos', 'aprovar', second)).body).toMatchObject({
      codigo: 'CONFLITO', campos: [],
      message: expect.stringMatching(/^Equipamento Betoneira, Emprestar: Equipamento já está em Emprestado/),
    });
    expect((await act(fornecedor, 'emprestimos', 'encerrar', first)).body).toMatchObject(
      {codigo: 'PERMISSAO', message: 'Equipamento Betoneira, Devolver: Está com outra pessoa.'});
    const hidden = await create('emprestimos', {idEquipamento: await create('equipamentos', {nome: 'Escondido'})});
    expect((await act(fornecedor, 'emprestimos', 'aprovar', hidden)).body).toMatchObject(
      {codigo: 'CONFLITO', message: 'Equipamento, Emprestar: Este registro não está ao seu alcance.'});
    expect(await read('emprestimos', second)).toMatchObject({situacao: 1, aprovado: null});
    expect((await steps('emprestimos', second)).length).toBe(1);
    expect(await read('emprestimos', first)).toMatchObject({situacao: 2, idEquipamento});
  });
  it('is nothing where no record is named', async () => {
    const id = await create('emprestimos', {});
    expect((await act(fornecedor, 'emprestimos', 'aprovar', id)).status).toBe(200);
    expect((await linkedIn('emprestimos', id)).campos).toEqual([]);
  });
  it('answers with what its asks begin with', async () => {
    const idPar = await create('equipamentos', {});
    expect((await act(test.adm, 'equipamentos', 'avancar', await create('equipamentos', {idPar}))).status).toBe(200);
    expect(await linkedIn('equipamentos', idPar))
      .toMatchObject({acao: 'Marcar', campos: [['Marca', 'visto'], ['Por', expect.any(String)]]});
  });
});

describe('a record that an action creates', () => {
  const approved = async (more: object = {}): Promise<{id: number; idEquipamento: number}> => {
    const idEquipamento = await create('equipamentos', {nome: 'Betoneira'});
    const id = await create('emprestimos', {idEquipamento, diaria: 10, taxa: 5, ...more});
    await act(fornecedor, 'emprestimos', 'aprovar', id);
    return {id, idEquipamento};
  };
  it('has the values of the record, is told in both histories, and its notices and those of the other action are sent', async () => {
    const {id, idEquipamento} = await approved();
    expect((await act(fornecedor, 'emprestimos', 'encerrar', id, {motivo: 'Acabou'})).status).toBe(200);
    const [inspecao] = await listed('inspecoes');
    const idInspecao = Number(inspecao?.['id']);
    expect(inspecao).toMatchObject({idEquipamento, idEmpresa, dia: dayFromToday(0), nome: 'Devolução', valor: 15});
    expect(await read('emprestimos', id)).toMatchObject({situacao: 3, idEquipamento: 0});
    expect(await linkedIn('emprestimos', id)).toEqual({
      acao: 'Encerrar', comentario: 'Acabou',
      campos: [['Devolver', `Equipamento ${idEquipamento}`], ['Cadastro', `Inspeção ${idInspecao}`]],
    });
    expect((await linkedIn('inspecoes', idInspecao)).campos).toContainEqual(['Por', `Empréstimo ${id}, Encerrar`]);
    expect((await avisos()).toSorted()).toEqual(['Nova inspeção.', expect.stringContaining('devolveu Betoneira.')]);
  });
  it('refuses the action where it is not valid, and then nothing is done', async () => {
    const {id, idEquipamento} = await approved({diaria: 600});
    const {status, body} = await act(fornecedor, 'emprestimos', 'encerrar', id);
    expect({status, ...body}).toMatchObject({status: 400, codigo: 'CONFLITO', campos: []});
    expect(body.message).toMatch(/Inspeção: Valor: /);
    expect([await listed('inspecoes'), await avisos()]).toEqual([[], []]);
    expect(await read('equipamentos', idEquipamento)).toMatchObject({situacao: 2});
  });
  it('refuses it too where a value that it needs is empty', async () => {
    const id = await create('emprestimos', {});
    await act(fornecedor, 'emprestimos', 'aprovar', id);
    expect((await act(fornecedor, 'emprestimos', 'encerrar', id)).body.message).toMatch(/Inspeção: Equipamento: /);
    expect(await read('emprestimos', id)).toMatchObject({situacao: 2});
  });
});

describe('files that an action demands', () => {
  it('are missed without them, and stored with them', async () => {
    const id = await create('emprestimos', {});
    expect((await act(test.adm, 'emprestimos', 'comprovar', id)).body).toMatchObject({codigo: 'VALIDACAO', campos: [{campo: 'files'}]});
    const call = {params: {id}, form: formOf({}, [NOTA])};
    expect(await test.api(test.adm, 'PUT emprestimos/comprovar/:id', call))
      .toMatchObject({status: 200, body: {arquivos: [{tipo: NOTA.tipo}]}});
  });
  it('and the effects are described', async () => {
    const {paths} = (await test.api(test.adm, 'GET openapi.json')).body;
    const {content} = paths['/emprestimos/comprovar/{id}'].put.requestBody;
    expect(Object.keys(content)).toEqual(['multipart/form-data']);
    expect(content['multipart/form-data'].schema.required).toContain('files');
    expect(content['multipart/form-data'].schema.properties.files.minItems).toBe(1);
    const {description} = paths['/emprestimos/encerrar/{id}'].put;
    expect(description).toContain('Faz também: “Devolver” em Equipamento.');
    expect(description).toContain('Cria também: Inspeção.');
  });
});

describe.runIf(onServer)('two actions that each need the record of the other', () => {
  const inTurns = async (rounds: number, action: string, bodyOf: (pair: readonly [number, number], round: string) => object) => {
    const one = await create('equipamentos', {});
    const other = await create('equipamentos', {idPar: one});
    await sql`update equipamentos set id_par = ${other} where id = ${one}`.execute(test.context.db);
    for (let round = 0; round < rounds; round += 1) {
      await sql`update equipamentos set id_outro = null`.execute(test.context.db);
      const pairs = [[one, other], [other, one]] as const;
      const answers = await Promise.all(pairs.map(pair => act(test.adm, 'equipamentos', action, pair[0], bodyOf(pair, String(round)))));
      expect(answers.map(({status, body}) => (status === 200 ? 200 : body))).toEqual([200, 200]);
    }
    return Promise.all([one, other].map(async id => (await steps('equipamentos', id)).length));
  };
  it('lock them in one order', async () => {
    expect(await inTurns(20, 'recuar', (_pair, nota) => ({nota}))).toEqual([41, 41]);
  });
  it('are tried again after a deadlock, where an answer names the record', {timeout: 60_000}, async () => {
    expect(await inTurns(4, 'trocar', ([, idOutro]) => ({idOutro}))).toEqual([9, 9]);
  });
});
