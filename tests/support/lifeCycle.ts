/** Resources with a life cycle and parts, held against the same suites: tickets, and reports that no code names. */
import {sql} from 'kysely';
import {expect} from 'vitest';
import type {ConditionContext} from '../../src/schema/conditions/context.ts';
import type {Config, Endpoint, Resource} from '../../src/schema/shapes/config.ts';
import type {RecordValues} from '../../src/schema/fields/validate.ts';
import {fileCallsOf, fileIdParam} from '../../src/schema/parts.ts';
import {apiOf, historyCall} from '../../src/schema/paths.ts';
import {statusByKey, statusesOf} from '../../src/schema/statuses/statuses.ts';
import {columnOf, toSnakeCase, tableOf} from '../../src/server/db/sqlNames.ts';
import {acceptance} from './acceptance.ts';
import type {SeedTemplate, SeedUser} from './seed.ts';
import {openTestApp, type Answer, type TestApp} from './server.ts';
import {CODE, createWorld, formOf, NOTA, OPTIONAL_ITEM, type Part, type World} from './tickets.ts';

type Item = Readonly<Record<string, unknown>>;
export interface Template {
  id: number;
  itens: SeedTemplate['itens'];
}
/** How one resource is made and brought where a case needs it. */
interface Row {
  name: string;
  /** What its form and its files are called in bodies and answers. */
  form: string;
  files: string;
  template: (test: TestApp, world: World, itens: readonly Item[]) => Promise<Template>;
  /** Fields that a new record needs beside its place and its template. */
  more: Readonly<Record<string, unknown>>;
  /** What makes a condition hold or not: values of the record, or of its template. */
  facts: Readonly<Record<string, {field: string; on: unknown; off: unknown; template?: true}>>;
}

const posted = async ({api, adm}: TestApp, endpoint: Endpoint, body: Item): Promise<Answer['body']> => {
  const answer = await api(adm, endpoint, {body});
  expect(answer, `${endpoint} ${JSON.stringify(body)}`).toMatchObject({status: 201});
  return answer.body;
};

const ROWS: readonly Row[] = [
  {
    name: 'tickets', form: 'ticketFormularios', files: 'ticketArquivos', more: {},
    template: (test, {idEmpresa, idFilial}, itens) => test.seed.modelo({idEmpresa, idFilial, descricao: 'Descarga',
      workFlowNameRpa: 'agendar', itens}),
    facts: {
      temRobo: {field: 'workFlowNameRpa', on: 'agendar', off: '', template: true},
      daTransportadora: {field: 'codigoTransportadora', on: CODE, off: 'OUTRO-9'},
    },
  },
  {
    name: 'laudos', form: 'itens', files: 'arquivos', more: {titulo: 'Laudo de carga'},
    template: async (test, {idEmpresa, idFilial}, itens) => {
      const {id} = await posted(test, 'POST roteiros', {idEmpresa, idFilial, nome: 'Descarga', norma: 'NBR 1'});
      const made: Template['itens'] = [];
      for (const item of itens) {
        const one = await posted(test, 'POST roteirosPergunta', {...item, noResumo: item['mostrarConsultaTicket'] ?? false, idRoteiro: id});
        made.push({id: one.id, descricao: one.descricao});
      }
      return {id, itens: made};
    },
    facts: {
      comNorma: {field: 'norma', on: 'NBR 1', off: '', template: true},
      doParceiro: {field: 'codigoParceiro', on: CODE, off: 'OUTRO-9'},
      urgente: {field: 'urgencia', on: 'alta', off: 'normal'},
      parado: {field: 'desde', on: new Date(Date.now() - 40 * 86_400_000), off: new Date(Date.now() - 86_400_000)},
    },
  },
];

/** What is said with an action, by whatever name each asks for it. */
export const said = (text: string): Item => ({comentario: text, motivo: text, parecer: text, fala: text});

export const ITEMS: readonly Item[] = [
  {descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true, mostrarConsultaTicket: true},
  {descricao: 'Data', tipoCampo: 'data', mostrarConsultaTicket: true},
  {descricao: 'Transportadora', tipoCampo: 'texto'},
  {descricao: OPTIONAL_ITEM, tipoCampo: 'texto'},
];

