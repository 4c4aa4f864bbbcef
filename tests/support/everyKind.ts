/** The product with one more resource, `amostras`, that has a field of every kind: a new kind does not compile without its rows here. */
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field, FieldOf, Fields, Kind} from '../../src/schema/shapes/fields.ts';
import type {World} from './anyValue.ts';
import product from '../../resources.config.ts';

const base: Config = product;

/** One field of each kind, limits small so that they are met. */
export const everyKind: {[K in Kind]: FieldOf<K>} = {
  texto: {kind: 'texto', label: 'Texto', minLength: 2, maxLength: 12},
  email: {kind: 'email', label: 'E-mail', maxLength: 30},
  senha: {kind: 'senha', label: 'Senha', minLength: 4, maxLength: 10},
  documento: {kind: 'documento', label: 'Documento', maxLength: 20},
  telefone: {kind: 'telefone', label: 'Telefone', maxLength: 20},
  cep: {kind: 'cep', label: 'CEP'},
  digitos: {kind: 'digitos', label: 'Dígitos', maxLength: 6},
  numero: {kind: 'numero', label: 'Número', min: -5, max: 100},
  decimal: {kind: 'decimal', label: 'Decimal', decimals: 3},
  moeda: {kind: 'moeda', label: 'Moeda'},
  calculo: {kind: 'calculo', label: 'Cálculo', product: ['numero', 'decimal'], decimals: 3},
  data: {kind: 'data', label: 'Data'},
  dataHora: {kind: 'dataHora', label: 'Data e hora'},
  hora: {kind: 'hora', label: 'Hora'},
  url: {kind: 'url', label: 'Endereço', maxLength: 60},
  booleano: {kind: 'booleano', label: 'Sim ou não'},
  escolha: {kind: 'escolha', label: 'Escolha', choices: [{id: 1, name: 'Um'}, {id: 2, name: 'Dois'}], nameAs: 'nomeEscolha'},
  opcoes: {kind: 'opcoes', label: 'Opções', choices: [{id: 'a', name: 'A'}, {id: 'b', name: 'B'}, {id: 'c', name: 'C'}]},
  arquivo: {kind: 'arquivo', label: 'Anexo'},
  lista: {kind: 'lista', label: 'Lista', list: 'transgenia'},
  referencia: {kind: 'referencia', label: 'Empresa', to: 'empresas'},
  relacionado: {kind: 'relacionado', label: 'CNPJ da empresa', through: 'referencia', field: 'cnpj'},
  vinculos: {
    kind: 'vinculos', label: 'Filiais', to: 'filiais', within: 'idEmpresa', wire: {id: 'idFilial', on: 'usuarioVinculado'},
    call: 'GET filial/buscar-filiais-empresa/:idEmpresa/:id',
  },
};

// Links have calls and tables of their own: `tests/server/links.test.ts` tries them.
const {vinculos: _vinculos, relacionado, calculo, arquivo, ...writable} = everyKind;

const required = Object.fromEntries(
  Object.entries(writable).map(([name, field]) => [
    `${name}Obrigatorio`,
    {
      ...field, label: `${field.label} obrigatório`, required: true as const,
      ...(field.kind === 'escolha' ? {nameAs: 'nomeEscolhaObrigatoria'} : {}),
    },
  ]),
);

/** What depends on other fields, or narrows its kind. */
const variants: Fields = {
  exigidoPelaEscolha: {kind: 'texto', label: 'Exigido pela escolha', maxLength: 12, required: {is: {escolha: [2]}}},
  exigidoPeloSim: {kind: 'numero', label: 'Exigido pelo sim', required: {is: {booleano: [true]}}},
  soComEscolha: {
    kind: 'telefone', label: 'Só com a escolha', maxLength: 20, required: true, editable: {is: {escolha: [1]}}, whenOff: 'clear',
  },
  cpf: {kind: 'documento', label: 'CPF', maxLength: 20, only: 'cpf'},
  cnpj: {kind: 'documento', label: 'CNPJ', maxLength: 20, only: 'cnpj'},
  comPalavras: {
    kind: 'email', label: 'Com palavras', maxLength: 30, required: true,
    messages: {required: 'Qual é o e-mail?', invalid: 'Isto não é um e-mail.'},
  },
  padrao: {kind: 'escolha', label: 'Padrão', default: 'b', choices: [{id: 'a', name: 'A'}, {id: 'b', name: 'B'}]},
  numeradas: {kind: 'opcoes', label: 'Numeradas', default: 2, choices: [{id: 1, name: 'Um'}, {id: 2, name: 'Dois'}]},
  semAcesso: {kind: 'texto', label: 'Sem acesso', minLength: 2, maxLength: 12, readOnly: {not: {is: {'session.perfil': ['empresa']}}}},
  outra: {kind: 'referencia', label: 'Outra', to: 'amostras'},
};

