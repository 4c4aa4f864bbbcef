/** A small config that leaves out what it can, and the defaults that it is completed with. */
import {completeConfig} from '../../../src/schema/config/completeConfig.ts';
import {decimalsOf} from '../../../src/schema/fields/decimals.ts';
import {filesKey, itemsKey, queueKey} from '../../../src/schema/parts.ts';
import {apiOf, EDIT_PATH, historyCall} from '../../../src/schema/paths.ts';
import {resolveQueue} from '../../../src/schema/queue.ts';
import type {ConfigInput, ResourceInput} from '../../../src/schema/shapes/config.ts';

const bare = {icon: 'item', access: {list: ['adm']}, scope: {adm: ['tudo']}} as const;

const veiculos: ResourceInput = {
  ...bare, label: {one: 'Veículo', many: 'Veículos'}, icon: 'caminhao', status: 'situacao', api: {},
  access: {list: ['adm'], create: ['adm'], delete: ['adm']},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas'},
    placa: {kind: 'texto', label: 'Placa', maxLength: 7, required: true}, peso: {kind: 'decimal', label: 'Peso'},
    itens: {kind: 'calculo', label: 'Ordens', count: true, of: 'ordens', by: 'idVeiculo'}, ativo: {kind: 'booleano', label: 'Ativo'},
    situacao: {
      kind: 'escolha', label: 'Situação',
      choices: [{id: 1, key: 'liberado', name: 'Liberado'}, {id: 2, key: 'oficina', name: 'Na oficina'}],
    },
    atende: {kind: 'vinculos', label: 'Atende', to: 'ordens', within: 'idEmpresa'},
  },
  list: {columns: ['placa'], filters: {ativo: {}}}, toggle: {field: 'ativo'},
  actions: {enviarOficina: {from: {liberado: ['adm']}, to: 'oficina'}},
  queue: {waiting: 'liberado', working: 'oficina', failed: 'liberado', done: 'oficina', workflow: 'placa'},
  consequences: {ordens: {of: 'ordens', before: ['delete'], one: 'Há 1 ordem.', many: 'Há {total} ordens.'}},
};

export const sample: ConfigInput = {
  product: {name: 'Frota'}, profiles: {adm: {id: 1, name: 'Adm', first: true}}, menu: {}, lists: {tiposArquivo: {rows: ['Foto']}},
  dashboards: {home: {of: 'veiculos', periods: ['6m'], cards: [], chart: 'oficina'}},
  resources: {
    veiculos,
    ordens: {
      ...bare, label: {one: 'Ordem', many: 'Ordens'}, list: {columns: ['id']},
      fields: {idVeiculo: {kind: 'referencia', label: 'Veículo', to: 'veiculos'}}, actions: {renumerar: {profiles: ['adm'], sets: {}}},
    },
    empresas: {
      ...bare, label: {one: 'Empresa', many: 'Empresas'}, list: {columns: ['id']}, fields: {},
      children: {veiculos: {label: 'Ver veículos', title: 'Veículos'}},
    },
  },
};

export const completedSample = completeConfig(sample);
const {product, profiles, lists, dashboards, files, resources} = completedSample;
const {veiculos: vehicle, empresas: company} = resources;
if (vehicle === undefined || company === undefined) throw new TypeError('the sample has no resources');
const {list, actions: {enviarOficina: action} = {}, messages, fields: {peso, itens, atende}} = vehicle;
const renumber = resources['ordens']?.actions?.['renumerar'];
const queue = resolveQueue('veiculos', vehicle);
const {calls} = dashboards['home'] ?? {};
const links = atende?.kind === 'vinculos' ? atende : undefined;
const inArray = (values: readonly (string | number)[] | undefined): string =>
  `[${(values ?? []).map(value => (typeof value === 'string' ? `'${value}'` : value)).join(', ')}]`;

/** Options with the default that their docstring has to tell, as code. */
export const defaults: readonly (readonly [key: string, value: unknown])[] = [
  ['Product.subtitle', product.subtitle], ['Product.basename', product.basename], ['Product.pageTitle', product.pageTitle],
  ['Profile.home', profiles['adm']?.home],
  ['Fixed list.call', lists['tiposArquivo']?.call], ['Fixed list.wire', inArray(lists['tiposArquivo']?.wire)],
  ['Config.files.forbiddenExtensions', inArray(files.forbiddenExtensions)],
  ...Object.keys(completedSample.itemKinds).map(kind => ['Config.itemKinds', kind] as const),
  ['Dashboard.calls.counts', calls?.counts], ['Dashboard.calls.evolution', calls?.evolution], ['Dashboard.calls.summary', calls?.summary],
  ['Resource.pageTitle', vehicle.pageTitle], ['Resource.formTitle', vehicle.formTitle], ['Resource.route', vehicle.route],
  ['Resource.title', vehicle.title], ['Resource.title', company.title], ['Resource.editRoute', EDIT_PATH],
  ['Resource.messages.created', messages.created], ['Resource.messages.updated', messages.updated],
  ['Resource.messages.empty', messages.empty],
  ...(['list', 'one', 'create', 'update', 'delete'] as const).map(name => [`API.${name}`, apiOf('veiculos', vehicle)[name]] as const),
  ['API.history', historyCall('veiculos', vehicle)],
  ['Child.by', company.children?.['veiculos']?.by], ['Consequence.by', vehicle.consequences?.['ordens']?.by],
  ['List.sort', inArray(list.sort)], ['Filter.all', list.filters?.['ativo']?.all],
  ...Object.values(list.filters?.['ativo']?.names ?? {}).map(name => ['Filter.names', name] as const),
  ['Action.label', action?.label], ['Action.call', action?.call], ['Action.success', action?.success],
  ['Action.places', inArray(renumber?.places)],
  ['Queue.as', queueKey(vehicle)], ['Files.as', filesKey(vehicle)], ['Template.as', itemsKey(vehicle)],
  ['Queue.calls.reserve', queue.calls.reserve], ['Queue.calls.counts', queue.calls.counts], ['Queue.calls.record', queue.calls.record],
  ['Queue.lease', inArray(queue.lease)], ['Queue.wait', queue.wait], ['Queue.retries', inArray(queue.retries)],
  ['Queue.budget', queue.budget],
  ['decimal.decimals', peso && decimalsOf(peso)], ['calculo.decimals', itens && decimalsOf(itens)],
  ['vinculos.call', links?.call], ['vinculos.wire.id', links?.wire.id], ['vinculos.wire.on', links?.wire.on],
];
