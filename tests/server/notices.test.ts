// Notices: whom an action tells, in which words, and what of it each person reads (rules: Notices 1, 2).
import {sql} from 'kysely';
import {beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {countUnreadNotices} from '../../src/server/notices/notices.ts';
import {beforeTests} from '../support/beforeTests.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {actOn, createWorld, openTicket, putInto, type TicketAction} from '../support/tickets.ts';

const test = beforeTests(() => openTestApp({many: true}));
const world = beforeTests(() => createWorld(test));
/** Of the same company: one linked with no branch, one deactivated; and one of another company. */
let semFilial: SeedUser;
let inativo: SeedUser;
let estranho: SeedUser;
/** A ticket that the supplier opened. */
let id: number;
beforeAll(async () => {
  const {idEmpresa, idFilial} = world;
  semFilial = await test.seed.usuario({perfil: 'empresaUsuario', idEmpresa});
  inativo = await test.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [idFilial]});
  estranho = await test.seed.usuario({perfil: 'empresa'});
  await test.api(test.adm, 'PUT usuarios/inativar/:id', {params: {id: inativo.id}});
});
beforeEach(async () => {
  id = (await openTicket(test, world, world.users.fornecedor)).id;
  await sql`delete from avisos`.execute(test.context.db);
});

interface Person {
  id: number;
  token: string;
}
const act = (who: Person, action: TicketAction, body?: object, headers: Record<string, string> = {}): Promise<Answer> =>
  actOn(test, id, who, action, {body, headers});
/** Does an action that is taken. */
const does = async (who: Person, action: TicketAction, body?: object): Promise<void> =>
  expect(await act(who, action, body), action).toAnswer(200);
const everybody = (): Readonly<Record<string, SeedUser>> => ({...world.users, semFilial, inativo, estranho});
const nameOf = (one: number): string => Object.entries(everybody()).find(([, user]) => user.id === one)?.[0] ?? String(one);
/** What stands written for whom, the newest last. */
const told = async (): Promise<[who: string, texto: string][]> => {
  const {rows} = await sql<{idUsuario: number; texto: string}>`select id_usuario as "idUsuario", texto from avisos order by id`
    .execute(test.context.db);
  return rows.map(({idUsuario, texto}): [string, string] => [nameOf(idUsuario), texto]).toSorted(([a], [b]) => a.localeCompare(b));
};
const listed = async (who: Person, query: Record<string, string> = {}): Promise<Answer['body']> =>
  (await test.api(who, 'GET avisos', {query})).body;
const nome = async (who: Person): Promise<string> => (await test.api(who, 'GET usuarios/:id', {params: {id: who.id}})).body.nome;
/** Notices as if they had been told, oldest first. */
const write = (who: Person, textos: readonly string[], idRegistro = id) => sql`
  insert into avisos (id_usuario, recurso, id_registro, texto)
  select ${who.id}, 'tickets', ${idRegistro}, t from unnest(${textos}::text[]) with ordinality as x (t, n) order by n`
  .execute(test.context.db);

describe('whoever opened a ticket is told', () => {
  it('that something is asked of them, with the reason and who asks', async () => {
    const {empresaUsuario, fornecedor} = world.users;
    await putInto(test, id, 'emAtendimento', {atendente: empresaUsuario.id});
    await does(empresaUsuario, 'pendenciar', {comentario: 'Falta o laudo.'});
    expect(await told()).toEqual([['fornecedor', `${await nome(empresaUsuario)} pede no ticket ${id}: Falta o laudo.`]]);
    expect(await listed(fornecedor)).toEqual({
      total: 1, naoLidos: 1, registros: [{
        id: expect.any(Number), texto: `${await nome(empresaUsuario)} pede no ticket ${id}: Falta o laudo.`, recurso: 'tickets',
        idRegistro: id, dataCriacao: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), lido: false, resolvido: false,
      }],
    });
  });

  it.each([
    ['aprovar', 'emAprovacao', undefined, 'O ticket {id} foi aprovado.'],
    ['reprovar', 'emAprovacao', 'Outra filial.', 'O ticket {id} foi reprovado: Outra filial.'],
    ['finalizar', 'pendencia', 'Tudo certo.', 'O ticket {id} foi finalizado: Tudo certo.'],
    ['cancelar', 'emAberto', 'Aberto em duplicidade.', 'O ticket {id} foi cancelado: Aberto em duplicidade.'],
  ] as const)('%s', async (name, status, comentario, texto) => {
    await putInto(test, id, status);
    await does(world.users.empresa, name, comentario === undefined ? undefined : {comentario});
    expect(await told()).toEqual([['fornecedor', texto.replace('{id}', String(id))]]);
  });

  it('by nobody of what they did themselves', async () => {
    await does(world.users.fornecedor, 'cancelar', {comentario: 'Aberto em duplicidade.'});
    expect(await told()).toEqual([]);
  });

  it('not where they are inactive, nor where their company is', async () => {
    const {db} = test.context;
    const {fornecedor, adm} = world.users;
    for (const [table, of] of [['usuarios', fornecedor.id], ['empresas', world.idEmpresa]] as const) {
      await putInto(test, id, 'pendencia');
      await sql`update ${sql.table(table)} set ativo = false where id = ${of}`.execute(db);
      await does(adm, 'finalizar', {comentario: 'Fim.'});
      await sql`update ${sql.table(table)} set ativo = true where id = ${of}`.execute(db);
      expect(await told()).toEqual([]);
    }
  });

  it('not where they do not reach the ticket any more', async () => {
    const {fornecedor, empresa} = world.users;
    await putInto(test, id, 'pendencia');
    await sql`delete from usuarios_filiais where id_usuario = ${fornecedor.id}`.execute(test.context.db);
    await does(empresa, 'finalizar', {comentario: 'Fim.'});
    await sql`insert into usuarios_filiais (id_usuario, id_filial, id_empresa)
      values (${fornecedor.id}, ${world.idFilial}, ${world.idEmpresa})`.execute(test.context.db);
    expect(await told()).toEqual([]);
  });
});

