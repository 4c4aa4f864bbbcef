import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import type {Config, FilterConfig, Resource} from '../../src/schema/shapes/config.ts';
import type {Field, Kind} from '../../src/schema/shapes/fields.ts';
import {parseListRequest} from '../../src/schema/lists/parseListRequest.ts';
import {
  defaultPeriodFilter, filterMaxLength, listFilters, DEFAULT_PAGE_SIZE, PAGE_SIZES, serializeListRequest, type ListRequest,
} from '../../src/schema/lists/listRequest.ts';
import {parseListSearch} from '../../src/schema/lists/searchWords.ts';

const {resources}: Config = config;
const {tickets, usuarios, empresas, modelosFormulario} = config.resources satisfies Record<string, Resource>;
const asked = (resource: Resource, query: string) => parseListRequest(resource, Object.fromEntries(new URLSearchParams(query)));
const request = (resource: Resource, change: Partial<ListRequest> = {}): ListRequest => ({
  page: 1, pageSize: DEFAULT_PAGE_SIZE, sort: {field: resource.list.sort[0], order: resource.list.sort[1]}, filter: {}, ...change,
});

/** A value of each kind that can be filtered, in the form the request carries. */
const values: Partial<Record<Kind, (field: Field) => unknown>> = {
  texto: () => 'ação & "50%"', email: () => 'ana@', documento: () => '11222', referencia: () => 7, vinculos: () => 8,
  booleano: () => false, numero: () => 17, dataHora: () => ({from: '2026-01-31', to: '2026-02-28'}),
  escolha: field => (field.kind === 'escolha' ? field.choices.at(-1)?.id : undefined),
};

describe.each(Object.entries(resources))('%s: what the portal asks is what the server reads', (_name, resource) => {
  const filters = listFilters(resource);
  const valued = Object.fromEntries(filters.map(({name, field}) => [name, values[field.kind]?.(field)]));

  it('has a value for each of its filters', () => {
    expect(Object.values(valued)).not.toContain(undefined);
  });

  const cases: [string, Readonly<Record<string, unknown>>][] = [
    ['nothing', {}],
    ['everything', valued],
    ...Object.entries(valued).map(([name, value]): [string, Record<string, unknown>] => [name, {[name]: value}]),
  ];
  it.each(cases)('filtered by %s', (_by, filter) => {
    for (const page of [undefined, 1, 77]) {
      for (const pageSize of PAGE_SIZES) {
        for (const sort of [
          {field: resource.list.sort[0], order: resource.list.sort[1]},
          {field: 'id', order: 'asc'},
          {field: 'id', order: 'desc'},
        ] as const) {
          const sent = request(resource, {page, pageSize, sort, filter});
          expect(
            parseListRequest(resource, Object.fromEntries(serializeListRequest(resource, sent))),
          ).toEqual({request: sent, mistakes: []});
        }
      }
    }
  });
});

describe('the specified calls, to the letter (rules: Calls 1)', () => {
  it.each([
    ['tickets', tickets, {}, 'page=1&idEmpresa=0&idFilial=0&nome=&descricaoItensFormulario=&idStatusTicket=0&dataInicial=&dataFinal='],
    [
      'tickets',
      tickets,
      {idStatusTicket: 3, dataCriacao: {from: '2026-01-01'}},
      'page=1&idEmpresa=0&idFilial=0&nome=&descricaoItensFormulario=&idStatusTicket=3&dataInicial=2026-01-01&dataFinal=',
    ],
    // Only an address sets it: other servers need not know it.
    [
      'tickets',
      tickets,
      {dataFinalizacao: {from: '2026-01-01', to: '2026-01-07'}},
      'page=1&idEmpresa=0&idFilial=0&nome=&descricaoItensFormulario=&idStatusTicket=0&dataInicial=&dataFinal=&finalizadoInicial=2026-01-01&finalizadoFinal=2026-01-07',
    ],
    ['usuarios', usuarios, {nome: 'ana'}, 'page=1&idEmpresa=0&idFilial=0&nome=ana&email='],
    ['empresas', empresas, {razaoSocial: 'x'}, 'page=1&nome=x&cnpj='],
    // Ours: named only where it is chosen.
    ['empresas', empresas, {ativo: null}, 'page=1&nome=&cnpj='],
    ['empresas', empresas, {ativo: 'false'}, 'page=1&nome=&cnpj=&ativo=false'],
    ['modelosFormulario', modelosFormulario, {descricao: 'x'}, 'page=1&idEmpresa=0&idFilial=0&nome=x&chavePai=&chave='],
  ] as const)('%s', (_name, resource, filter, query) => {
    expect(serializeListRequest(resource, request(resource, {filter})).toString()).toBe(query);
  });

  it('asks for the whole list by naming no page', () => {
    expect(serializeListRequest(usuarios, request(usuarios, {page: undefined})).has('page')).toBe(false);
    expect(asked(usuarios, 'nome=&email=&idEmpresa=0&idFilial=0')).toEqual({request: request(usuarios, {page: undefined}), mistakes: []});
  });
});

