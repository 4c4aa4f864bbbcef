// GET ir-para: what each profile finds by number and by name, and the address where it opens.
import {sql} from 'kysely';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import product from '../../resources.config.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {DEFAULT_DATABASE_LIMITS} from '../../src/server/db/limits.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withResource} from '../support/configs.ts';
import {onServer} from '../support/database.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {createWorld, openTicket, putInto, type World} from '../support/tickets.ts';

interface Found {
  recurso: string;
  id: number;
  titulo: string;
  endereco: string;
  status?: string;
  detalhes?: string;
  trecho?: {texto: string; achado: boolean}[];
}

const server = beforeTests(openTestApp);
const here = beforeTests(() => createWorld(server));
const elsewhere = beforeTests(() => createWorld(server));

const goTo = async (texto: string, token = server.adm.token): Promise<Found[]> => {
  const answer = await server.api(token, 'GET ir-para', {query: {texto}});
  expect(answer, texto).toAnswer(200);
  return answer.body;
};
const titles = async (texto: string, token?: string) => (await goTo(texto, token)).map(({titulo}) => titulo);

it('finds a ticket by its number, first, whatever names hold that number', async () => {
  const {id} = await openTicket(server, here, here.users.empresa);
  await server.seed.empresa({razaoSocial: `${id} Irmãos`});
  for (const texto of [String(id), `#${id}`, ` ${id} `]) {
    expect((await goTo(texto))[0], texto).toMatchObject({
      recurso: 'tickets', id, titulo: `Ticket ${id}`, endereco: `/adm/ticket?detalhes=${id}`, status: 'Em-Aberto',
    });
  }
  expect(await titles(String(id))).toContain(`${id} Irmãos`);
  expect(await titles('9999999999')).toEqual([]);
});

it('finds companies, users and branches by name, without case and accents, and says where each opens', async () => {
  const {id: idEmpresa} = await server.seed.empresa({razaoSocial: 'Açaí Cooperativa'});
  const {id: idFilial} = await server.seed.filial({idEmpresa, descricao: 'Unidade ACAI Norte'});
  const {id} = await server.seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Íris Açaí'});
  // Names that begin so come before those that only hold it.
  expect(await goTo('AÇAI')).toEqual([
    {recurso: 'empresas', id: idEmpresa, titulo: 'Açaí Cooperativa', endereco: `/adm/empresa/salvar/${idEmpresa}`},
    {recurso: 'usuarios', id, titulo: 'Íris Açaí', endereco: `/adm/usuario/salvar/${id}`},
    {recurso: 'filiais', id: idFilial, titulo: 'Unidade ACAI Norte', endereco: `/adm/empresa?filhos=filiais.${idEmpresa}.${idFilial}`},
  ].map(one => expect.objectContaining(one)));
});

it('finds a company by its CNPJ as it is printed, and a user by the e-mail', async () => {
  const {id} = await server.seed.empresa({razaoSocial: 'Do Papel', cnpj: '11222333000181'});
  for (const texto of ['11.222.333/0001-81', '11222333000181']) expect((await goTo(texto)).map(one => one.id), texto).toContain(id);
  expect(await goTo(here.users.empresa.email)).toMatchObject([{recurso: 'usuarios', id: here.users.empresa.id}]);
});

it.each(['%', '_', '%%', '__', '\\', "'", "';--", '%a%'])('takes %s at its word', async texto => {
  await server.seed.empresa({razaoSocial: 'Sem sinais'});
  expect(await titles(texto)).toEqual([]);
});

it('takes signs of a pattern as letters of a name', async () => {
  await server.seed.empresa({razaoSocial: 'Meio 50%_a\\b'});
  expect(await titles('50%_a\\b')).toEqual(['Meio 50%_a\\b']);
});

it('stays within the scope of who asks', async () => {
  const {id} = await openTicket(server, elsewhere, elsewhere.users.empresa);
  const {id: idEmpresa} = await server.seed.empresa({razaoSocial: 'Zebra Alheia'});
  await server.seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Zebra Pessoa'});
  await server.seed.filial({idEmpresa, descricao: 'Zebra Filial'});
  expect(await titles('zebra')).toHaveLength(3);
  for (const perfil of ['empresa', 'fornecedor', 'rpa', 'empresaUsuario'] as const) {
    expect(await goTo('zebra', here.users[perfil].token), perfil).toEqual([]);
    expect((await goTo(String(id), here.users[perfil].token)).filter(one => one.recurso === 'tickets'), perfil).toEqual([]);
  }
});

