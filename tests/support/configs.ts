/** Configs of tests' own: the product with something more, or something changed. */
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, ResourceInput, Resource} from '../../src/schema/shapes/config.ts';
import type {Fields} from '../../src/schema/shapes/fields.ts';
import product from '../../resources.config.ts';

const base: Config = product;

/** The product with one of its resources changed. */
export const withResource = (name: string, change: (resource: Resource) => Resource): Config => {
  const resource = base.resources[name];
  if (resource === undefined) throw new Error(`no resource ${name}`);
  return {...base, resources: {...base.resources, [name]: change(resource)}};
};

/** The product with resources of a test's own, said as a maintainer says them. */
export const withResources = (resources: Readonly<Record<string, ResourceInput>>): Config =>
  completeConfig({...base, resources: {...base.resources, ...resources}});

/** Whose a record is, of whoever belongs to a company. */
export const company = {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true} as const;
/** A resource of records that have a name and are the Adm's, but for what is said of it. */
export const named = (label: ResourceInput['label'], {fields, ...more}: Partial<ResourceInput> = {}): ResourceInput => ({
  label, icon: 'item', title: 'nome', list: {columns: ['nome']},
  access: {list: ['adm'], create: ['adm'], delete: ['adm']}, scope: {adm: ['tudo']},
  ...more, fields: {nome: {kind: 'texto', label: 'Nome', maxLength: 20, required: true}, ...fields},
});

/** Adds fields to a resource and names them in its list, filters and form, as a maintainer would. */
export const withFields = (name: string, fields: Fields): Config =>
  withResource(name, resource => ({
    ...resource,
    fields: {...resource.fields, ...fields},
    list: {
      ...resource.list,
      columns: [...resource.list.columns, ...Object.keys(fields)],
      filters: {...resource.list.filters, ...Object.fromEntries(Object.keys(fields).map(field => [field, {}]))},
    },
    form: {...resource.form, Mais: Object.keys(fields)},
  }));

/** A resource a maintainer made: it declares no dialect. */
const vehicles: ResourceInput = {
  label: {one: 'Veículo', many: 'Veículos'},
  icon: 'caminhao',
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: company,
    placa: {kind: 'texto', label: 'Placa', maxLength: 8, required: true, unique: 'empresa'},
    ano: {kind: 'numero', label: 'Ano', min: 1950, max: 2100},
    ativo: {kind: 'booleano', label: 'Ativo', default: true},
    custo: {kind: 'numero', label: 'Custo', see: ['adm']},
    cor: {
      kind: 'escolha', label: 'Cor', readOnly: {not: {is: {'session.perfil': ['adm']}}}, default: 'branco',
      choices: [{id: 'branco', name: 'Branco'}, {id: 'preto', name: 'Preto'}],
    },
    senhaRastreador: {kind: 'senha', label: 'Senha do Rastreador', minLength: 4, maxLength: 20},
    nomeEmpresa: {kind: 'relacionado', label: 'Empresa', through: 'idEmpresa', field: 'razaoSocial'},
  },
  list: {columns: ['placa', 'ano', 'ativo'], filters: {placa: {}, ano: {}}},
  form: {'': ['idEmpresa', 'placa', 'ano', 'ativo', 'custo', 'cor']},
  access: {list: ['adm', 'empresa'], create: ['adm', 'empresa'], delete: ['adm']},
  scope: {adm: ['tudo'], empresa: ['empresa']},
};
export const withVeiculos: Config = completeConfig({
  ...base,
  menu: {...base.menu, Administração: {...base.menu['Administração'], veiculos: 'Veículos'}},
  resources: {...base.resources, veiculos: vehicles},
});
export const veiculos = withVeiculos.resources['veiculos'] as Resource;

/** A resource with a life and no part: statuses, and an action that leads from one to the other. In the default dialect. */
const pedidos: ResourceInput = {
  label: {one: 'Pedido', many: 'Pedidos'},
  icon: 'caminhao',
  fields: {
    descricao: {kind: 'texto', label: 'Descrição', maxLength: 50, required: true},
    situacao: {
      kind: 'escolha', label: 'Situação', readOnly: true, default: 1,
      choices: [{id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true}],
    },
  },
  list: {columns: ['descricao', 'situacao']},
  access: {list: ['adm'], create: ['adm'], delete: ['adm']},
  scope: {adm: ['tudo']},
  status: 'situacao',
  actions: {
    fechar: {
      from: {aberto: ['adm']}, to: 'fechado', places: ['row'],
    },
  },
};
export const withPedidos: Config = withResources({pedidos});
