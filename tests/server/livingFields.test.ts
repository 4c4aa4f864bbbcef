// Fields that live: what holds between the fields of a record, whoever writes it.
import {sql} from 'kysely';
import {beforeEach, expect, it, vi} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import type {Condition} from '../../src/schema/shapes/conditions.ts';
import type {ResourceInput} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {named, withResources} from '../support/configs.ts';
import {openTestApp} from '../support/server.ts';

const clientes = named({one: 'Cliente', many: 'Clientes'}, {
  fields: {
    limite: {kind: 'numero', label: 'Limite'}, prazo: {kind: 'numero', label: 'Prazo'},
    bloqueado: {kind: 'booleano', label: 'Bloqueado', default: false},
  },
  access: {list: ['adm', 'empresa'], create: ['adm']}, scope: {adm: ['tudo'], empresa: ['tudo']},
  conditions: {livre: {is: {bloqueado: [false]}}},
});
const OBRIGATORIO = 'Esse campo é obrigatório.';
const CODIGO = 'Use duas letras, um traço e números, como AB-12.';
const TERMINA = 'Termina antes de começar.';
const ACIMA = 'Acima do limite do cliente.';
const VENCEU = 'Já venceu.';
const NOTA = 'A nota é ruim.';
const BLOQUEADO = 'O cliente está bloqueado.';
const contratos = named({one: 'Contrato', many: 'Contratos'}, {
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', readOnly: 'criado'},
    numero: {kind: 'numero', label: 'Número', sequence: 'idEmpresa', readOnly: true},
    ordem: {kind: 'numero', label: 'Ordem', sequence: true, readOnly: true},
    placa: {kind: 'texto', label: 'Placa', maxLength: 8, unique: 'global'},
    codigo: {kind: 'texto', label: 'Código', maxLength: 8, case: 'upper', pattern: {like: '[A-Z]{2}-\\d+|ÁGIO', reason: CODIGO}},
    serie: {kind: 'texto', label: 'Série', maxLength: 8}, folha: {kind: 'numero', label: 'Folha'},
    idEditor: {kind: 'referencia', label: 'Alterado por', to: 'usuarios', readOnly: true},
    alterado: {kind: 'dataHora', label: 'Alterado em', readOnly: true, stamps: 'update'},
    idCliente: {kind: 'referencia', label: 'Cliente', to: 'clientes', shows: {limite: 'limite'}},
    inicio: {kind: 'data', label: 'Início'}, fim: {kind: 'data', label: 'Fim'}, valor: {kind: 'numero', label: 'Valor'},
    assinatura: {kind: 'data', label: 'Assinatura', default: 'hoje+7'}, nota: {kind: 'texto', label: 'Nota', maxLength: 9, default: 'Boa'},
    idVendedor: {kind: 'referencia', label: 'Vendedor', to: 'usuarios', default: 'session.id'},
    prazo: {kind: 'numero', label: 'Prazo', max: 90, default: 'idCliente.prazo'},
    multa: {kind: 'numero', label: 'Multa', visible: {filled: 'fim'}},
    assinado: {kind: 'booleano', label: 'Assinado', default: false},
  },
  access: {list: ['adm', 'empresa'], create: ['adm', 'empresa'], delete: ['adm']}, scope: {adm: ['tudo'], empresa: ['empresa']},
  unique: [['idEmpresa', 'serie', 'folha']],
  people: {editor: {field: 'idEditor', stamps: 'update', reason: 'Outra pessoa alterou por último.'}},
  rules: {
    fim: [{not: {compare: ['fim', '<', 'inicio']}, reason: TERMINA}],
    valor: [
      {not: {compare: ['valor', '>', 'limite']}, reason: ACIMA},
      {any: [{not: {filled: 'idCliente'}}, {through: {idCliente: 'livre'}}], reason: BLOQUEADO},
    ],
  },
  actions: {encerrar: {profiles: ['adm'], sets: {assinado: true}, asks: {fim: {kind: 'data', label: 'Fim'}}}},
});
const pedidos: ResourceInput = {
  label: {one: 'Pedido', many: 'Pedidos'}, icon: 'item', title: 'id',
  fields: {
    idCliente: {kind: 'referencia', label: 'Cliente', to: 'clientes', required: true},
    prazo: {kind: 'numero', label: 'Prazo', required: true, default: 'idCliente.prazo'}, ate: {kind: 'data', label: 'Até'},
  },
  list: {columns: ['prazo']}, access: {list: ['adm'], create: ['adm']}, scope: {adm: ['tudo']},
  conditions: {vencido: {compare: ['ate', '<', 'hoje']}}, tabs: {vencidos: {label: 'Vencidos', where: ['vencido']}},
  actions: {prorrogar: {profiles: ['adm'], needs: [{not: 'vencido', reason: VENCEU}], asks: {
    ate: {kind: 'data', label: 'Até', required: true, default: 'hoje+30'},
    dias: {kind: 'numero', label: 'Dias', default: 'idCliente.prazo'},
    quem: {kind: 'referencia', label: 'Quem', to: 'usuarios', default: 'session.id'},
    cobra: {kind: 'numero', label: 'Cobra', default: 'idCliente.limite', visible: {filled: 'ate'}},
    isenta: {kind: 'numero', label: 'Isenta', default: 5, visible: {not: {filled: 'ate'}}},
  }}},
};
const ABERTA: Condition = {status: ['aberta']};
const CALMA: Condition = {is: {urgente: [false]}};
const ENCERRADA = {visible: {filled: 'fechadaEm'}, whenOff: 'clear'} as const;
const urgente: Field = {kind: 'booleano', label: 'Urgente', default: false};
const vagas: ResourceInput = {
  label: {one: 'Vaga', many: 'Vagas', article: 'a'}, icon: 'item', title: 'id',
  fields: {
    situacao: {
      kind: 'escolha', label: 'Situação',
      choices: [{id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'fechada', name: 'Fechada', end: true, stamps: 'fechadaEm'}],
    },
    aberta: {kind: 'dataHora', label: 'Aberta em', stamps: 'create', readOnly: true}, desde: {kind: 'dataHora', label: 'Desde'},
    ate: {kind: 'dataHora', label: 'Até'},
    fechadaEm: {kind: 'dataHora', label: 'Fechada em'}, porque: {kind: 'texto', label: 'Por Quê', maxLength: 9, ...ENCERRADA},
    urgente, motivo: {kind: 'texto', label: 'Motivo', maxLength: 9, visible: CALMA, whenOff: 'clear'},
    sinal: {kind: 'numero', label: 'Sinal', visible: ABERTA, whenOff: 'clear'},
    atende: {kind: 'vinculos', label: 'Atende', to: 'clientes', visible: ABERTA, whenOff: 'clear'},
    nota: {kind: 'texto', label: 'Nota', maxLength: 9, default: 'Boa'},
    sigilo: {kind: 'texto', label: 'Sigilo', maxLength: 9, default: 'Total', see: ['adm'], visible: CALMA, whenOff: 'clear'},
    selo: {kind: 'texto', label: 'Selo', maxLength: 9, default: 'Novo', readOnly: true, visible: {filled: 'sigilo'}, whenOff: 'clear'},
  },
  list: {columns: ['situacao']}, access: {list: ['adm', 'empresa'], create: ['adm', 'empresa']}, scope: {adm: ['tudo'], empresa: ['tudo']},
  status: 'situacao', since: 'desde', rules: {
    ate: [{not: {compare: ['ate', '<', 'aberta']}, reason: TERMINA}], desde: [{not: {compare: ['desde', '>', 'ate']}, reason: VENCEU}],
    porque: [{any: [{not: {filled: 'porque'}}, {filled: 'fechadaEm'}], reason: 'Ainda está aberta.'}],
    fechadaEm: [{not: {all: [{filled: 'fechadaEm'}, {is: {nota: ['Ruim']}}]}, reason: NOTA}],
  },
  actions: {
    tratar: {from: {aberta: ['adm']}, asks: {motivo: {kind: 'texto', label: 'Motivo', maxLength: 9}, urgente}},
    fechar: {from: {aberta: ['adm']}, to: 'fechada', asks: {porque: {kind: 'texto', label: 'Por Quê', maxLength: 9, visible: 'tudo'}}},
    combinar: {
      profiles: ['adm'], needs: [{filled: 'ate', reason: 'Diga até quando.'}], asks: {ate: {kind: 'dataHora', label: 'Até'}},
    },
    reabrir: {profiles: ['adm'], to: 'aberta'},
    avaliar: {
      profiles: ['adm'], asks: {nota: {kind: 'texto', label: 'Nota', maxLength: 9, visible: CALMA, whenOff: 'clear'}, urgente},
    },
  },
};
const config = withResources({clientes, contratos, pedidos, vagas});

