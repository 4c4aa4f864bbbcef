// Notices of resources that no code names: whom their actions tell and in which words is what the config says (rules: Notices 1).
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import {openLifeCycle} from '../support/lifeCycle.ts';
import {formOf, NOTA} from '../support/tickets.ts';

const life = beforeTests(() => openLifeCycle('laudos'));
let id: number;
beforeEach(async () => {
  ({id} = await life.open());
  await sql`delete from avisos`.execute(life.test.context.db);
});

const told = async (): Promise<{id: number; texto: string}[]> => (await sql<{id: number; texto: string}>`
  select id_usuario as id, texto from avisos order by id_usuario`.execute(life.test.context.db)).rows;
/** Puts the report before this expert. */
const give = (idPerito: number | null) => sql`
  update laudos set situacao = 2, id_perito = ${idPerito}, prazo = '2026-12-24', urgencia = 'alta' where id = ${id}`
  .execute(life.test.context.db);

it('reads choices, days and people as people do, as the record is afterwards', async () => {
  const {adm, empresaUsuario, fornecedor} = life.world.users;
  await give(empresaUsuario.id);
  const body = {motivo: 'Falta a página 2', comPrazo: true, prazo: '2027-01-31'};
  expect(await life.call(adm, 'PUT laudos/:id/devolver', id, {body})).toAnswer(200);
  expect(await told()).toEqual([
    {id: fornecedor.id, texto: 'Administrador pede em Laudo de carga (urgência Alta), até 31/01/2027: Falta a página 2'},
    // Nobody is the expert now: who was is told.
    {id: empresaUsuario.id, texto: 'Não é mais seu: Laudo de carga'},
  ].toSorted((a, b) => a.id - b.id));
});

it('reads through a reference that the action itself has changed', async () => {
  const {adm, empresa, empresaUsuario} = life.world.users;
  await give(empresaUsuario.id);
  expect(await life.call(adm, 'PUT laudos/:id/encaminhar', id, {body: {idPerito: empresa.id}})).toAnswer(200);
  const {body: {nome}} = await life.test.api(adm, 'GET usuarios/:id', {params: {id: empresa.id}});
  expect(await told()).toEqual([{id: empresa.id, texto: `Laudo de carga é de ${nome} desde agora (Em Análise).`}]);
});

it('reads what is empty as a dash', async () => {
  const {adm, fornecedor} = life.world.users;
  await give(null);
  await sql`update laudos set prazo = null where id = ${id}`.execute(life.test.context.db);
  expect(await life.call(adm, 'PUT laudos/:id/anotar', id, {body: {nota: 'Visto:'}})).toAnswer(200);
  expect(await told()).toEqual([{id: fornecedor.id, texto: 'Nota em Laudo de carga, prazo —: Visto:'}]);
});

it('tells the team where nobody else is to be told, those who reach the record alone', async () => {
  const {adm, empresa, empresaUsuario, fornecedor} = life.world.users;
  await life.test.seed.usuario({perfil: 'empresa'});
  await life.test.seed.usuario({perfil: 'empresaUsuario', idEmpresa: life.world.idEmpresa});
  await give(null);
  expect(await life.call(fornecedor, 'PUT laudos/:id/anotar', id, {body: {nota: 'Enviei'}})).toAnswer(200);
  expect(await told()).toEqual([adm, empresa, empresaUsuario].map(user => ({id: user.id, texto: 'Sem perito: Laudo de carga'}))
    .toSorted((a, b) => a.id - b.id));
});

it('tells the team of a resource without people; an action that changes nothing tells nobody', async () => {
  const {api, adm} = life.test;
  const {empresa, empresaUsuario} = life.world.users;
  const {body: {nome}} = await api(adm, 'GET roteiros/:id', {params: {id: life.template.id}});
  const {body: {descricao}} = await api(adm, 'GET filial/:id', {params: {id: life.world.idFilial}});
  const revoke = () => api(adm, 'PUT roteiros/:id/revogar', {params: {id: life.template.id}});
  expect(await revoke()).toAnswer(200);
  const texto = `Administrador revogou o roteiro ${nome}, de ${descricao}.`;
  const once = [empresa, empresaUsuario].map(user => ({id: user.id, texto})).toSorted((a, b) => a.id - b.id);
  expect(await told()).toEqual(once);
  expect(await revoke()).toAnswer(200);
  expect(await told()).toEqual(once);
  expect((await api(empresa, 'GET avisos')).body)
    .toMatchObject({total: 1, registros: [{recurso: 'roteiros', idRegistro: life.template.id}]});
  await sql`update roteiros set em_vigor = true where id = ${life.template.id}`.execute(life.test.context.db);
});

