// The config alone says what a field may hold: another status, another profile, a field that may be left empty need no change of the database.
import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {apiOf} from '../../src/schema/paths.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field, FieldOf} from '../../src/schema/shapes/fields.ts';
import {sqlTypeOf} from '../../src/server/db/kindColumns.ts';
import {planDatabase, prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {columnOf, tableOf} from '../../src/server/db/sqlNames.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {databaseBefore} from '../support/before.ts';
import {withResource} from '../support/configs.ts';
import {preparedDatabase, type TestDatabase} from '../support/database.ts';
import {newCnpj} from '../support/seed.ts';
import {openTestApp, type TestApp} from '../support/server.ts';
import {createWorld, openTicket, type World} from '../support/tickets.ts';
import product from '../../resources.config.ts';

const base: Config = product;
const prepare = (db: Db, config: Config): Promise<void> => prepareDatabase(db, config, () => {});

/** Every field of every resource. */
const fields = Object.entries(base.resources).flatMap(([name, resource]) =>
  Object.entries(resource.fields).map(([campo, field]) => ({name, resource, campo, field})));
const choiceFields = fields.filter((one): one is typeof one & {field: FieldOf<'escolha'>} => one.field.kind === 'escolha');

/** The choice that is new in a field. */
const newChoice = ({choices}: FieldOf<'escolha'>): string | number =>
  (typeof choices[0]?.id === 'number' ? Math.max(...choices.map(({id}) => Number(id))) + 1 : 'nova');

/** Nothing is required any more, or kept from a profile, and there is one choice more everywhere. */
const loosened = (field: Field): Field => {
  const {required: _required, editable: _editable, whenOff: _whenOff, ...rest} = field;
  return rest.kind === 'escolha' ? {...rest, choices: [...rest.choices, {id: newChoice(rest), key: 'nova', name: 'Nova'}]} : rest;
};
const PEOPLE = ['adm', 'auditor'];
const grown: Config = {
  ...base,
  // A sixth profile, with a home and a scope of its own.
  profiles: {...base.profiles, auditor: {id: 6, name: 'Auditor', home: '/adm/ticket'}},
  resources: Object.fromEntries(Object.entries(base.resources).map(([name, resource]): [string, Resource] => [name, {
    ...resource,
    fields: Object.fromEntries(Object.entries(resource.fields).map(([campo, field]) => [campo, loosened(field)])),
    ...(name === 'tickets' ? {
      access: {...resource.access, list: [...resource.access.list, 'auditor'], read: [...resource.access.read, 'auditor']},
      scope: {...resource.scope, auditor: ['empresa']},
      actions: {
        ...resource.actions,
        // Into the ninth status.
        auditar: {
          label: 'Auditar', call: 'PUT tickets/auditar/:id' as const, from: {emAberto: PEOPLE}, to: 'nova', success: 'Ticket Auditado!',
        },
      },
    } : {}),
    ...(name === 'fornecedores' ? {
      actions: {
        ...resource.actions,
        suspender: {
          label: 'Suspender', call: 'PUT fornecedores/suspender/:id' as const, profiles: ['adm'], sets: {status: 2},
          success: 'Fornecedor Suspenso!',
        },
      },
    } : {}),
  }])),
};

/** What is demanded of the columns that fields describe, by the database itself. */
const demandsOf = async (db: Db): Promise<string[]> => {
  const {rows} = await sql<{name: string; what: string}>`
    select c.relname || '.' || a.attname as name, 'not null' as what
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and a.attnotnull
    union all select c.relname || '.' || a.attname, pg_get_constraintdef(k.oid)
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
      where c.relnamespace = current_schema()::regnamespace and k.contype = 'c'`.execute(db);
  const described = new Set(fields.filter(({field}) => sqlTypeOf(field) !== null).map(({name, campo, field}) =>
    `${tableOf(name)}.${columnOf(campo, field)}`));
  return rows.filter(({name}) => described.has(name) && !name.endsWith('.data_criacao')).map(({name, what}) => `${name}: ${what}`);
};

describe('the database', () => {
  let database: TestDatabase | undefined;
  afterEach(async () => {
    await database?.close();
    database = undefined;
  });

  it.each([['made by this version', () => preparedDatabase(product)], ['left by the version before', databaseBefore]] as const)(
    'demands nothing of what a field holds: one %s', async (_which, open) => {
      database = await open();
      await prepare(database.db, product);
      expect(await demandsOf(database.db)).toEqual([]);
    });

  it('demanded it before, which is why a test that finds nothing finds something', async () => {
    database = await databaseBefore();
    const demands = await demandsOf(database.db);
    expect(demands).toEqual(expect.arrayContaining([
      'filiais.id_empresa: not null', 'tickets.id_status_ticket: CHECK (((id_status_ticket >= 1) AND (id_status_ticket <= 8)))',
    ]));
    expect((await planDatabase(database.db, product)).changes).toContainEqual({sentence: 'Migração 013_restricoes.sql será aplicada.'});
  });
});

describe('a config that demands less and offers more', () => {
  let server: TestApp;
  let world: World;
  /** What `npm run schema` says after the start. */
  let left: Awaited<ReturnType<typeof planDatabase>>;
  /** A template that no ticket is opened with: its items may lack what a form needs. */
  let idModelo: number;
  beforeAll(async () => {
    const database = await preparedDatabase(product);
    await prepare(database.db, grown);
    left = await planDatabase(database.db, grown);
    server = await openTestApp({config: grown, database});
    world = await createWorld(server);
    idModelo = (await server.seed.modelo({idEmpresa: world.idEmpresa, idFilial: world.idFilial})).id;
  });
  afterAll(() => server?.close());

  /** A valid record of each resource, by its wire names. */
  const bodyOf = (name: string): Record<string, unknown> => {
    const {idEmpresa, idFilial} = world;
    const common = {
      razaoSocial: 'Nova Ltda', cnpj: newCnpj(), email: `n${Math.random()}@b.test`, telefone: '1133334444', contato: 'Ana',
      descricao: 'Nova',
    };
    const own: Record<string, object> = {
      usuarios: {nome: 'Ana', email: common.email, senha: 'segredo-1', tipo: 2, idEmpresa},
      filiais: {idEmpresa}, fornecedores: {idEmpresa},
      modelosFormulario: {idEmpresa, idFilial, chavePai: 'PAI', chave: 'CH'},
      modelosFormularioItem: {idModeloFormulario: idModelo, tipoCampo: 'texto'},
    };
    return Object.fromEntries(Object.entries({...common, ...own[name]}).filter(([campo]) =>
      base.resources[name]?.fields[campo] !== undefined));
  };
  const create = (name: string, body: object) => server.api(server.adm, apiOf(name, base.resources[name]!).create!, {body});

  it('is what the database is in agreement with', () => {
    expect(left).toEqual({changes: [], findings: []});
  });

  const required = fields.filter(({name, field}) => name !== 'tickets' && field.required !== undefined);
  it.each(required.map(({name, campo}) => [name, campo]))('stores a record of %s without %s', async (name, campo) => {
    // What is chosen within it is left out with it.
    const isLeft = (one: string): boolean => {
      const field = base.resources[name]?.fields[one];
      return one === campo || (field !== undefined && 'within' in field && field.within === campo);
    };
    const body = Object.fromEntries(Object.entries(bodyOf(name)).filter(([one]) => !isLeft(one)));
    const answer = await create(name, body);
    expect(answer).toAnswer(201);
    expect([0, '', null]).toContainEqual(answer.body[campo]);
  });

  it.each(fields.filter(({name, field}) => name === 'tickets' && sqlTypeOf(field) !== null && field.kind !== 'dataHora')
    .map(({campo, field}) => [campo, field] as const))(
    'lets a ticket be without %s', async (campo, field) => {
      const ticket = await openTicket(server, world, world.users.empresa);
      await sql`update tickets set ${sql.ref(columnOf(campo, field))} = null where id = ${ticket.id}`.execute(server.context.db);
      const {registros} = (await server.api(server.adm, 'GET tickets', {query: {pageSize: 50}})).body;
      expect(registros.map((row: {id: number}) => row.id)).toContain(ticket.id);
    });

  it.each(choiceFields.filter(({field}) => field.readOnly !== true).map(({name, campo, field}) =>
    [name, campo, newChoice(field)] as const))(
    'stores the new choice of %s.%s', async (name, campo, choice) => {
      const answer = await create(name, {...bodyOf(name), [campo]: choice});
      expect(answer).toAnswer(201, {[campo]: choice});
    });

  it('takes a supplier into a third status', async () => {
    const {body: {id}} = await create('fornecedores', bodyOf('fornecedores'));
    expect(await server.api(server.adm, 'PUT fornecedores/suspender/:id', {params: {id}})).toAnswer(200);
    expect((await server.api(server.adm, 'GET fornecedores/:id', {params: {id}})).body).toMatchObject({status: 2});
  });

  it('takes a ticket into a ninth status, by somebody of a sixth profile', async () => {
    const ticket = await openTicket(server, world, world.users.empresa);
    const auditor = await server.seed.usuario({perfil: 'auditor' as 'adm', idEmpresa: world.idEmpresa, tipo: 6});
    const answer = await server.api(auditor, 'PUT tickets/auditar/:id', {params: {id: ticket.id}});
    expect(answer).toAnswer(200, {idStatusTicket: 9, descricaoStatus: 'Nova'});
    const [last] = (await server.api(auditor, 'GET ticketsHistorico/:id', {params: {id: ticket.id}})).body;
    expect(last).toMatchObject({acao: 'Auditar', deStatus: 'Em-Aberto', paraStatus: 'Nova'});
  });
});

describe('a parent that was deleted', () => {
  /** Templates that may be deleted. */
  const config = withResource('modelosFormulario', resource => ({
    ...resource, api: {...resource.api, delete: 'DELETE modelosformulario/:id'}, access: {...resource.access, delete: ['adm']},
  }));
  let server: TestApp;
  beforeAll(async () => {
    server = await openTestApp({config});
  });
  afterAll(() => server?.close());

  it('takes its children out of lists and of reach, whoever asks, and others keep theirs', async () => {
    const {api, adm, seed} = server;
    const {modelo, users, idEmpresa, idFilial} = await createWorld(server);
    const other = await seed.modelo({idEmpresa, idFilial});
    const itemsOf = async (id: number, token: string): Promise<unknown[]> =>
      (await api(token, 'GET modelosFormularioItem', {query: {idModeloFormulario: id}})).body;
    expect(await itemsOf(modelo.id, adm.token)).toHaveLength(4);
    expect(await api(adm, 'DELETE modelosformulario/:id', {params: {id: modelo.id}})).toAnswer(200);
    for (const {token} of [adm, users.empresa, users.fornecedor, users.rpa]) {
      expect(await itemsOf(modelo.id, token)).toEqual([]);
      expect(await itemsOf(other.id, token)).toHaveLength(1);
    }
    const change = (id: number) => api(adm, 'PUT modelosFormularioItem/:id', {params: {id}, body: {descricao: 'Outra'}});
    expect(await change(modelo.itens[0]!.id)).toAnswer(404);
    expect(await change(other.itens[0]!.id)).toAnswer(200);
  });
});