const test = beforeTests(() => openTestApp({config}));
beforeEach(() => test.reset());

const make = (name: string, body: object) => test.api(test.adm, `POST ${name}`, {body});
const cliente = async (body: object): Promise<number> => (await make('clientes', {nome: 'Vale', ...body})).body.id;
const contrato = (body: object) => make('contratos', {nome: 'A', ...body});
const change = (id: number, body: object, name = 'contratos') => test.api(test.adm, `PUT ${name}/:id`, {params: {id}, body});
const wrong = (...campos: (readonly [campo: string, mensagem: string])[]) =>
  ({codigo: 'VALIDACAO', campos: campos.map(([campo, mensagem]) => ({campo, mensagem}))});

it('is said as the start takes it', () => expect(checkConfig(config)).toEqual([]));

it('what has to hold between fields is asked of what is made, changed and done, at its field', async () => {
  expect(await contrato({inicio: '2026-03-02', fim: '2026-03-01'})).toAnswer(400, wrong(['fim', TERMINA]));
  const {body: {id}} = await contrato({inicio: '2026-03-02', fim: '2026-03-02'});
  expect(await change(id, {inicio: '2026-03-03'})).toAnswer(400, wrong(['fim', TERMINA]));
  expect(await change(id, {inicio: '2026-03-03', fim: null})).toAnswer(200, {fim: ''});
  const act = (fim: string) => test.api(test.adm, 'PUT contratos/encerrar/:id', {params: {id}, body: {fim}});
  expect(await act('2026-03-01')).toAnswer(400, wrong(['fim', TERMINA]));
  expect(await act('2026-03-04')).toAnswer(200, {fim: '2026-03-04', assinado: true});
});