it('offers only the lists that a profile has', async () => {
  const filial = (await titles('filial')).length;
  expect(filial).toBeGreaterThan(0);
  // Reaches the branches it is linked to, and has no list of them.
  expect(await goTo('filial', here.users.fornecedor.token)).toEqual([]);
  const {id} = await openTicket(server, here, here.users.fornecedor);
  expect(await goTo(String(id), here.users.fornecedor.token)).toMatchObject([{recurso: 'tickets', id}]);
});

it('leads whoever may not change a record to it in its list', async () => {
  const robot = here.users.rpa;
  const found = async (token: string) => (await goTo(robot.email, token)).find(one => one.id === robot.id)?.endereco ?? '';
  expect(await found(server.adm.token)).toBe(`/adm/usuario/salvar/${robot.id}`);
  const address = new URL(await found(here.users.empresa.token), 'http://portal.test');
  expect(address.pathname).toBe('/adm/usuario');
  expect(Object.keys(JSON.parse(address.searchParams.get('filter')!) as object)).toEqual(['nome']);
});

it('does not find what was removed', async () => {
  const {id} = await server.seed.filial({idEmpresa: here.idEmpresa, descricao: 'Passageira'});
  expect(await titles('passageira')).toEqual(['Passageira']);
  await server.api(server.adm, 'DELETE filial/:id', {params: {id}});
  expect(await titles('passageira')).toEqual([]);
});

it('answers ten at most, and lets no list keep another out', async () => {
  const {id: idEmpresa} = await server.seed.empresa({razaoSocial: 'Montes Claros'});
  for (const letter of 'ABCDEFGHIJKL') await server.seed.filial({idEmpresa, descricao: `Montes ${letter}`});
  const found = await goTo('montes');
  expect(found).toHaveLength(10);
  expect(found.map(({recurso}) => recurso)).toContain('empresas');
});

it('finds nothing for nothing, or a single letter', async () => {
  for (const texto of ['', '  ', 'e']) expect(await goTo(texto)).toEqual([]);
  expect((await server.api(server.adm, 'GET ir-para')).body).toEqual([]);
});

it('refuses what nobody types, with the reason', async () => {
  const refused = async (query: Record<string, string>) => server.api(server.adm, 'GET ir-para', {query});
  expect(await refused({texto: 'x'.repeat(101)})).toAnswer(400, {codigo: 'VALIDACAO', message: 'Limite de 100 caracteres excedido.'});
  expect(await refused({texto: 'a\u0000b'})).toAnswer(400, {codigo: 'VALIDACAO'});
  expect(await server.api(undefined, 'GET ir-para', {query: {texto: 'ab'}})).toAnswer(401);
});

it('asks a resource by the fields it declares, and only by those', async () => {
  const {empresas, ...rest} = (product as Config).resources;
  const config: Config = {
    ...product as Config, resources: {...rest, empresas: {...empresas!, list: {...empresas!.list, goTo: ['contato']}}},
  };
  const other = await openTestApp({config});
  onTestFinished(() => other.close());
  const {id} = await other.seed.empresa({razaoSocial: 'Sigilosa', contato: 'Dona Rosa'});
  const found = async (texto: string) => (await other.api(other.adm, 'GET ir-para', {query: {texto}})).body;
  expect(await found('rosa')).toMatchObject([{recurso: 'empresas', id, titulo: 'Sigilosa'}]);
  expect(await found('sigilosa')).toEqual([]);
});

it('tells each from others of its name: where it stands, its form, branch, author and items, as their lists show them', async () => {
  const {id} = await openTicket(server, here, here.users.fornecedor);
  const [ticket] = await goTo(String(id));
  const [{descricao: filial}] = (await server.api(server.adm, 'GET filial', {query: {idEmpresa: here.idEmpresa}})).body.registros;
  expect(ticket?.detalhes).toMatch(new RegExp(`^Descarga · ${filial} · Pessoa \\d+ · Placa: ABC1D23$`));
  const [user] = await goTo(here.users.fornecedor.email);
  expect(user).toMatchObject({detalhes: `${here.users.fornecedor.email} · Fornecedor`});
  expect(user).not.toHaveProperty('status');
});