describe('what a query may hold', () => {
  it.each([
    ['', {}], ['idEmpresa=0&idFilial=&idStatusTicket=0&nome=%20&dataInicial=&dataFinal=', {}],
    ['idPerfilLogado=3&idUsuarioLogado=9&xyz=1', {}],
    ['idEmpresa=%207', {idEmpresa: 7}], ['nome=%20a%20b%20', {descricao: 'a b'}],
    ['dataInicial=31/01/2026', {dataCriacao: {from: '2026-01-31', to: undefined}}],
    ['dataFinal=2026-02-28', {dataCriacao: {from: undefined, to: '2026-02-28'}}],
    ['dataInicial=1900-01-01&dataFinal=2100-12-31', {dataCriacao: {from: '1900-01-01', to: '2100-12-31'}}], [
      'dataInicial=2026-02-01&dataFinal=2026-02-01', {dataCriacao: {from: '2026-02-01', to: '2026-02-01'}},
    ], ['idStatusTicket=8', {idStatusTicket: 8}], ['descricaoItensFormulario=%25_%5C', {itensFormulario: '%_\\'}],
    ['__proto__=1&constructor=2', {}],
  ])('%s filters %j', (query, filter) => {
    const {request: read, mistakes} = asked(tickets, query);
    expect(mistakes).toEqual([]);
    expect(read.filter).toEqual(filter);
  });

  it('a document is searched bare', () => {
    expect(asked(empresas, 'cnpj=11.222.333%2F0001').request.filter).toEqual({cnpj: '112223330001'});
  });

  it.each([
    ['dataInicial=2026-02-30', 'dataInicial', 'Data Inicial Inválida!'], ['dataFinal=ontem', 'dataFinal', 'Data Final Inválida!'],
    ['dataInicial=0000-01-01', 'dataInicial', 'Data Inicial Inválida!'],
    ['dataInicial=0002-01-01', 'dataInicial', 'Data Inicial Inválida!'], ['dataFinal=31/12/1899', 'dataFinal', 'Data Final Inválida!'],
    ['dataFinal=2101-01-01', 'dataFinal', 'Data Final Inválida!'],
    ['dataInicial=2026-02-02&dataFinal=01/02/2026', 'dataFinal', 'O período termina antes de começar. Corrija uma das datas.'],
    ['dataInicial=2026-02-31&dataFinal=2026-02-01', 'dataInicial', 'Data Inicial Inválida!'],
    ['idEmpresa=sete', 'idEmpresa', 'Parâmetro inválido: idEmpresa.'], ['idEmpresa=-1', 'idEmpresa', 'Parâmetro inválido: idEmpresa.'],
    ['idEmpresa=2147483648', 'idEmpresa', 'Parâmetro inválido: idEmpresa.'],
    ['idStatusTicket=9', 'idStatusTicket', 'Parâmetro inválido: idStatusTicket.'],
    [`nome=${'a'.repeat(101)}`, 'nome', 'Nome do Formulário: limite de 100 caracteres excedido.'],
    ['nome=a%00b', 'nome', 'Parâmetro inválido: nome.'], ['page=0', 'page', 'Parâmetro inválido: page.'],
    ['page=-1', 'page', 'Parâmetro inválido: page.'], ['page=1.5', 'page', 'Parâmetro inválido: page.'],
    ['page=1e1', 'page', 'Parâmetro inválido: page.'], ['page=99999999999', 'page', 'Parâmetro inválido: page.'],
    ['pageSize=21', 'pageSize', 'Parâmetro inválido: pageSize.'],
    ['sort=nada', 'sort', 'Parâmetro inválido: sort.'], ['sort=constructor', 'sort', 'Parâmetro inválido: sort.'],
    ['order=up', 'order', 'Parâmetro inválido: order.'],
  ])('%s is refused', (query, param, mensagem) => {
    expect(asked(tickets, query).mistakes).toEqual([{param, mensagem}]);
  });

  it('a password orders nothing', () => {
    expect(asked(usuarios, 'sort=senha').mistakes).toHaveLength(1);
    expect(asked(usuarios, 'sort=filiaisAlteradas').mistakes).toHaveLength(1);
    expect(asked(usuarios, 'sort=email').request.sort).toEqual({field: 'email', order: 'asc'});
  });

  it('a branch filter of users takes an id', () => {
    expect(asked(usuarios, 'idFilial=4').request.filter).toEqual({filiaisAlteradas: 4});
    expect(asked(usuarios, 'idFilial=quatro').mistakes).toEqual([{param: 'idFilial', mensagem: 'Parâmetro inválido: idFilial.'}]);
  });

  it('a parameter that stands twice is refused', () => {
    expect(parseListRequest(tickets, {nome: ['a', 'b'], sort: ['id', 'id']}).mistakes).toEqual([
      {param: 'nome', mensagem: 'Parâmetro repetido: nome.'}, {param: 'sort', mensagem: 'Parâmetro repetido: sort.'},
    ]);
  });

  it('a day that is none stays in the request, to be shown', () => {
    expect(asked(tickets, 'dataInicial=31/02/2026&dataFinal=2026-03-01').request.filter)
      .toEqual({dataCriacao: {from: '31/02/2026', to: '2026-03-01'}});
  });

  it('every mistake is told at once', () => {
    expect(asked(tickets, 'page=0&dataInicial=x&idFilial=y&order=z').mistakes.map(mistake => mistake.param))
      .toEqual(['idFilial', 'dataInicial', 'order', 'page']);
  });
});