it('a rule looks at the record that is named from now on, as it is now', async () => {
  const [small, large, blocked] = [await cliente({limite: 10}), await cliente({limite: 99}), await cliente({limite: 99, bloqueado: true})];
  expect(await contrato({idCliente: small, valor: 50})).toAnswer(400, wrong(['valor', ACIMA]));
  expect(await contrato({idCliente: blocked, valor: 50})).toAnswer(400, wrong(['valor', BLOQUEADO]));
  const {body: {id}} = await contrato({idCliente: large, valor: 50});
  expect(await change(id, {idCliente: small})).toAnswer(400, wrong(['valor', ACIMA]));
  expect(await change(id, {idCliente: small, valor: 5})).toAnswer(200, {limite: 10});
  // What nobody touches is not asked again, though it would not be taken any more.
  expect(await change(small, {limite: 1}, 'clientes')).toAnswer(200);
  expect(await change(id, {nome: 'B'})).toAnswer(200);
  expect(await change(id, {valor: 4})).toAnswer(400, wrong(['valor', ACIMA]));
});

it('a new record begins with what is said: today, whoever makes it, a value, what the record that it names has', async () => {
  const [usual, long] = [await cliente({prazo: 30}), await cliente({prazo: 400})];
  expect(await contrato({idCliente: usual}))
    .toAnswer(201, {assinatura: dayFromToday(7), nota: 'Boa', idVendedor: test.adm.id, prazo: 30});
  // An empty one is said to be, but where another record has it.
  expect(await contrato({idCliente: usual, assinatura: '', nota: null, idVendedor: 0, prazo: ''}))
    .toAnswer(201, {assinatura: '', nota: '', idVendedor: 0, prazo: 30});
  expect(await contrato({idCliente: usual, prazo: 5})).toAnswer(201, {prazo: 5});
  const {body: {id, prazo}} = await contrato({idCliente: long});
  expect(prazo).toBeNull();
  expect(await change(id, {idCliente: usual})).toAnswer(200, {prazo: null});
});

