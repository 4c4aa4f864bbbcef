// Who reaches a record may hang on what it reads through a reference: in lists, in what is told of it, and where it is chosen.
import {sql} from 'kysely';
import {beforeAll, expect, it, onTestFinished} from 'vitest';
import product from '../../resources.config.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {countUnreadNotices} from '../../src/server/notices/notices.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {listenTo} from '../support/eventStream.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, formOf, newTicket, NOTA, openTicket, type World} from '../support/tickets.ts';

const base: Config = product;
const {tickets, modelosFormulario} = base.resources;
const config: Config = {
  ...base,
  resources: {
    ...base.resources,
    tickets: {...tickets!, scope: {...tickets!.scope, empresaUsuario: ['empresa', 'filiais', 'temRobo']}},
    modelosFormulario: {
      ...modelosFormulario!, conditions: {...modelosFormulario!.conditions, daCasa: {is: {nomeEmpresa: ['Casa']}}},
      scope: {...modelosFormulario!.scope, fornecedor: ['empresa', 'filiais', 'daCasa']},
    },
  },
};

const test = beforeTests(() => openTestApp({config}));
/** One whose template names a robot's workflow, and one whose does not. */
let robots: World;
let plain: World;
beforeAll(async () => {
  [robots, plain] = [await createWorld(test, 'agendar-descarga'), await createWorld(test)];
  await sql`update empresas set razao_social = 'Casa' where id in (${robots.idEmpresa}, ${plain.idEmpresa})`.execute(test.context.db);
});

it('a list has the records that hold it', async () => {
  for (const [world, found] of [[robots, true], [plain, false]] as const) {
    const {id} = await openTicket(test, world, world.users.fornecedor);
    const {status, body} = await test.api(world.users.empresaUsuario, 'GET tickets');
    expect(status).toBe(200);
    expect(body.registros.some((row: {id: number}) => row.id === id)).toBe(found);
  }
});

it('a change is told to who reaches the record', async () => {
  for (const [world, heard] of [[robots, true], [plain, false]] as const) {
    const {empresaUsuario, empresa, fornecedor} = world.users;
    const [stream, other] = [await listenTo(test.app, empresaUsuario.token), await listenTo(test.app, empresa.token)];
    onTestFinished(() => [stream, other].forEach(one => one.leave()));
    const {id} = await openTicket(test, world, fornecedor);
    await other.hears('registro', {recurso: 'tickets', id});
    await test.api(test.adm, 'PUT usuarios/inativar/:id', {params: {id: empresaUsuario.id}});
    // What comes after it ends the stream: all before was told.
    expect(await stream.ended).toBe('end');
    await test.api(test.adm, 'PUT usuarios/ativar/:id', {params: {id: empresaUsuario.id}});
    expect(stream.events().some(({data}) => data.recurso === 'tickets' && data.id === id)).toBe(heard);
  }
});

it('a notice is written for who reaches the record, and counted and listed for them', async () => {
  const {db} = test.context;
  for (const [world, told] of [[robots, 1], [plain, 0]] as const) {
    const {empresaUsuario, fornecedor} = world.users;
    const {id} = await openTicket(test, world, fornecedor);
    const answer = await test.api(fornecedor, 'PUT tickets/comentar/:id', {params: {id}, body: {comentario: 'Chegou?'}});
    expect(answer).toAnswer(200);
    const {rows} = await sql`select from avisos where id_usuario = ${empresaUsuario.id} and id_registro = ${id}`.execute(db);
    expect(rows).toHaveLength(told);
    // One that was written while they reached it.
    if (told === 0) {
      await sql`insert into avisos (id_usuario, recurso, id_registro, texto) values (${empresaUsuario.id}, 'tickets', ${id}, 'Um')`
        .execute(db);
    }
    expect(await countUnreadNotices(db, config, [empresaUsuario.id])).toEqual(new Map([[empresaUsuario.id, told]]));
    const {token} = (await test.api(undefined, 'POST usuarios/login', {body: {email: empresaUsuario.email, senha: empresaUsuario.senha}}))
      .body;
    expect((await test.api(token, 'GET avisos')).body).toMatchObject({total: told, naoLidos: told});
  }
});

it('a record that is chosen is within it', async () => {
  const open = (world: World) => test.api(world.users.fornecedor, 'POST tickets', {form: formOf(newTicket(world), [NOTA])});
  expect(await open(plain)).toAnswer(201);
  expect(await open(await createWorld(test))).toAnswer(400, {campos: [{campo: 'idModeloFormulario', mensagem: 'Campo inválido.'}]});
});