describe('0 as a value', () => {
  const resource: Resource = {
    ...empresas,
    fields: {
      ...empresas.fields, status: config.resources.fornecedores.fields.status, peso: {kind: 'numero', label: 'Peso'},
      tara: {kind: 'numero', label: 'Tara'},
    },
    list: {...empresas.list, filters: {status: {}, peso: {param: 'peso'}, tara: {}, ativo: {}}},
  };
  it.each([
    [{status: 0}],
    [{status: 1}],
    [{peso: 0}],
    [{peso: -3}],
    [{tara: {from: 0, to: undefined}}],
    [{tara: {from: -3, to: 0}}],
    [{ativo: false}],
    [{ativo: true}],
    [{}],
  ])('%j goes there and back', filter => {
    expect(
      parseListRequest(resource, Object.fromEntries(serializeListRequest(resource, request(resource, {filter})))).request.filter,
    ).toEqual(filter);
  });
});

describe('a number', () => {
  const resource = (filter: FilterConfig): Resource => ({
    ...empresas, fields: {...empresas.fields, peso: {kind: 'numero', label: 'Peso', min: 1, max: 900}},
    list: {...empresas.list, filters: {peso: filter}},
  });
  const [unsaid, named, single] = [resource({}), resource({param: ['minimo', 'maximo'], label: 'Peso líquido'}), resource({param: 'kg'})];

  it.each([
    [unsaid, 'pesoDe=5', {peso: {from: 5, to: undefined}}], [unsaid, 'pesoDe=5&pesoAte=%205%20', {peso: {from: 5, to: 5}}],
    [unsaid, 'pesoDe=&pesoAte=', {}],
    // Its limits are the record's: a range may begin below them.
    [unsaid, 'pesoDe=-7&pesoAte=100000', {peso: {from: -7, to: 100_000}}], [unsaid, 'peso=5', {}],
    [named, 'minimo=1&maximo=9', {peso: {from: 1, to: 9}}], [named, 'pesoDe=1', {}], [single, 'kg=5', {peso: 5}], [single, 'kg=', {}],
  ])('is filtered by a range, or by one value where one parameter is named: %#', (declared, query, filter) => {
    expect(asked(declared, query)).toMatchObject({mistakes: []});
    expect(asked(declared, query).request.filter).toEqual(filter);
  });

  it.each([
    [unsaid, 'pesoDe=abc', 'pesoDe', 'Peso: use somente números.'], [unsaid, 'pesoAte=1,5', 'pesoAte', 'Peso: use somente números.'],
    [unsaid, 'pesoDe=9&pesoAte=8', 'pesoAte', 'Peso: o segundo número é menor que o primeiro. Corrija um dos dois.'],
    [unsaid, 'pesoDe=99999999999', 'pesoDe', 'Peso: no máximo 2147483647.'],
    [named, 'maximo=x', 'maximo', 'Peso líquido: use somente números.'],
    [single, 'kg=abc', 'kg', 'Peso: use somente números.'], [single, 'kg=901', 'kg', 'Peso: de 1 a 900.'],
    [single, 'kg=%00', 'kg', 'Peso: use somente números.'],
  ])('that is none is told by its label, and never by a name of ours: %#', (declared, query, param, mensagem) => {
    expect(asked(declared, query).mistakes).toEqual([{param, mensagem}]);
  });

  it('one value stands for both ends, as a filter saved before has it', () => {
    expect(serializeListRequest(unsaid, request(unsaid, {filter: {peso: 7}})).toString()).toBe('page=1&pesoDe=7&pesoAte=7');
  });
});

