// Every answer is as the OpenAPI document says: what is empty, what is left out, who is refused. On the demonstration, with
// two more resources that have fields of every kind, full and empty.
import {beforeAll, describe, expect, it} from 'vitest';
import {mayAccess} from '../../src/schema/access.ts';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {apiOf} from '../../src/schema/paths.ts';
import {seedDemo} from '../../src/server/demo/seed.ts';
import demonstration from '../../resources.demo.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf, type Operation} from '../support/document.ts';
import {askable, callsOf, documentedBy, isSomething} from '../support/documented.ts';
import {amostras, valid, withAmostras as config} from '../support/everyKind.ts';
import {newCnpj} from '../support/seed.ts';
import {openTestApp, type Answer, type Call} from '../support/server.ts';
import {formOf, NOTA} from '../support/tickets.ts';

const judge = await judgeOf(config);
type Verb = 'list' | 'create' | 'update';
const documented = documentedBy(judge);
const operationOf = (endpoint: Endpoint): Operation => {
  const shape = (one: string) => one.toLowerCase().replace(/:\w+/g, ':');
  const found = documented.find(one => shape(one.endpoint) === shape(endpoint));
  if (found === undefined) throw new Error(`${endpoint} is not in the document`);
  return found.operation;
};

const server = beforeTests(() => openTestApp({config}));
interface Person {
  email: string;
  perfil: string;
  id: number;
  token: string;
}
let people: Person[];
/** One of each profile. */
const oneOfEach = (): Person[] => [...new Map(people.toReversed().map(one => [one.perfil, one])).values()];

const full = valid(amostras.fields, {config, idOf: name => (name === 'empresas' ? 1 : 0)});
const needed = Object.fromEntries(Object.entries(full).filter(([name]) => amostras.fields[name]?.required === true));

/** Calls, and holds the answer against the document. */
const judged = async (person: Pick<Person, 'email' | 'token'>, endpoint: Endpoint, call: Call = {}): Promise<Answer> => {
  const answer = await server.api(person, endpoint, call);
  const faults = judge.faults(operationOf(endpoint), answer);
  expect({faults, endpoint, call, who: person.email, ...(faults.length > 0 ? {body: answer.body} : {})})
    .toEqual({faults: [], endpoint, call, who: person.email});
  return answer;
};

beforeAll(async () => {
  const {app, context, adm} = server;
  people = [];
  for (const {email} of await seedDemo(app, context, demonstration, adm.email, adm.senha)) {
    const {body} = await server.api(undefined, 'POST usuarios/login', {body: {email, senha: adm.senha}});
    const [perfil = ''] = Object.entries(config.profiles).find(([, {id}]) => id === body.idPerfil) ?? [];
    people.push({email, perfil, id: body.id, token: body.token});
  }
  for (const name of ['amostras', 'declaradas']) {
    // The second reads through the first, which has everything; the third through one that is empty.
    const {body: arquivo} = await server.api(adm, `POST ${name}/campos/arquivo` as Endpoint, {form: formOf(undefined, [NOTA], 'file')});
    for (const body of [{...full, arquivo}, {...needed, outra: 1}, {...needed, outra: 2}]) await server.api(adm, `POST ${name}`, {body});
  }
  for (const {id, perfil} of people) {
    if (perfil === 'rpa') await server.api(adm, 'POST usuarios/:id/chaves', {params: {id}, body: {nome: 'VM 1'}});
  }
  await judged(adm, 'POST filtros-salvos', {body: {recurso: 'tickets', nome: 'Meus', filtro: {}}});
});

describe('GET', () => {
  it.each(askable(documented).map(one => [one.endpoint, one] as const))('%s', async (endpoint, one) => {
    const found: Answer[] = [];
    for (const person of people) for (const call of callsOf(one, person)) found.push(await judged(person, endpoint, call));
    expect(found.some(isSomething), 'an answer that holds something').toBe(true);
  });
});

