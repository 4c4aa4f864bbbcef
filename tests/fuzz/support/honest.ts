/** What people of the product would send: bodies made from the config's own fields, of what they reach. */
import type {Action, Config, Endpoint, Resource} from '../../../src/schema/shapes/config.ts';
import {askedFields} from '../../../src/schema/lifeCycle/asks.ts';
import {resolveToggle} from '../../../src/schema/lifeCycle/toggle.ts';
import {statusById} from '../../../src/schema/statuses/statuses.ts';
import {parseAccessEntry} from '../../../src/schema/access.ts';
import {accessEntriesByStatus} from '../../../src/schema/lifeCycle/workflow.ts';
import type {Field, FieldOf, Fields, Kind} from '../../../src/schema/shapes/fields.ts';
import {itemField} from '../../../src/schema/fields/items.ts';
import {isValidDocument} from '../../../src/schema/fields/text.ts';
import {fileCallsOf, itemsKey} from '../../../src/schema/parts.ts';
import {apiOf, fillPath, parseEndpoint} from '../../../src/schema/paths.ts';
import {formOf} from '../../support/tickets.ts';
import type {Dice} from './dice.ts';
import {ROBOT, type Known, type World} from './scope.ts';

/** A call before it is bytes: what may still be changed about it. */
export interface Draft {
  endpoint: Endpoint;
  params: Readonly<Record<string, unknown>>;
  data: unknown;
  /** Sent as multipart, and with what files. */
  files?: readonly {nome: string; tipo: string; bytes: Buffer}[];
}

export interface Maker {
  /** A record as the person would make or change it; undefined: they reach nothing that it must name. */
  record(person: Known, name: string, fixed?: Readonly<Record<string, unknown>>, existing?: Known): Draft | undefined;
  /** Something else that the person may do. */
  anything(person: Known): Draft | undefined;
}

type Values = Record<string, unknown>;
interface Asked {
  name: string;
  values: Values;
  person: Known;
}

const digits = (dice: Dice, count: number): string => Array.from({length: count}, () => dice.below(10)).join('');
/** Its check digits are found by trying. */
const documentOf = (dice: Dice, only: 'cpf' | 'cnpj' = 'cnpj'): string => {
  const stem = `${1 + dice.below(9)}${digits(dice, only === 'cpf' ? 8 : 11)}`;
  const ends = Array.from({length: 100}, (_end, end) => `${stem}${String(end).padStart(2, '0')}`);
  return ends.find(one => isValidDocument(one, only)) ?? '';
};