it('what is required may be left to what is named, and is asked for where that has nothing either', async () => {
  const [usual, none] = [await cliente({prazo: 30}), await cliente({})];
  const {body: {id}} = await make('pedidos', {idCliente: usual});
  expect(await change(id, {}, 'pedidos')).toAnswer(200, {prazo: 30});
  expect(await change(id, {prazo: ''}, 'pedidos')).toAnswer(400, wrong(['prazo', OBRIGATORIO]));
  expect(await make('pedidos', {idCliente: none, prazo: null})).toAnswer(400, wrong(['prazo', OBRIGATORIO]));
  expect(await make('pedidos', {idCliente: none, prazo: 7})).toAnswer(201, {prazo: 7});
  expect(await make('pedidos', {})).toAnswer(400, wrong(['idCliente', OBRIGATORIO], ['prazo', OBRIGATORIO]));
});

it('what an action asks begins with what it says, where nobody answers', async () => {
  const {body: {id}} = await make('pedidos', {idCliente: await cliente({prazo: 30, limite: 9})});
  const act = async (body: object) => {
    const answer = await test.api(test.adm, 'PUT pedidos/prorrogar/:id', {params: {id}, body});
    const {rows: [step]} = await sql<{depois: object}>`select depois from historico where recurso = 'pedidos' order by id desc limit 1`
      .execute(test.context.db);
    return {answer, step};
  };
  const {answer, step} = await act({});
  expect(answer).toAnswer(200, {ate: dayFromToday(30)});
  expect(step?.depois).toEqual({ate: dayFromToday(30), quem: test.adm.id, dias: 30, cobra: 9});
  const {answer: second, step: after} = await act({ate: '2030-01-01', quem: 0, dias: 3, cobra: ''});
  expect(second).toAnswer(200, {ate: '2030-01-01'});
  expect(after?.depois).toEqual({ate: '2030-01-01', dias: 3, cobra: 9, quem: null});
  // What the action itself says it begins with is no value of before.
  expect((await act({})).answer).toAnswer(200, {ate: dayFromToday(30)});
});

it('what only time changes is seen at the next read, though nobody wrote anything', async () => {
  const {body: {id}} = await make('pedidos', {idCliente: await cliente({prazo: 30}), ate: dayFromToday(0)});
  const seen = async (as: {token: string}) => {
    const {body} = await test.api(as, 'GET pedidos', {query: {filter: JSON.stringify({aba: 'vencidos'})}});
    const {status, body: {message}} = await test.api(as, 'PUT pedidos/prorrogar/:id', {params: {id}, body: {ate: dayFromToday(0)}});
    return [body.length, status, message];
  };
  expect(await seen(test.adm)).toEqual([0, 200, undefined]);
  vi.useFakeTimers({toFake: ['Date']});
  try {
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    const {email, senha} = test.adm;
    const {body: later} = await test.api(undefined, 'POST usuarios/login', {body: {email, senha}});
    expect(await seen(later)).toEqual([1, 400, VENCEU]);
  } finally {
    vi.useRealTimers();
  }
});