describe('words together', () => {
  let world: World;
  let foreign: World;
  const tickets: Record<'aberto' | 'pendente' | 'alheio', number> = {aberto: 0, pendente: 0, alheio: 0};
  beforeAll(async () => {
    world = await createWorld(server);
    foreign = await createWorld(server);
    for (const {idFilial} of [world, foreign]) {
      await sql`update filiais set descricao = 'Apucaraná' where id = ${idFilial}`.execute(server.context.db);
    }
    tickets.aberto = (await openTicket(server, world, world.users.fornecedor)).id;
    tickets.pendente = (await openTicket(server, world, world.users.empresa)).id;
    tickets.alheio = (await openTicket(server, foreign, foreign.users.empresa)).id;
    await putInto(server, tickets.pendente, 'pendencia');
    await putInto(server, tickets.alheio, 'pendencia');
  });
  const numbers = async (texto: string, token?: string) =>
    (await goTo(texto, token)).filter(({recurso}) => recurso === 'tickets').map(({id}) => id);

  it.each([
    ['pend apucarana', ['alheio', 'pendente']], ['APUCARANA pendência', ['alheio', 'pendente']],
    ['tickets apucar descarga', ['alheio', 'pendente', 'aberto']], ['em aberto apucarana', ['aberto']],
    ['apucarana sem atend em aberto', ['aberto']], ['aguardando apucarana', ['alheio', 'pendente']],
    ['pend fin apucarana', []], ['pend apucarana nenhures', []], ['apucarana', []], ['ticket', []],
  ] as const)('%s', async (texto, expected) => {
    expect(await numbers(texto)).toEqual(expected.map(one => tickets[one]));
  });

  it('a number beside a list is a record of that list, and names beside it are of its records', async () => {
    expect(await goTo(`ticket ${tickets.aberto}`)).toMatchObject([{recurso: 'tickets', id: tickets.aberto}]);
    expect((await goTo('filial apucarana')).map(({recurso, id}) => [recurso, id])).toEqual(
      expect.arrayContaining([['filiais', world.idFilial], ['filiais', foreign.idFilial]]));
    await server.seed.empresa({razaoSocial: 'Armazéns Gerais do Porto'});
    expect(await titles('porto armazens')).toEqual(['Armazéns Gerais do Porto']);
    expect(await titles('empresa porto')).toEqual(['Armazéns Gerais do Porto']);
  });

  it('nobody finds what their list does not show, whatever they name', async () => {
    const {users} = world;
    expect(await numbers('pend apucarana', users.empresa.token)).toEqual([tickets.pendente]);
    expect(await numbers('pend apucarana', users.empresaUsuario.token)).toEqual([tickets.pendente]);
    // Of the same branch, and another's.
    expect(await numbers('pend apucarana', users.fornecedor.token)).toEqual([]);
    expect(await numbers('em aberto apucarana', users.fornecedor.token)).toEqual([tickets.aberto]);
    expect(await numbers('pend apucarana', users.rpa.token)).toEqual([]);
    for (const [texto, perfil] of [['filial apucarana', 'fornecedor'], ['usuario ativos apucarana', 'empresaUsuario']] as const) {
      expect(await goTo(texto, users[perfil].token), texto).toEqual([]);
    }
  });
});