describe('a comment is told', () => {
  const texto = async (who: Person, comentario: string): Promise<string> => `${await nome(who)} comentou o ticket ${id}: ${comentario}`;

  it('to the whole team where nobody attends: those who reach the ticket, and nobody else', async () => {
    const {fornecedor} = world.users;
    await does(fornecedor, 'comentar', {comentario: 'Chegou?'});
    const one = await texto(fornecedor, 'Chegou?');
    expect(await told()).toEqual([['adm', one], ['empresa', one], ['empresaUsuario', one]]);
  });

  it('to the others of the team by one of it who opened the ticket', async () => {
    const {empresa} = world.users;
    id = (await openTicket(test, world, empresa)).id;
    await does(empresa, 'comentar', {comentario: 'Alguém pega?'});
    const one = await texto(empresa, 'Alguém pega?');
    expect(await told()).toEqual([['adm', one], ['empresaUsuario', one]]);
  });

  it('to the attendant alone where there is one, and by them to the author alone', async () => {
    const {fornecedor, empresaUsuario} = world.users;
    await putInto(test, id, 'emAtendimento', {atendente: empresaUsuario.id});
    await does(fornecedor, 'comentar', {comentario: 'Chegou?'});
    await does(empresaUsuario, 'comentar', {comentario: 'Chegou.'});
    expect(await told()).toEqual([
      ['empresaUsuario', await texto(fornecedor, 'Chegou?')], ['fornecedor', await texto(empresaUsuario, 'Chegou.')],
    ]);
  });

  it('to the author where nobody attends and one of the team writes: the rest of the team has no need of it', async () => {
    await does(world.users.empresa, 'comentar', {comentario: 'Visto.'});
    expect(await told()).toEqual([['fornecedor', await texto(world.users.empresa, 'Visto.')]]);
  });

  it('to nobody of the team where there is an attendant who cannot be told', async () => {
    await putInto(test, id, 'emAtendimento', {atendente: inativo.id});
    await does(world.users.fornecedor, 'comentar', {comentario: 'Alguém?'});
    expect(await told()).toEqual([]);
  });

  it('once to who is author and attendant', async () => {
    const {empresa, empresaUsuario} = world.users;
    await putInto(test, id, 'emAtendimento', {autor: empresa.id, atendente: empresa.id});
    await does(empresaUsuario, 'comentar', {comentario: 'Oi.'});
    expect(await told()).toEqual([['empresa', await texto(empresaUsuario, 'Oi.')]]);
  });

  it('as it was typed, whatever it holds', async () => {
    const comentario = 'Linha 1:\n{id} ‘aspas’ %s $1 \\ {session.nome} :';
    await does(world.users.empresa, 'comentar', {comentario});
    expect(await told()).toEqual([['fornecedor', await texto(world.users.empresa, comentario)]]);
  });
});