it('a text is kept in capitals, and like what was said', async () => {
  const {body: {id}} = await contrato({codigo: ' ab-12 '});
  expect(await change(id, {codigo: 'ágio'})).toAnswer(200, {codigo: 'ÁGIO'});
  for (const codigo of ['ab-12x', 'xab-1', 'ágios']) expect(await change(id, {codigo})).toAnswer(400, wrong(['codigo', CODIGO]));
  expect(await change(id, {codigo: ''})).toAnswer(200, {codigo: ''});
});

it('a field that is off keeps what it has, whatever is sent for it', async () => {
  const {body: {id}} = await contrato({fim: '2026-03-02', multa: 5});
  expect(await change(id, {fim: null, multa: 7})).toAnswer(200, {fim: '', multa: 5});
  expect(await change(id, {fim: '2026-03-02', multa: 7})).toAnswer(200, {multa: 7});
  expect(await contrato({multa: 7})).toAnswer(201, {multa: null});
});

it('an action leaves nothing in a field that it turns off where that is cleared then, and its history says so', async () => {
  const {body: {id}} = await make('vagas', {motivo: 'Obras', sinal: 5, atende: [{id: await cliente({}), ligado: true}]});
  const act = (action: string, body: object) => test.api(test.adm, `PUT vagas/${action}/:id`, {params: {id}, body});
  expect(await act('tratar', {motivo: 'Chuva'})).toAnswer(200, {motivo: 'Chuva', sinal: 5, atende: [{ligado: true}]});
  expect(await act('tratar', {motivo: 'Sol', urgente: true})).toAnswer(200, {motivo: '', sinal: 5, atende: [{ligado: true}]});
  // What is asked under a condition of its own is judged by that one.
  expect(await act('fechar', {porque: 'Vendida'})).toAnswer(200, {sinal: null, porque: 'Vendida', nota: 'Boa', atende: []});
  expect(await act('avaliar', {nota: 'Má', urgente: true})).toAnswer(200, {nota: ''});
  const {rows} = await sql<{antes: object; depois: object}>`
    select antes, depois from historico where recurso = 'vagas' order by id offset 2`.execute(test.context.db);
  expect(rows).toEqual([
    {
      antes: {motivo: 'Chuva', urgente: false, sigilo: 'Total', selo: 'Novo'},
      depois: {motivo: null, urgente: true, sigilo: null, selo: null},
    },
    {antes: {sinal: 5, porque: null}, depois: {sinal: null, porque: 'Vendida'}},
    {antes: {nota: 'Boa'}, depois: {nota: null, urgente: true}},
  ]);
});

it('what has to hold is asked of the instants that making it or an action writes too', async () => {
  expect(await make('vagas', {ate: '2026-01-31T12:00:00Z'})).toAnswer(400, wrong(['ate', TERMINA], ['desde', VENCEU]));
  expect(await make('vagas', {ate: '2099-01-31T12:00:00Z'})).toAnswer(201);
  const {body: {id}} = await make('vagas', {nota: 'Ruim'});
  const close = (body: object) => test.api(test.adm, 'PUT vagas/fechar/:id', {params: {id}, body});
  expect(await close({})).toAnswer(400, wrong(['fechadaEm', NOTA]));
  expect(await test.api(test.adm, 'PUT vagas/avaliar/:id', {params: {id}, body: {nota: 'Boa'}})).toAnswer(200);
  expect(await close({porque: 'Vendida'})).toAnswer(200, {porque: 'Vendida'});
});