describe('words in the texts that lists are filtered by', () => {
  const inTexts = async (texto: string, token = server.adm.token): Promise<Answer> => {
    const answer = await server.api(token, 'GET ir-para', {query: {texto, em: 'textos'}});
    expect(answer, texto).toAnswer(200);
    return answer;
  };
  const found = async (texto: string, token?: string): Promise<[string, number][]> =>
    ((await inTexts(texto, token)).body as Found[]).map(({recurso, id}) => [recurso, id]);
  let world: World;
  const tickets: Record<'author' | 'other' | 'foreign', number> = {author: 0, other: 0, foreign: 0};
  beforeAll(async () => {
    world = await createWorld(server);
    const foreign = await createWorld(server);
    tickets.author = (await openTicket(server, world, world.users.fornecedor)).id;
    tickets.other = (await openTicket(server, world, world.users.empresa)).id;
    tickets.foreign = (await openTicket(server, foreign, foreign.users.empresa)).id;
    for (const id of Object.values(tickets)) {
      await sql`update tickets set itens_formulario = 'Placa: RHO9A33; Motorista: Żaneta Kowalski; Destino: Maringá; Nota: 105003'
        where id = ${id}`.execute(server.context.db);
    }
  });

  it.each(['RHO9A33', '105003', '50', 'maringa', 'kowalski placa', 'ŽANETA  destino'])('%s', async texto => {
    const expected = texto === '50' ? [] : [tickets.foreign, tickets.other, tickets.author].map(id => ['tickets', id]);
    expect(await found(texto)).toEqual(expected);
  });

  it('says the text with the words marked, and all else that is said of a record', async () => {
    const [ticket] = (await inTexts('maringa RHO9')).body as Found[];
    expect(ticket?.detalhes).toMatch(/^Descarga · .+ · Pessoa \d+$/);
    expect(ticket).toMatchObject({titulo: `Ticket ${tickets.foreign}`, status: 'Em-Aberto', trecho: [
      {texto: 'Placa: ', achado: false}, {texto: 'RHO9', achado: true},
      {texto: 'A33; Motorista: Żaneta Kowalski; Destino: ', achado: false}, {texto: 'Maringá', achado: true},
      {texto: '; Nota: 105003', achado: false},
    ]});
  });

  it('finds a record by each text filter of its list but its name, as it is written and as it is kept', async () => {
    const {id: idEmpresa} = await server.seed.empresa();
    const {id} = await server.seed.fornecedor({idEmpresa, razaoSocial: 'Celeiro Velho', email: 'compras@granja.test'});
    expect(await found('compras@granja')).toEqual([['fornecedores', id]]);
    expect(await found('celeiro')).toEqual([]);
    const branch = await server.seed.filial({idEmpresa, cnpj: '11222333000181'});
    const [first] = (await inTexts('11.222.333')).body as Found[];
    expect(first).toMatchObject({recurso: 'filiais', id: branch.id});
    expect(first?.trecho).toEqual([{texto: '11.222.333', achado: true}, {texto: '/0001-81', achado: false}]);
  });

  it('stays within the scope', async () => {
    const {users} = world;
    expect(await found('RHO9A33', users.empresa.token)).toEqual([['tickets', tickets.other], ['tickets', tickets.author]]);
    expect(await found('RHO9A33', users.fornecedor.token)).toEqual([['tickets', tickets.author]]);
    expect(await found('RHO9A33', users.rpa.token)).toEqual([]);
    expect(await titles('RHO9A33')).toEqual([]);
  });

  it('asks for nothing but that part', async () => {
    const answer = await server.api(server.adm, 'GET ir-para', {query: {texto: 'maringa', em: 'tudo'}});
    expect(answer).toAnswer(400, {codigo: 'VALIDACAO'});
  });

  it('does not search what the profile does not see', async () => {
    const config = withResource('fornecedores', resource => ({
      ...resource, fields: {...resource.fields, email: {...resource.fields['email'], see: ['adm']} as Field},
    }));
    const other = await openTestApp({config});
    onTestFinished(() => other.close());
    const there = await createWorld(other);
    await other.seed.fornecedor({idEmpresa: there.idEmpresa, email: 'compras@granja.test'});
    const count = async (token: string) =>
      (await other.api(token, 'GET ir-para', {query: {texto: 'compras@granja', em: 'textos'}})).body.length;
    expect(await count(other.adm.token)).toBe(1);
    expect(await count(there.users.empresa.token)).toBe(0);
  });

  it('once the time is over no further list is searched: all of them are named', async () => {
    const {search} = DEFAULT_DATABASE_LIMITS;
    onTestFinished(() => void (DEFAULT_DATABASE_LIMITS.search = search));
    DEFAULT_DATABASE_LIMITS.search = 0;
    const {body, headers} = await inTexts('maringa');
    expect([body, headers['x-nao-procurados']]).toEqual([[], expect.stringContaining('tickets')]);
  });

  it.runIf(onServer)('a list that takes too long is named, and the others are found', async () => {
    const {search} = DEFAULT_DATABASE_LIMITS;
    onTestFinished(() => void (DEFAULT_DATABASE_LIMITS.search = search));
    const {id} = await server.seed.fornecedor({email: 'maringa@lenta.test'});
    DEFAULT_DATABASE_LIMITS.search = 300;
    await server.context.db.transaction().execute(async trx => {
      await sql`lock table tickets in access exclusive mode`.execute(trx);
      const {body, headers} = await inTexts('maringa');
      expect(headers['x-nao-procurados']).toBe('tickets');
      expect(body).toMatchObject([{recurso: 'fornecedores', id}]);
    });
    expect((await inTexts('maringa')).headers).not.toHaveProperty('x-nao-procurados');
  });
});