describe('who attends is told', () => {
  it('that a ticket was passed to them, and who had it before is not', async () => {
    const {empresa, empresaUsuario} = world.users;
    await putInto(test, id, 'emAtendimento', {atendente: empresaUsuario.id});
    await does(world.users.adm, 'passar', {idUsuarioAtendimento: empresa.id});
    expect(await told()).toEqual([['empresa', `Administrador passou o ticket ${id} para você.`]]);
  });

  it('that the ticket they had was opened again', async () => {
    const {empresaUsuario, fornecedor} = world.users;
    await putInto(test, id, 'pendencia', {atendente: empresaUsuario.id});
    await does(fornecedor, 'reabrir');
    expect(await told()).toEqual([['empresaUsuario', `${await nome(fornecedor)} reabriu o ticket ${id}, que você atendia.`]]);
  });
});

describe('an action', () => {
  it('that says of nobody whom it tells, tells nobody', async () => {
    await does(world.users.empresa, 'atender');
    expect(await told()).toEqual([]);
  });

  it('that is refused tells nobody', async () => {
    expect(await act(world.users.empresa, 'finalizar', {comentario: 'Fim.'})).toAnswer(400);
    expect(await act(world.users.empresa, 'comentar', {comentario: ''})).toAnswer(400);
    expect(await told()).toEqual([]);
  });

  it('that is sent again with its key tells once', async () => {
    const headers = {'idempotency-key': 'um-comentario-so'};
    const {empresa} = world.users;
    for (let n = 0; n < 2; n++) expect(await act(empresa, 'comentar', {comentario: 'Um.'}, headers)).toAnswer(200);
    expect(await told()).toHaveLength(1);
  });
});

describe('a list of notices', () => {
  it('has pages of twenty, the newest first, and counts of all', async () => {
    const {fornecedor} = world.users;
    await write(fornecedor, Array.from({length: 45}, (_, n) => `Aviso ${n + 1}`));
    const {body: first} = await test.api(fornecedor, 'GET avisos');
    expect(first).toMatchObject({total: 45, naoLidos: 45});
    expect(first.registros.map((one: {texto: string}) => one.texto)).toEqual(Array.from({length: 20}, (_, n) => `Aviso ${45 - n}`));
    expect((await listed(fornecedor, {page: '3'})).registros.map((one: {texto: string}) => one.texto))
      .toEqual(['Aviso 5', 'Aviso 4', 'Aviso 3', 'Aviso 2', 'Aviso 1']);
    expect(await listed(fornecedor, {page: '4'})).toEqual({total: 45, naoLidos: 45, registros: []});
  });

  it('is each person’s own', async () => {
    await write(world.users.fornecedor, ['Um']);
    expect(await listed(world.users.empresa)).toEqual({total: 0, naoLidos: 0, registros: []});
  });

  it('has none of a record out of reach, and has it again with the reach', async () => {
    const {fornecedor} = world.users;
    const {db} = test.context;
    await write(fornecedor, ['Um']);
    await sql`delete from usuarios_filiais where id_usuario = ${fornecedor.id}`.execute(db);
    expect(await listed(fornecedor)).toEqual({total: 0, naoLidos: 0, registros: []});
    expect(await countUnreadNotices(db, test.context.config, [fornecedor.id])).toEqual(new Map([[fornecedor.id, 0]]));
    await sql`insert into usuarios_filiais (id_usuario, id_filial, id_empresa)
      values (${fornecedor.id}, ${world.idFilial}, ${world.idEmpresa})`.execute(db);
    expect(await listed(fornecedor)).toMatchObject({total: 1, naoLidos: 1});
  });

  it('counts none as unread that is settled, which the count of several people does not either', async () => {
    const {fornecedor, empresa} = world.users;
    await putInto(test, id, 'pendencia');
    await write(fornecedor, ['Falta o laudo.']);
    await write(empresa, ['Chegou.']);
    await does(fornecedor, 'comentar', {comentario: 'Segue.'});
    const {total, naoLidos, registros} = await listed(fornecedor);
    expect({total, naoLidos, first: registros.at(-1)}).toMatchObject({total: 1, naoLidos: 0, first: {lido: false, resolvido: true}});
    const {db, config} = test.context;
    expect(await countUnreadNotices(db, config, [fornecedor.id])).toEqual(new Map([[fornecedor.id, 0]]));
    expect((await countUnreadNotices(db, config, [empresa.id])).get(empresa.id)).toBeGreaterThan(0);
  });

  it('is of the newest thousand, and no more are looked at', async () => {
    const {fornecedor} = world.users;
    await write(fornecedor, Array.from({length: 1200}, (_, n) => `Aviso ${n + 1}`));
    expect(await listed(fornecedor, {page: '50'})).toMatchObject({total: 1000, naoLidos: 1000});
    expect((await listed(fornecedor, {page: '51'})).registros).toEqual([]);
  });

  it.each(['0', '-1', '1.5', '1e0', 'x', '99999999999'])('refuses page %s', async page => {
    expect(await test.api(world.users.fornecedor, 'GET avisos', {query: {page}}))
      .toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'page', mensagem: 'Parâmetro inválido: page.'}]});
  });
});