it('a save leaves nothing in what it turns off, whoever saves: what they may not see or write goes too, untold', async () => {
  const empresa = await test.seed.usuario({perfil: 'empresa'});
  const {body: {id}} = await make('vagas', {sigilo: 'Alto'});
  const {status, body} = await test.api(empresa, 'PUT vagas/:id', {params: {id}, body: {urgente: true}});
  expect([status, body.selo, 'sigilo' in body]).toEqual([200, '', false]);
  const changed = async (as: {token: string}) =>
    (await test.api(as, 'GET vagas/:id/historico', {params: {id}})).body[0].campos.map((one: {campo: string}) => one.campo);
  expect(await changed(empresa)).toEqual(['urgente', 'selo']);
  expect(await changed(test.adm)).toEqual(['urgente', 'sigilo', 'selo']);
  const {body: made} = await test.api(empresa, 'POST vagas', {body: {urgente: true}});
  expect(await test.api(test.adm, 'GET vagas/:id', {params: {id: made.id}})).toAnswer(200, {sigilo: '', selo: ''});
});

it('what is unique is so whatever its capitals, alone or with others, and what lacks one of them is like no other', async () => {
  const {id: idEmpresa} = await test.seed.empresa();
  const taken = (mensagem: string, ...campos: string[]) =>
    ({codigo: 'CONFLITO', message: mensagem, campos: campos.map(campo => ({campo, mensagem}))});
  const TOGETHER = taken('Outro registro já tem esta combinação: Empresa, Série e Folha.', 'idEmpresa', 'serie', 'folha');
  await contrato({placa: 'abc1d23', idEmpresa, serie: 'a', folha: 1});
  expect(await contrato({placa: 'ABC1d23'})).toAnswer(400, taken('Placa já cadastrado.', 'placa'));
  expect(await contrato({idEmpresa, serie: 'A', folha: 1})).toAnswer(400, TOGETHER);
  expect(await contrato({serie: 'A', folha: 1})).toAnswer(201);
  expect(await contrato({serie: 'A', folha: 1})).toAnswer(201);
  const {body: {id}} = await contrato({idEmpresa, serie: 'A', folha: 2});
  expect(await change(id, {folha: 1})).toAnswer(400, TOGETHER);
  expect(await change(id, {folha: 1, serie: 'B'})).toAnswer(200);
});

it('what is unique is no other that looks the same; accents, and what is there or not, tell it apart', async () => {
  await contrato({placa: 'ABC-1É'});
  for (const placa of ['abc–1é', 'ＡＢＣ－１É', 'ABC\u20111E\u0301']) {
    expect(await contrato({placa}), placa).toAnswer(400, {codigo: 'CONFLITO', message: 'Placa já cadastrado.'});
  }
  for (const placa of ['ABC1É', 'ABC-1E', 'ABC 1É']) expect(await contrato({placa}), placa).toAnswer(201, {placa});
});

it('a number is counted in each company, by many at once: none twice, and none for what is refused or was deleted', async () => {
  const [{id: one}, {id: other}] = [await test.seed.empresa(), await test.seed.empresa()];
  await contrato({idEmpresa: one, placa: 'A'});
  const answers = await Promise.all(Array.from({length: 50}, (_, at) => contrato({
    idEmpresa: at % 2 === 0 ? one : other, nome: at % 5 === 0 ? '' : 'B', placa: at % 3 === 0 ? 'A' : null, numero: 77,
  })));
  const made: Record<'id' | 'idEmpresa' | 'numero' | 'ordem', number>[] =
    answers.filter(({status}) => status === 201).map(({body}) => body);
  // All but those without a name, and those with a plate that there is.
  expect(Object.groupBy(answers, ({status}) => status)).toMatchObject({201: {length: 27}, 400: {length: 23}});
  const counted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
  const upTo = (first: number, length: number) => Array.from({length}, (_, at) => first + at);
  for (const [idEmpresa, first] of [[one, 2], [other, 1]] as const) {
    const numbers = made.filter(record => record.idEmpresa === idEmpresa).map(({numero}) => numero);
    expect(counted(numbers)).toEqual(upTo(first, numbers.length));
  }
  expect(counted(made.map(({ordem}) => ordem))).toEqual(upTo(2, made.length));
  const last = made.find(({ordem}) => ordem === made.length + 1)!;
  expect(await test.api(test.adm, 'DELETE contratos/:id', {params: {id: last.id}})).toAnswer(200);
  expect(await contrato({})).toAnswer(201, {ordem: made.length + 2, numero: 1});
});