it('several choices go with commas, and come back in the order of the choices; one that is none is refused', () => {
  const choices = [{id: 1, name: 'Um'}, {id: 2, name: 'Dois'}, {id: 3, name: 'Três'}];
  const list: Resource['list'] = {columns: [], sort: ['id', 'asc'], filters: {dias: {}}};
  const of: Resource = {...resources['empresas']!, fields: {dias: {kind: 'opcoes', label: 'Dias', choices}}, list};
  expect(serializeListRequest(of, request(of, {filter: {dias: [1, 3]}})).get('dias')).toBe('1,3');
  expect(asked(of, 'dias=3,1,3')).toMatchObject({request: {filter: {dias: [1, 3]}}, mistakes: []});
  expect(asked(of, 'dias=')).toMatchObject({request: {filter: {}}, mistakes: []});
  expect(asked(of, 'dias=1,9').mistakes).toEqual([{param: 'dias', mensagem: 'Parâmetro inválido: dias.'}]);
});

it('opens the ticket list with the last 30 days, and no other list with anything', () => {
  const {dataCriacao} = defaultPeriodFilter(tickets) as {dataCriacao: {from: string; to: string}};
  expect((Date.parse(dataCriacao.to) - Date.parse(dataCriacao.from)) / 86_400_000).toBe(30);
  expect(Object.entries(resources).filter(([, resource]) => Object.keys(defaultPeriodFilter(resource)).length > 0).map(([name]) => name))
    .toEqual(['tickets']);
});

it('takes a filter no longer than it says, else than its field is', () => {
  const lengths = Object.fromEntries(listFilters(modelosFormulario).map(filter => [filter.name, filterMaxLength(filter)]));
  expect(lengths).toMatchObject({descricao: 100, chavePai: 20, chave: 20});
});

describe('words are told apart by the config’s own names', () => {
  it.each<[string, string, string, ReturnType<typeof parseListSearch>]>([
    ['tickets', 'adm', 'pend apucarana', {filter: {idStatusTicket: 6}, words: ['apucarana']}],
    ['tickets', 'adm', 'Apucaraná PENDÊNCIA', {filter: {idStatusTicket: 6}, words: ['apucarana']}],
    // Each word of a name may be the first, and several together are one name.
    ['tickets', 'adm', 'aprov', {filter: {idStatusTicket: 2}, words: []}],
    ['tickets', 'adm', 'em-a', {filter: {idStatusTicket: [1, 2, 3, 5]}, words: []}],
    ['tickets', 'adm', 'em aprov', {filter: {idStatusTicket: 2}, words: []}],
    ['tickets', 'adm', 'sem atend', {filter: {aba: 'semAtendente'}, words: []}],
    ['tickets', 'adm', 'meus fila rpa', {filter: {aba: 'meus', idStatusTicket: 4}, words: []}],
    // A tab is whose profile has it.
    ['tickets', 'fornecedor', 'sem atendente', undefined],
    ['tickets', 'fornecedor', 'aguardando', {filter: {aba: 'aguardandoMim'}, words: []}],
    // What excludes each other, what only names the list, what names nothing of it.
    ['tickets', 'adm', 'pend final', undefined],
    ['tickets', 'adm', 'tickets', undefined],
    ['tickets', 'adm', 'ticket 17', {filter: {}, words: ['17']}],
    ['tickets', 'adm', 'vale do ivai', undefined],
    // Little words are in nearly all names.
    ['tickets', 'adm', 'pend do sul', {filter: {idStatusTicket: 6}, words: ['sul']}],
    ['empresas', 'adm', 'inativas', undefined],
    ['empresas', 'adm', 'empresas inativas', {filter: {ativo: false}, words: []}],
    ['fornecedores', 'adm', 'inativ vale', {filter: {status: 0}, words: ['vale']}],
  ])('%s, %s: %s', (name, perfil, text, expected) => {
    expect(parseListSearch(resources[name]!, perfil, text)).toEqual(expected);
  });
});