describe('reading', () => {
  const read = (who: Person, ate: unknown): Promise<Answer> => test.api(who, 'PUT avisos/lidos', {body: {ate}});

  it('marks what is not newer than the one named, and of nobody else', async () => {
    const {fornecedor, empresa} = world.users;
    await write(fornecedor, ['Um', 'Dois', 'Três']);
    await write(empresa, ['Outro']);
    const {registros} = await listed(fornecedor);
    expect(await read(fornecedor, registros[1].id)).toAnswer(200, {naoLidos: 1});
    expect((await listed(fornecedor)).registros.map((one: {texto: string; lido: boolean}) => [one.texto, one.lido]))
      .toEqual([['Três', false], ['Dois', true], ['Um', true]]);
    expect(await read(fornecedor, registros[0].id + 1000)).toAnswer(200, {naoLidos: 0});
    expect(await listed(empresa)).toMatchObject({naoLidos: 1});
  });

  it('keeps the instant of the first time', async () => {
    const {fornecedor} = world.users;
    await write(fornecedor, ['Um']);
    const {registros: [one]} = await listed(fornecedor);
    const instant = async () => (await sql`select data_leitura::text as instant from avisos`.execute(test.context.db)).rows;
    await read(fornecedor, one.id);
    const first = await instant();
    expect(first).toEqual([{instant: expect.any(String)}]);
    expect(await read(fornecedor, one.id)).toAnswer(200);
    expect(await instant()).toEqual(first);
  });

  it.each([undefined, null, 0, -1, 1.5, '7', 2 ** 31])('refuses %s', async ate => {
    expect(await read(world.users.fornecedor, ate))
      .toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'ate', mensagem: 'Campo inválido.'}]});
  });

  it('counts for several people at once', async () => {
    const {fornecedor, empresa, adm} = world.users;
    await write(fornecedor, ['Um', 'Dois']);
    await write(empresa, ['Outro']);
    expect(await countUnreadNotices(test.context.db, test.context.config, [fornecedor.id, empresa.id, adm.id]))
      .toEqual(new Map([[fornecedor.id, 2], [empresa.id, 1], [adm.id, 0]]));
  });
});

describe('which mails somebody gets', () => {
  const choose = (who: Person, of: Person, email: unknown): Promise<Answer> =>
    test.api(who, 'PUT usuarios/:id/avisos', {params: {id: of.id}, body: {email}});
  const asked = (who: Person, of: Person): Promise<Answer> => test.api(who, 'GET usuarios/:id/avisos', {params: {id: of.id}});

  it('is at once until they choose', async () => {
    const {empresa} = world.users;
    expect(await asked(empresa, empresa)).toAnswer(200, {email: 'imediato'});
    for (const email of ['resumo', 'nunca', 'imediato']) {
      expect(await choose(empresa, empresa, email)).toAnswer(200, {email});
      expect((await asked(empresa, empresa)).body).toEqual({email});
    }
  });

  it.each([undefined, null, '', 'sempre', 1])('is not %s', async email => {
    expect(await choose(world.users.empresa, world.users.empresa, email))
      .toAnswer(400, {codigo: 'VALIDACAO', campos: [{campo: 'email', mensagem: 'Campo inválido.'}]});
  });

  it('is theirs alone to know and to choose', async () => {
    const {adm, empresa, fornecedor} = world.users;
    for (const ask of [asked, (who: Person, of: Person) => choose(who, of, 'nunca')]) {
      expect(await ask(adm, empresa)).toAnswer(403);
      expect(await ask(empresa, fornecedor)).toAnswer(403);
      expect(await ask(empresa, estranho)).toAnswer(404);
      expect(await ask(fornecedor, empresa)).toAnswer(404);
    }
  });
});

it('robots have no notices', async () => {
  const {rpa} = world.users;
  expect(await test.api(rpa, 'GET avisos')).toAnswer(403, {codigo: 'PERMISSAO'});
  expect(await test.api(rpa, 'PUT avisos/lidos', {body: {ate: 1}})).toAnswer(403);
  expect(await test.api(rpa, 'GET usuarios/:id/avisos', {params: {id: rpa.id}})).toAnswer(403);
  expect(await test.api(rpa, 'PUT usuarios/:id/avisos', {params: {id: rpa.id}, body: {email: 'nunca'}})).toAnswer(403);
});