describe('what is written', () => {
  const resources = Object.entries(config.resources).filter(([name]) => name !== 'tickets');
  const verbOf = (name: string, verb: Verb): Endpoint => {
    const endpoint = apiOf(name, config.resources[name]!)[verb];
    if (endpoint === undefined) throw new Error(`${name} has no ${verb}`);
    return endpoint;
  };
  const bodies: Readonly<Record<string, () => Record<string, unknown>>> = {
    empresas: () => ({razaoSocial: 'Nova', cnpj: newCnpj(), email: 'a@b.test', telefone: '1133334444'}),
    filiais: () => ({idEmpresa: 1, descricao: 'Nova', razaoSocial: 'Nova', cnpj: newCnpj(), telefone: '1133334444', contato: 'Ana'}),
    usuarios: () => ({tipo: 1, nome: 'Nova', email: `${newCnpj()}@b.test`}),
    fornecedores: () => ({idEmpresa: 1, razaoSocial: 'Nova', email: 'a@b.test', telefone: '1133334444'}),
    modelosFormulario: () => ({idEmpresa: 1, idFilial: 1, descricao: 'Novo', chavePai: 'P', chave: 'C'}),
    modelosFormularioItem: () => ({idModeloFormulario: 1, descricao: 'Novo', tipoCampo: 'texto'}),
  };

  it.each(resources.map(([name]) => name))('%s: created with the least, changed, emptied, refused, deleted', async name => {
    const [adm] = people;
    const given = bodies[name]?.() ?? needed;
    const {status, body} = await judged(adm!, verbOf(name, 'create'), {body: given});
    expect(status, JSON.stringify(body)).toBe(201);
    const {id} = body as {id: number};
    const update = verbOf(name, 'update');
    expect(await judged(adm!, update, {params: {id}, body: {...given, id}})).toAnswer(200);
    const optional = Object.entries(config.resources[name]!.fields).filter(([, field]) =>
      field.required !== true && field.kind !== 'relacionado' && field.readOnly !== true);
    expect(await judged(adm!, update, {
      params: {id}, body: {...given, id, ...Object.fromEntries(optional.map(([field]) => [field, null]))},
    })).toAnswer(200);
    expect(await judged(adm!, update, {params: {id}, body: {...given, id, versao: 99}})).toAnswer(400);
    expect(await judged(adm!, verbOf(name, 'create'), {body: {}})).toAnswer(400);
    const last = apiOf(name, config.resources[name]!).delete;
    for (const call of [
      ...Object.values(config.resources[name]!.actions ?? {}).map(action => action.call), ...(last === undefined ? [] : [last]),
    ]) {
      expect(await judged(adm!, call, {params: {id}})).toAnswer(200);
    }
  });

  it.each(resources)('%s: saved again as read, by whoever may', async (name, resource) => {
    for (const person of people.filter(({perfil}) => mayAccess(resource, 'update', perfil))) {
      const {body} = await judged(person, verbOf(name, 'list'));
      const rows = (Array.isArray(body) ? body : (body as {registros: unknown[]}).registros) as Record<string, unknown>[];
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        const saved = await judged(person, verbOf(name, 'update'), {params: row, body: row});
        // An Adm or a robot is not an Empresa's to change.
        expect({row, ...saved}).toMatchObject(saved.status === 403 ? {body: {codigo: 'PERMISSAO'}} : {status: 200, body: row});
      }
    }
  });

  it('every move of a ticket, done or refused', async () => {
    const {actions = {}, access} = config.resources['tickets']!;
    expect(access.delete).toEqual([]);
    const statuses = new Set<number>();
    const {body: {total: last}} = await judged(people[0]!, 'GET tickets');
    for (const [key, action] of Object.entries(actions)) {
      // The newest, of which most are open.
      for (let id = last - 54; id <= last; id += 9) {
        for (const person of oneOfEach()) {
          const {status} = await judged(person, action.call, {
            params: {id, idUsuario: person.id}, body: key === 'salvar' ? {ticketFormularios: []} : {comentario: 'Por este motivo.'},
          });
          statuses.add(status);
        }
      }
    }
    expect(statuses).toEqual(new Set([200, 400, 403, 404]));
  });

  it('a record or list that the body names, out of the caller\'s reach', async () => {
    const supplier = people.find(({perfil}) => perfil === 'fornecedor')!;
    expect(await judged(people[0]!, 'POST usuarios', {body: {id: 999_999, nome: 'Ninguém'}})).toAnswer(404);
    expect(await judged(people[0]!, 'POST ticketsArquivo/upload-arquivo', {
      form: formOf({idTicket: 999_999, idFilial: 1, tipo: 'Contrato'}, [NOTA]),
    })).toAnswer(400);
    expect(await judged(supplier, 'POST filtros-salvos', {body: {recurso: 'filiais', nome: 'Minhas', filtro: {}}})).toAnswer(403);
  });
});