/** All that is kept of a record, to show what changed and what did not. */
export interface Everything {
  registro: Readonly<Record<string, unknown>>;
  itens: readonly {id: number; descricao: string; valor: string}[] | null;
  arquivos: readonly object[] | null;
  historico: readonly Readonly<Record<string, unknown>>[];
}

/** One resource on a server of its own. */
export interface LifeCycle {
  name: string;
  resource: Resource;
  config: Config;
  test: TestApp;
  world: World;
  template: Template;
  form: string;
  files: string;
  /** Conditions that its rows decide, beside people, `participou` and `itensValidos`. */
  facts: readonly string[];
  call: (user: {token: string}, endpoint: Endpoint, id: number, more?: object) => Promise<Answer>;
  makeTemplate: (itens: readonly Item[]) => Promise<Template>;
  /** The `data` of a new record; `valores` by the items' descriptions. */
  data: (valores?: Item, template?: Template) => Record<string, unknown>;
  create: (as: {token: string}, data: unknown, parts?: readonly Part[], headers?: Record<string, string>) => Promise<Answer>;
  /** Opens one and answers it whole. */
  open: (as?: SeedUser, valores?: Item) => Promise<Answer['body']>;
  read: (as: {token: string}, id: number) => Promise<Answer>;
  history: (as: {token: string}, id: number) => Promise<Answer['body']>;
  upload: (as: {token: string}, id: number, parts: readonly Part[], more?: Item, headers?: Record<string, string>) => Promise<Answer>;
  listFiles: (as: {token: string}, id: number) => Promise<Answer>;
  download: (as: {token: string}, id: number, file: number, headers?: Record<string, string>) => Promise<Answer>;
  removeFile: (as: {id: number; token: string}, id: number, file: number) => Promise<Answer>;
  everything: (id: number) => Promise<Everything>;
  /** What {@link put} brings about, asked by somebody of the company without a server: `self`, of that profile. */
  asked: (perfil: string, key: string, self: number, missing: ReadonlySet<string>) => ConditionContext;
  /**
   * Puts a record where no call was asked to bring it.
   *
   * @param self whom its people and its history name, but for those that are `missing`
   * @param missing conditions that do not hold; all others do
   */
  put: (id: number, key: string, self: number, missing?: ReadonlySet<string>) => Promise<void>;
  /** Takes away its history but for the first step: a record that hundreds of cases are tried with has no more of it for the last one. */
  forget: (id: number) => Promise<void>;
  close: () => Promise<void>;
}

type LifeCycleOptions = Pick<NonNullable<Parameters<typeof openTestApp>[0]>, 'config' | 'env' | 'many'>;