/** @param mark a text that no other value has, by which it is known wherever it is read */
export const createMaker = (config: Config, world: World, dice: Dice, mark: () => string): Maker => {
  const live = (person: Known, resource: string): Known[] =>
    [...world.all(resource).values()].filter(one => one.gone !== true && world.reaches(person.id, resource, one.id));
  /** Of those that may still be named: neither off nor archived. */
  const offered = (person: Known, resource: string): Known[] => {
    const toggle = resolveToggle(config.resources[resource]!);
    return live(person, resource).filter(one => toggle === undefined || one[toggle.field] === toggle.on);
  };

  const kinds: {[K in Kind]: (field: FieldOf<K>, asked: Asked) => unknown} = {
    texto: ({maxLength, minLength = 0}) => {
      const text = dice.chance(0.5) ? mark() : `Açúcar ${mark()} União`;
      return (text.length > maxLength ? mark() : text).padEnd(minLength, ' e mais').slice(0, maxLength);
    },
    email: () => `${mark()}@fuzz.test`,
    senha: () => `segredo-${dice.below(1000)}`,
    documento: ({only}) => documentOf(dice, only),
    telefone: () => `629${digits(dice, 8)}`,
    cep: () => `7${digits(dice, 7)}`,
    digitos: ({maxLength}) => digits(dice, Math.min(6, maxLength)),
    numero: ({min = 0, max = 9999}) => min + dice.below(max - min + 1),
    decimal: ({decimals = 2}) => dice.below(99_999) / 10 ** decimals,
    moeda: () => dice.below(99_999) / 100,
    hora: () => `1${dice.below(10)}:3${dice.below(10)}`,
    url: () => `https://${mark()}.test/`,
    data: () => `2026-0${1 + dice.below(9)}-1${dice.below(10)}`,
    dataHora: () => `2026-0${1 + dice.below(9)}-1${dice.below(10)}T1${dice.below(10)}:30:00.000Z`,
    booleano: () => dice.chance(0.5),
    escolha: ({choices}, {person}) => dice.pick(choices.filter(({profiles, offered: isOffered}) =>
      isOffered !== false && (profiles === undefined || profiles.includes(profileOf(person))))).id,
    opcoes: ({choices}) => choices.filter(() => dice.chance(0.5)).map(({id}) => id),
    arquivo: () => undefined,
    lista: ({list}) => dice.pick(Object.keys(config.lists[list]?.rows ?? {})),
    referencia: ({to, within}, {values, person}) => {
      const from = offered(person, to).filter(one => within === undefined || one[within] === values[within]);
      return from.length === 0 ? undefined : dice.pick(from).id;
    },
    relacionado: () => undefined,
    calculo: () => undefined,
    vinculos: ({to, within, wire}, {values, person}) => live(person, to)
      .filter(one => within === undefined || one[within] === values[within])
      .filter((_one, index) => index === 0 || dice.chance(0.4)).map(one => ({[wire.id]: one.id, [wire.on]: true})),
  };
  const profileOf = (person: Known): string =>
    Object.keys(config.profiles).find(name => config.profiles[name]?.id === person['tipo']) ?? '';
  const valueOf = (field: Field, asked: Asked): unknown => (kinds[field.kind] as (field: Field, asked: Asked) => unknown)(field, asked);

  /** Undefined where a required reference finds nothing. */
  const filled = (fields: Fields, person: Known, fixed: Values, all: boolean): Values | undefined => {
    const values: Values = {...fixed};
    for (const [name, field] of Object.entries(fields)) {
      if (name in values || field.kind === 'relacionado' || field.readOnly === true) continue;
      if (field.required === undefined && !all && field.kind !== 'vinculos' && dice.chance(0.3)) continue;
      values[name] = valueOf(field, {name, values, person});
      if (values[name] === undefined && field.kind === 'referencia' && field.required === true) return undefined;
    }
    return values;
  };

  const pdf = () => Buffer.from(`%PDF-1.7\n% ${mark()}\n1 0 obj\n<<>>\nendobj\n`);
  const filesOf = ({files}: Resource, atLeast: number): NonNullable<Draft['files']> => {
    const types = Object.keys(config.lists[files?.types ?? '']?.rows ?? {}).filter((_type, index) => index < atLeast || dice.chance(0.2));
    return types.map(tipo => ({nome: `${mark()}.pdf`, tipo, bytes: pdf()}));
  };
  /** A ticket's own items are named by their own ids; those of a new one by the template's. */
  const answers = (items: readonly Known[]) => items.map(item => {
    const field = itemField(config, item as never);
    return {
      id: item.id, descricao: item['descricao'], tipoCampo: item['tipoCampo'],
      valor: field.required !== true && dice.chance(0.3) ? '' : valueOf(field, {name: '', values: {}, person: item}),
    };
  });

  const record: Maker['record'] = (person, name, fixed = {}, existing) => {
    const resource = config.resources[name]!;
    const {create, update} = apiOf(name, resource);
    const endpoint = existing === undefined ? create : update;
    const isFixed = (field: Field): boolean => field.readOnly === 'criado' || (field.readOnly === 'proprio' && existing?.id === person.id);
    const fields = Object.fromEntries(Object.entries(resource.fields).filter(([, field]) => existing === undefined || !isFixed(field)));
    // Whoever is moved to another company is another story, that chance tells by twisting this one.
    const kept = existing === undefined ? {} : Object.fromEntries(['idEmpresa', 'idFilial', 'tipo', 'email'].flatMap(key =>
      (key in fields && key in existing ? [[key, existing[key]]] : [])));
    const values = filled(fields, person, {...kept, ...fixed}, existing === undefined);
    if (endpoint === undefined || values === undefined) return undefined;
    if (existing !== undefined && 'senha' in values) delete values['senha'];
    const {template} = resource;
    if (template !== undefined) {
      const items = existing === undefined
        ? [...world.all(template.items).values()].filter(one => one.gone !== true && one['idModeloFormulario'] === values[template.by])
        : (existing[itemsKey(resource)] as Known[] | undefined) ?? [];
      if (items.length === 0) return undefined;
      values[itemsKey(resource)] = answers(items);
    }
    if (existing !== undefined) values['id'] = existing.id;
    if (existing !== undefined && dice.chance(0.3)) values['versao'] = existing['versao'];
    return {
      endpoint, params: {id: existing?.id}, data: values,
      ...(existing === undefined && resource.files?.required === true && {files: filesOf(resource, 1)}),
    };
  };

  const allows = (action: Action, resource: Resource, person: Known, it: Known): boolean => {
    const entries = resource.status === undefined
      ? action.profiles ?? []
      : accessEntriesByStatus(resource, action)[statusById(resource, it[resource.status])?.key ?? ''] ?? [];
    return entries.map(parseAccessEntry).some(({perfil, condition}) => perfil === profileOf(person) &&
      (condition === undefined || it[resource.people?.[condition]?.field ?? ''] === person.id));
  };

  const act = (person: Known): Draft | undefined => {
    const name = dice.pick(['tickets', 'tickets', 'tickets', 'tickets', 'tickets', 'tickets', ...Object.keys(config.resources)]);
    const resource = config.resources[name]!;
    const all = live(person, name);
    if (all.length === 0) return undefined;
    const it = dice.pick(all);
    const may = Object.values(resource.actions ?? {}).filter(action => allows(action, resource, person, it));
    if (may.length === 0) return undefined;
    const action = dice.pick(may);
    if (action.call === apiOf(name, resource).update) return record(person, name, {}, it);
    // Few people and companies are switched off: who is off does nothing more.
    const off = Object.values(action.sets ?? {})[0];
    if (off === false && name !== 'tickets' && (it.id === person.id || dice.chance(0.8))) return undefined;
    const data = filled(askedFields(resource, action), person, {}, true);
    if (data === undefined) return undefined;
    return {
      endpoint: action.call, params: {id: it.id, idUsuario: person.id}, data,
      ...(action.files !== undefined && dice.chance(0.5) && {files: filesOf(resource, 0)}),
    };
  };

  const upload = (person: Known): Draft | undefined => {
    const resource = config.resources['tickets']!;
    const saving = resource.actions?.['salvar'];
    const open = live(person, 'tickets').filter(one => saving !== undefined && allows(saving, resource, person, one));
    if (open.length === 0) return undefined;
    const {upload: call, remove} = fileCallsOf('tickets', resource);
    const it = dice.pick(open);
    const stored = [...world.all('files').values()].filter(one => one.gone !== true && one['idTicket'] === it.id);
    if (stored.length > 0 && dice.chance(0.3)) {
      return {endpoint: remove, params: {fileId: dice.pick(stored).id, idUsuario: person.id}, data: undefined};
    }
    const [file] = filesOf(resource, 6);
    return {endpoint: call, params: {}, data: {tipo: file!.tipo, idTicket: it.id, idFilial: it['idFilial']}, files: [file!]};
  };

  const own = (person: Known): Draft => dice.pick<Draft>([
    ...(person['tipo'] === ROBOT ? [] : [
      {endpoint: 'PUT avisos/lidos', params: {}, data: {ate: 1 + dice.below(500)}} as const,
      {endpoint: 'PUT usuarios/:id/avisos', params: {id: person.id}, data: {email: dice.pick(['imediato', 'resumo', 'nunca'])}} as const,
    ]),
    {endpoint: 'POST filtros-salvos', params: {}, data: {recurso: 'tickets', nome: mark(), filtro: {idStatusTicket: dice.below(9)}}},
    {endpoint: 'PUT usuarios/:id', params: {id: person.id}, data: {senha: `segredo-${dice.below(1000)}`}},
  ]);

  /** A robot takes what waits, or does something with what it has. */
  const work = (person: Known): Draft | undefined => {
    const all = live(person, 'tickets');
    const mine = all.filter(one => {
      const {robot} = (one['lease'] ?? {}) as {robot?: number};
      return robot === person.id && one['idStatusTicket'] === 5;
    });
    if (mine.length === 0 && dice.chance(0.8) && all.every(one => one['idStatusTicket'] !== 4)) return undefined;
    if (mine.length === 0 || dice.chance(0.3)) {
      return {endpoint: 'POST rpa/reservar', params: {}, data: {robo: mark(), leaseSegundos: 600, espera: 0}};
    }
    const it = dice.pick(mine);
    const {token: leaseToken} = it['lease'] as {token: string};
    const [call, data] = dice.pick<[string, object]>([
      ['renovar', {leaseSegundos: 900, progresso: {texto: mark(), porcento: dice.below(101)}}], ['liberar', {}],
      ['concluir', {comentario: mark()}], ['falhar', {tipo: 'SISTEMA', codigo: 'E1', mensagem: mark()}],
      ['falhar', {tipo: 'NEGOCIO', codigo: '', mensagem: mark()}],
    ]);
    return {endpoint: `POST rpa/tickets/:id/${call}` as Endpoint, params: {id: it.id}, data: {leaseToken, ...data}};
  };

  const anything: Maker['anything'] = person => {
    if (person['tipo'] === ROBOT && dice.chance(0.9)) return work(person);
    if (dice.chance(0.45)) return act(person);
    if (dice.chance(0.12)) return upload(person);
    if (dice.chance(0.04)) return own(person);
    const name = dice.pick([...Object.keys(config.resources), 'tickets', 'tickets', 'tickets', 'tickets']);
    const {access} = config.resources[name]!;
    const may = (profiles: readonly string[]): boolean => profiles.includes(profileOf(person));
    if (dice.chance(0.5)) return may(access.create) ? record(person, name) : undefined;
    const all = live(person, name);
    if (all.length === 0) return undefined;
    const it = dice.pick(all);
    const {delete: remove} = apiOf(name, config.resources[name]!);
    if (remove !== undefined && may(access.delete) && dice.chance(0.1)) return {endpoint: remove, params: {id: it.id}, data: undefined};
    return name !== 'tickets' && may(access.update) ? record(person, name, {}, it) : undefined;
  };

  return {record, anything};
};

/** The draft as a call of that person, as the portal would send it. */
export const bytesOf = async ({endpoint, params, data, files}: Draft) => {
  const {method, path} = parseEndpoint(endpoint);
  const url = `/api/${fillPath(path, params)}`;
  if (data === undefined) return {method, url, headers: {}, payload: undefined};
  if (files === undefined) {
    return {method, url, headers: {'content-type': 'application/json'}, payload: Buffer.from(JSON.stringify(data) ?? '')};
  }
  const encoded = new Response(formOf(data, files));
  return {
    method, url, headers: {'content-type': encoded.headers.get('content-type') ?? ''}, payload: Buffer.from(await encoded.arrayBuffer()),
  };
};