describe('making and saving', () => {
  const parecer = (who: {token: string}, texto: string) =>
    life.test.api(who, 'POST laudosParecer', {form: formOf({idLaudo: id, texto}, [NOTA])});

  it('tell a profile, where its condition holds of the record', async () => {
    const {adm, fornecedor} = life.world.users;
    expect(await life.create(fornecedor, life.data())).toAnswer(201);
    expect(await told()).toEqual([]);
    const {body: {nome}} = await life.test.api(life.test.adm, 'GET usuarios/:id', {params: {id: fornecedor.id}});
    expect(await life.create(fornecedor, {...life.data(), urgencia: 'alta', prazo: '2027-01-31'})).toAnswer(201);
    expect(await told()).toEqual([{id: adm.id, texto: `${nome} abriu Laudo de carga, urgente.`}]);
  });

  it('tell a person of what changed, and of nothing where nothing did, nor of their own', async () => {
    const {adm, empresaUsuario} = life.world.users;
    await give(empresaUsuario.id);
    const save = (who: {token: string}, prazo: string) =>
      life.test.api(who, 'PUT laudos/:id', {params: {id}, body: {prazo}});
    expect(await save(adm, '2026-12-24')).toAnswer(200);
    expect(await save(empresaUsuario, '2026-12-25')).toAnswer(200);
    expect(await told()).toEqual([]);
    expect(await save(adm, '2027-01-31')).toAnswer(200);
    expect(await told()).toEqual([{id: empresaUsuario.id, texto: 'Administrador mudou Laudo de carga, prazo 31/01/2027.'}]);
  });

  it('tell whom a reference’s record names, who is nobody at times', async () => {
    const {adm, empresaUsuario} = life.world.users;
    await give(null);
    expect(await parecer(adm, 'Sem perito')).toAnswer(201);
    expect(await told()).toEqual([]);
    await give(empresaUsuario.id);
    expect(await parecer(empresaUsuario, 'Meu')).toAnswer(201);
    expect(await parecer(adm, 'Aprovo')).toAnswer(201);
    expect(await told()).toEqual([{id: empresaUsuario.id, texto: 'Parecer em Laudo de carga: Aprovo'}]);
  });
});

it('tells the team always where that is said, and nobody twice', async () => {
  const {adm, empresa, empresaUsuario} = life.world.users;
  await sql`update laudos set situacao = 1, id_autor = ${empresa.id}, desde = now() - interval '40 days' where id = ${id}`
    .execute(life.test.context.db);
  expect(await life.call(adm, 'PUT laudos/:id/arquivar', id)).toAnswer(200);
  const texto = 'Administrador arquivou Laudo de carga.';
  expect(await told()).toEqual([{id: empresa.id, texto: 'Laudo de carga foi arquivado.'}, {id: empresaUsuario.id, texto}]
    .toSorted((a, b) => a.id - b.id));
});

it('is settled for who was waited for, by whom it went on', async () => {
  const {adm, empresaUsuario} = life.world.users;
  await give(empresaUsuario.id);
  expect(await life.test.api(adm, 'PUT laudos/:id', {params: {id}, body: {prazo: '2027-01-31'}})).toAnswer(200);
  const unread = async () => (await life.test.api(empresaUsuario, 'GET avisos')).body.naoLidos;
  expect(await unread()).toBe(1);
  expect(await life.call(adm, 'PUT laudos/:id/devolver', id, {body: {motivo: 'Falta a página 2'}})).toAnswer(200);
  // Theirs again: of the two that is left which told them of the step itself.
  await sql`update laudos set id_perito = ${empresaUsuario.id} where id = ${id}`.execute(life.test.context.db);
  expect(await unread()).toBe(1);
});