/** What is read through a reference is of any kind too. */
const related = Object.fromEntries(
  Object.entries({...writable, calculo}).filter(([name]) => name !== 'senha').map(([name, field]): [string, Field] => [
    `${name}DaOutra`, {kind: 'relacionado', label: `${field.label} da outra`, through: 'outra', field: name},
  ]),
);

/** What a form has inputs for. */
const inputs: Fields = {...writable, relacionado, calculo, arquivo, ...required, ...variants};
const fields: Fields = {...inputs, ...related};
const everyone = ['adm'];

export const amostras: Resource = {
  label: {one: 'Amostra', many: 'Amostras'},
  icon: 'item',
  pageTitle: 'Amostra',
  route: 'amostra',
  title: 'texto',
  fields,
  list: {columns: ['texto'], sort: ['id', 'asc']},
  form: {'': Object.keys(inputs)},
  access: {list: everyone, read: everyone, create: everyone, update: everyone, delete: everyone},
  scope: {adm: ['tudo']},
  messages: {created: 'Criada!', updated: 'Editada!', empty: 'Nada.'},
};

/** The same in a dialect of its own, with a filter for every kind. */
const declaradas: Resource = {
  ...amostras,
  route: 'declarada',
  api: {
    list: 'GET declaradas', answer: 'page', one: 'GET declaradas/:id', create: 'POST declaradas', update: 'PUT declaradas/:id',
    delete: 'DELETE declaradas/:id',
  },
  list: {...amostras.list, filters: {
    ...Object.fromEntries([...Object.keys(writable), 'relacionado', 'calculo'].filter(name => name !== 'senha').map(name => [name, {}])),
    data: {param: ['de', 'ate']},
    dataHora: {param: ['desde', 'antes']},
  }},
};

export const withAmostras: Config = {...base, resources: {...base.resources, amostras, declaradas}};

/** A value of each kind that nobody refuses. */
const samples: {[K in Kind]: (field: FieldOf<K>, world: World) => unknown} = {
  texto: () => 'Açúcar', email: () => 'Ana@vale.com', senha: () => 'segredo',
  documento: ({only}) => (only === 'cnpj' ? '12ABC34501DE35' : '52998224725'),
  telefone: () => '62999887766', cep: () => '74010010', digitos: () => '007', numero: () => 42,
  decimal: () => 12.345, moeda: () => 1234.56, data: () => '2026-02-28',
  dataHora: () => '2026-02-28T12:30:00.000Z',
  hora: () => '08:30', url: () => 'https://vale.com/safra',
  booleano: () => true, escolha: ({choices}) => choices.at(-1)?.id, opcoes: ({choices}) => choices.slice(1).map(({id}) => id),
  arquivo: () => null, lista: ({list}, {config}) => Object.keys(config.lists[list]?.rows ?? {}).at(-1),
  referencia: ({to}, {idOf}) => idOf(to), relacionado: () => undefined, calculo: () => undefined,
  vinculos: ({to, wire}, {idOf}) => [{[wire.id]: idOf(to), [wire.on]: true}],
};
export const sampleOf = (field: Field, world: World): unknown =>
  (samples[field.kind] as (field: Field, world: World) => unknown)(field, world);

/** A whole record that nobody refuses. */
export const valid = (fields: Fields, world: World): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(field, world)]));