const lifeCycle = async ({name, form, files, template: make, more, facts}: Row,
  {config = acceptance, env = {}, ...how}: LifeCycleOptions): Promise<LifeCycle> => {
  const test = await openTestApp({config, env, ...how});
  const world = await createWorld(test);
  const resource = config.resources[name]!;
  const table = tableOf(name);
  const api = apiOf(name, resource);
  const calls = fileCallsOf(name, resource);
  const by = resource.template!.by;
  const reference = resource.fields[by] as {to: string};
  const makeTemplate = (itens: readonly Item[]) => make(test, world, itens);
  const own = await makeTemplate(ITEMS);
  const {db} = test.context;

  const data: LifeCycle['data'] = (valores = {Placa: 'ABC1D23'}, template = own) => ({
    idEmpresa: world.idEmpresa, idFilial: world.idFilial, [by]: template.id, ...more,
    [form]: template.itens.map(({id, descricao}) => ({id, valor: valores[descricao] ?? ''})),
  });
  const call: LifeCycle['call'] = (user, endpoint, id, {...sent} = {}) =>
    test.api(user, endpoint, {params: {id, idUsuario: (user as {id?: number}).id}, ...sent});
  const create: LifeCycle['create'] = (as, sent, parts = [NOTA], headers = {}) =>
    test.api(as, api.create!, {form: formOf(sent, parts), headers});
  const column = (field: string) => sql.ref(columnOf(field, resource.fields[field]!));
  const ofTemplate = Object.values(facts).flatMap(({field, template}) => (template === undefined ? [] : [field]));
  const otherThan = (self: number): number => (self === test.adm.id ? world.users.empresa.id : test.adm.id);
  const recordAt = (key: string, self: number, missing: ReadonlySet<string>): RecordValues => ({
    idEmpresa: world.idEmpresa, [resource.status!]: statusByKey(resource, key)!.id,
    ...Object.fromEntries(Object.entries(facts).map(([condition, {field, on, off}]) => [field, missing.has(condition) ? off : on])),
    ...Object.fromEntries(Object.entries(resource.people ?? {}).map(([person, {field}]) =>
      [field, missing.has(person) ? otherThan(self) : self])),
  });

  return {
    name, resource, config, test, world, template: own, form, files, facts: Object.keys(facts), call, makeTemplate, data, create,
    open: async (as = world.users.fornecedor, valores = {Placa: 'ABC1D23'}) => {
      const answer = await create(as, data(valores));
      expect(answer).toMatchObject({status: 201});
      return answer.body;
    },
    read: (as, id) => call(as, api.one!, id),
    history: async (as, id) => (await call(as, historyCall(name, resource)!, id)).body,
    upload: (as, id, parts, sent = {}, headers = {}) => {
      const {record = '', repeats = ''} = resource.files?.calls ?? {};
      const fields = resource.files?.calls === undefined ? {} : {[record]: id, [repeats]: world.idFilial};
      return call(as, calls.upload, id, {form: formOf({tipo: 'Laudo', ...fields, ...sent}, parts, 'file'), headers});
    },
    listFiles: (as, id) => call(as, calls.list, id),
    download: (as, id, file, headers = {}) => call(as, calls.download, id, {params: {id, [fileIdParam(calls.download)]: file}, headers}),
    removeFile: (as, id, file) => call(as, calls.remove, id, {params: {id, idUsuario: as.id, [fileIdParam(calls.remove)]: file}}),
    everything: async id => {
      const {rows} = await sql<Everything>`
        select to_jsonb(t) as registro,
          (select jsonb_agg(to_jsonb(f) order by f.id) from ${sql.table(`${table}_formularios`)} f where f.id_registro = t.id) as itens,
          (select jsonb_agg(to_jsonb(a) order by a.id) from ${sql.table(`${table}_arquivos`)} a where a.id_registro = t.id) as arquivos,
          (select jsonb_agg(to_jsonb(h) order by h.id) from historico h where h.recurso = ${name} and h.id_registro = t.id) as historico
        from ${sql.table(table)} t where t.id = ${id}`.execute(db);
      return rows[0]!;
    },
    asked: (perfil, key, self, missing) => ({
      resource, record: recordAt(key, self, missing), session: {id: self, perfil, idEmpresa: world.idEmpresa, codigoExterno: CODE},
      known: {filiais: true, participou: !missing.has('participou'), itensValidos: !missing.has('itensValidos')},
    }),
    put: async (id, key, self, missing = new Set()) => {
      const record = recordAt(key, self, missing);
      const stamps = statusesOf(resource).flatMap(({stamps: field}) => (field === undefined ? [] : [[field, null] as const]));
      const values = [...stamps, ...Object.entries(record)].filter(([field]) => !ofTemplate.includes(field));
      await sql`update ${sql.table(table)}
        set ${sql.join(values.map(([field, value]) => sql`${column(field)} = ${value}`))} where id = ${id}`.execute(db);
      for (const field of ofTemplate) {
        await sql`update ${sql.table(tableOf(reference.to))}
          set ${sql.ref(toSnakeCase(field))} = ${record[field]} where id = ${own.id}`.execute(db);
      }
      await sql`update ${sql.table(`${table}_formularios`)} set valor = ${missing.has('itensValidos') ? '' : 'ABC1D23'}
        where id_registro = ${id} and obrigatorio`
        .execute(db);
      const took = missing.has('participou') ? otherThan(self) : self;
      await sql`update historico set id_usuario = ${took}
        where recurso = ${name} and id_registro = ${id} and id_usuario is distinct from ${took}`.execute(db);
    },
    forget: async id => {
      await sql`delete from historico h where recurso = ${name} and id_registro = ${id}
        and exists (select from historico o where o.recurso = h.recurso and o.id_registro = h.id_registro and o.id < h.id)`.execute(db);
    },
    close: () => test.close(),
  };
};

export const lifeCycleNames = ROWS.map(({name}) => name);

/** Opens a resource of {@link lifeCycleNames} on a server of its own: in `beforeAll`, and `close` in `afterAll`. */
export const openLifeCycle = (name: string, options: LifeCycleOptions = {}): Promise<LifeCycle> =>
  lifeCycle(ROWS.find(row => row.name === name)!, options);
