// Notices of resources that no code names: whom their actions tell and in which words is what the config says (rules: Notices 1).
import {sql} from 'kysely';
import {beforeEach, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import {openLifeCycle} from '../support/lifeCycle.ts';

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