it('records that were there before they were counted get their numbers in the order in which they were made', async () => {
  const {db} = test.context;
  const {body: {id}} = await contrato({nome: 'B'});
  await contrato({nome: 'C'});
  await sql`alter table contratos drop column ordem`.execute(db);
  await prepareDatabase(db, config, () => {});
  const {rows} = await sql<{ordem: number}>`select ordem from contratos order by id`.execute(db);
  expect(rows).toEqual([{ordem: 1}, {ordem: 2}]);
  expect(await change(id, {ordem: 9})).toAnswer(200, {ordem: 1});
});

it('who wrote it last and when is the record’s own, by whatever wrote it', async () => {
  const {id: idEmpresa} = await test.seed.empresa();
  const other = await test.seed.usuario({perfil: 'empresa', idEmpresa});
  const {body: {id, alterado}} = await contrato({idEmpresa, idEditor: other.id, alterado: '2001-01-01T00:00:00.000Z'});
  expect(Date.parse(alterado)).toBeGreaterThan(Date.parse('2020-01-01'));
  expect(await change(id, {nome: 'A'})).toAnswer(200, {idEditor: test.adm.id, alterado});
  const {body} = await test.api(other, 'PUT contratos/:id', {params: {id}, body: {nome: 'B'}});
  expect(body.idEditor).toBe(other.id);
  expect(Date.parse(body.alterado)).toBeGreaterThan(Date.parse(alterado));
  expect(await test.api(test.adm, 'PUT contratos/encerrar/:id', {params: {id}, body: {}})).toAnswer(200, {idEditor: test.adm.id});
  const {body: [, saved]} = await test.api(test.adm, 'GET contratos/:id/historico', {params: {id}});
  expect(saved.campos.map((one: {campo: string}) => one.campo)).toEqual(['nome']);
});

it('the document says what is refused, and when a field counts', async () => {
  const {schemas} = (await test.api(test.adm, 'GET openapi.json')).body.components;
  expect(schemas['contratos.novo'].description).toBe(
    `Recusado, com a frase no campo: Fim (${TERMINA}), Valor (${ACIMA} ${BLOQUEADO}). `
    + 'Empresa, Série e Folha juntos não se repetem; o que falta num registro não é igual a nada.',
  );
  expect(schemas['contratos.alteracao'].properties.prazo.description).toBe('Sem valor, começa com idCliente.prazo.');
  expect(schemas['contratos.novo'].properties.nota.default).toBe('Boa');
  expect(schemas['pedidos.novo'].required).toEqual(['idCliente']);
  expect(schemas['contratos.alteracao'].properties.multa.description).toBe('Só vale quando Fim tiver um valor; senão é ignorado.');
});

it('a need that something has a value is met by the answer that gives it', async () => {
  const {body: {id}} = await make('vagas', {});
  const act = (body: object) => test.api(test.adm, 'PUT vagas/combinar/:id', {params: {id}, body});
  expect(await act({})).toAnswer(400, {message: 'Diga até quando.'});
  expect(await act({ate: '2090-01-01T12:00:00.000Z'})).toAnswer(200, {ate: '2090-01-01T12:00:00.000Z'});
});

it('an end is left by no action, nor by one that names no status that it leaves', async () => {
  const {body: {id}} = await make('vagas', {});
  const act = (name: 'fechar' | 'reabrir') => test.api(test.adm, `PUT vagas/${name}/:id`, {params: {id}, body: {}});
  expect(await act('reabrir')).toAnswer(200);
  expect(await act('fechar')).toAnswer(200, {situacao: 2});
  const {status, body} = await act('reabrir');
  expect([status, body.message]).toEqual([400, expect.stringMatching(/^Vaga já está em Fechada/)]);
});
