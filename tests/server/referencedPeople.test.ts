// A person through a reference: whom the branch names now is the person of all its records, and nothing is copied (rules: Tickets 16).
import {sql} from 'kysely';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import clinica from '../../docs/examples/clinica.config.ts';
import {checkConfig} from '../../src/schema/check.ts';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import {conditionPredicate} from '../../src/server/db/conditions/conditionPredicates.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {listenTo, type Stream} from '../support/eventStream.ts';
import {openOwnCode, type OwnCodeTest} from '../support/ownCode.ts';

const config: Config = clinica;
/** The field by which the person is read. */
const PERSON = 'idFilialIdResponsavel';

interface Person {
  id: number;
  nome: string;
  token: string;
}
interface Clinic {
  idEmpresa: number;
  centro: number;
  norte: number;
  loan: number;
  olga: Person;
  rita: Person;
  bruno: Person;
  tiago: Person;
}

/** A clinic of its own: Olga answers for Centro, nobody for Norte, and Bruno asks for a loan at Centro. */
let clinics = 0;
const createClinic = async ({api, adm}: OwnCodeTest): Promise<Clinic> => {
  const nth = ++clinics;
  const created = async (name: string, values: object, as: {token: string} = adm): Promise<number> => {
    const answer = await api(as, `POST ${name}`, {body: values});
    expect(answer, JSON.stringify(answer.body)).toMatchObject({status: 201});
    return answer.body.id as number;
  };
  const idEmpresa = await created('empresas', {razaoSocial: `Clínica ${nth}`});
  const person = async (nome: string, tipo: number): Promise<Person> => {
    const email = `${nome.toLowerCase()}${nth}@clinica.example`;
    const id = await created('usuarios', {nome, email, senha: adm.senha, tipo, idEmpresa});
    const {body} = await api(undefined, 'POST usuarios/login', {body: {email, senha: adm.senha}});
    return {id, nome, token: body.token as string};
  };
  const [olga, rita, bruno, tiago] = [await person('Olga', 3), await person('Rita', 3), await person('Bruno', 3), await person('Tiago', 2)];
  const centro = await created('filiais', {idEmpresa, nome: 'Centro', idResponsavel: olga.id});
  const norte = await created('filiais', {idEmpresa, nome: 'Norte'});
  const idLocal = await created('locais', {idEmpresa, idFilial: centro, nome: 'UTI'});
  const idEquipamento = await created('equipamentos', {idEmpresa, nome: 'Bomba', idLocal});
  const loan = await created('emprestimos', {idFilial: centro, idEquipamento, uso: 'Leito 4.'}, bruno);
  return {idEmpresa, centro, norte, loan, olga, rita, bruno, tiago};
};

const openClinic = (ofConfig: Config) => {
  const server = beforeTests(() => openOwnCode(ofConfig));
  let clinic: Clinic;
  beforeEach(async () => {
    clinic = await createClinic(server);
  });
  const read = (who: {token: string}) => server.api(who, 'GET emprestimos/:id', {params: {id: clinic.loan}});
  return {
    server, clinic: () => clinic, read,
    giveTo: async (person: Person | undefined, branch = clinic.centro) => {
      const answer = await server.save(server.adm, 'filiais', branch, {idResponsavel: person?.id ?? 0});
      expect(answer, JSON.stringify(answer.body)).toMatchObject({status: 200});
    },
    verdict: async (who: Person, acao: string) =>
      ((await read(who)).body.acoes as {acao: string; permitida: boolean}[]).find(one => one.acao === acao)?.permitida,
    mine: async (who: Person) => {
      const {body} = await server.api(who, 'GET emprestimos/abas');
      return (body as {aba: string; total: number}[]).find(({aba}) => aba === 'meus')?.total;
    },
    listed: async (who: Person) => {
      const {body} = await server.api(who, 'GET emprestimos', {query: {filter: JSON.stringify({aba: 'meus'})}});
      return (body as {id: number}[]).map(({id}) => id);
    },
    told: async () => (await sql<{id: number; texto: string}>`select id_usuario as id, texto from avisos where recurso = 'emprestimos'
      and id_registro = ${clinic.loan} order by id`.execute(server.context.db)).rows,
    comments: async () => (await server.api(server.adm, 'GET emprestimos/:id/historico', {params: {id: clinic.loan}}))
      .body.map(({comentario}: {comentario: string}) => comentario) as string[],
  };
};

describe('whom the branch names', () => {
  const {server, clinic, read, giveTo, verdict, mine, listed, told, comments} = openClinic(config);

  it('answers its loans: turn, buttons, row scope, tabs and counts move with the branch, and so does the name', async () => {
    const {loan, olga, rita, tiago} = clinic();
    expect(await read(olga)).toAnswer(200, {[PERSON]: olga.id, responsavel: 'Olga', aguarda: 'responsavel'});
    expect([await verdict(olga, 'aprovar'), await mine(olga), await listed(olga)]).toEqual([true, 1, [loan]]);
    expect([(await read(rita)).status, await mine(rita), await listed(rita)]).toEqual([404, 0, []]);
    await giveTo(rita);
    expect(await read(rita)).toAnswer(200, {[PERSON]: rita.id, responsavel: 'Rita', aguarda: 'responsavel'});
    expect([await verdict(rita, 'aprovar'), await mine(rita), await listed(rita)]).toEqual([true, 1, [loan]]);
    expect([(await read(olga)).status, await mine(olga), await listed(olga)]).toEqual([404, 0, []]);
    expect(await verdict(tiago, 'aprovar')).toBe(false);
    expect(await server.act(olga, 'emprestimos', loan, 'aprovar')).toAnswer(404);
    expect(await server.act(rita, 'emprestimos', loan, 'aprovar')).toAnswer(200);
  });

  it('is told of what is asked, and not whom it named before', async () => {
    const {centro, bruno, olga, rita} = clinic();
    expect(await told()).toEqual([{id: olga.id, texto: 'Bruno pede Bomba: Leito 4.'}]);
    const unread = async (who: Person) => (await server.api(who, 'GET avisos')).body.naoLidos as number;
    expect([await unread(olga), await unread(rita)]).toEqual([1, 0]);
    await giveTo(rita);
    // What the one before no longer reaches is not told to them any more.
    expect([await unread(olga), await unread(rita)]).toEqual([0, 0]);
    const {body: loan} = await read(bruno);
    const again = await server.create(bruno, 'emprestimos', {idFilial: centro, idEquipamento: loan.idEquipamento, uso: 'Leito 5.'});
    expect(again).toAnswer(201);
    expect([await unread(olga), await unread(rita)]).toEqual([0, 1]);
  });

  it('who cannot answer leaves it to the team, from the switch or from the branch, and the history says so', async () => {
    const {olga, rita} = clinic();
    const asked = await server.api(server.adm, 'GET usuarios/:id/consequencias', {params: {id: olga.id}, query: {antes: 'inativar'}});
    expect(asked.body).toMatchObject([{
      total: 1, texto: '1 empréstimo aguarda Olga e passa a aguardar a equipe, que pode usar Aprovar ou Negar.',
    }]);
    expect(await server.act(server.adm, 'usuarios', olga.id, 'inativar')).toAnswer(200);
    expect(await read(server.adm)).toAnswer(200, {aguarda: 'equipe'});
    await giveTo(rita);
    expect(await read(server.adm)).toAnswer(200, {aguarda: 'responsavel'});
    await giveTo(olga);
    expect(await read(server.adm)).toAnswer(200, {aguarda: 'equipe'});
    expect(await comments()).toEqual(expect.arrayContaining([
      'Olga não pode mais responder: agora aguarda a equipe.', 'Rita pode responder.',
    ]));
  });

  it('is nobody where the branch names nobody, and the record waits on', async () => {
    const {bruno} = clinic();
    await giveTo(undefined);
    expect(await read(bruno)).toAnswer(200, {[PERSON]: 0, responsavel: '', aguarda: 'responsavel'});
  });

  it('is found by the reference of the row, which is read once', async () => {
    const {olga} = clinic();
    const resource = config.resources['emprestimos'] as Resource;
    const actor = {id: olga.id, perfil: 'solicitante', idPerfil: 3, idEmpresa: 1, codigoExterno: ''};
    const holds = conditionPredicate('responsavel', {config, name: 'emprestimos', resource, actor, alias: 't'});
    const {rows} = await sql<{'QUERY PLAN': string}>`explain select id from emprestimos as t where ${holds}`.execute(server.context.db);
    const plan = rows.map(row => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('InitPlan');
    expect(plan).not.toContain('SubPlan');
    const {rows: indexes} = await sql<{indexdef: string}>`select indexdef from pg_indexes
      where tablename in ('emprestimos', 'filiais') and schemaname = current_schema()`.execute(server.context.db);
    const text = indexes.map(({indexdef}) => indexdef).join('\n');
    expect(text).toMatch(/filiais USING btree \(id_responsavel\)/);
    expect(text).toMatch(/emprestimos USING btree \(id_empresa, id_filial, /);
  });

  describe('and an open list', () => {
    const streams: Stream[] = [];
    afterEach(() => streams.splice(0).forEach(stream => stream.leave()));

    it('hears of the loans that are theirs now', async () => {
      const {loan, rita} = clinic();
      const stream = await listenTo(server.app, rita.token);
      streams.push(stream);
      await giveTo(rita);
      await stream.hears('registro', {recurso: 'emprestimos', id: loan, versao: 1, calculado: true});
      expect(stream.events().map(({data}) => data)).toContainEqual(expect.objectContaining({recurso: 'emprestimos', id: loan}));
    });
  });
});

/** The person of a branch is for others than the technicians to see, and may save its loans. */
const limited = ((): Config => {
  const {emprestimos, filiais} = clinica.resources;
  return completeConfig({...clinica, resources: {
    ...clinica.resources,
    filiais: {...filiais, fields: {
      ...filiais.fields, idResponsavel: {...filiais.fields.idResponsavel, see: ['coordenacao', 'solicitante']},
    }},
    emprestimos: {
      ...emprestimos,
      actions: {
        ...emprestimos.actions, salvar: {...emprestimos.actions.salvar, from: {pedido: ['coordenacao', 'solicitante:responsavel']}},
      },
    },
  }});
})();

describe('of a person who is not for everybody to see', () => {
  const {server, clinic, read, giveTo, comments} = openClinic(limited);

  it('the config is sound', () => expect(checkConfig(limited)).toEqual([]));

  it('those who may not see them learn nothing: not by the record, its history, or what depends on the person', async () => {
    const {olga, rita, tiago, bruno} = clinic();
    expect(await read(bruno)).toAnswer(200, {[PERSON]: olga.id, responsavel: 'Olga'});
    const {body} = await read(tiago);
    expect(body).toMatchObject({aguarda: 'responsavel'});
    expect(Object.keys(body as object)).not.toEqual(expect.arrayContaining([PERSON]));
    expect(Object.keys(body as object)).not.toEqual(expect.arrayContaining(['responsavel']));
    for (const sort of [PERSON, 'responsavel']) {
      expect(await server.api(tiago, 'GET emprestimos', {query: {sort: JSON.stringify([sort, 'ASC'])}})).toAnswer(400);
    }
    await giveTo(rita);
    expect(await server.act(server.adm, 'usuarios', rita.id, 'inativar')).toAnswer(200);
    expect(await comments()).toContain('Responsável não pode mais responder: agora aguarda a equipe.');
    const asked = await server.api(server.adm, 'GET usuarios/:id/consequencias', {params: {id: olga.id}, query: {antes: 'inativar'}});
    expect(asked.body ?? []).not.toEqual(expect.arrayContaining([expect.objectContaining({total: 1})]));
  });

  it('a list is sorted by their names, read by two references', async () => {
    const {olga, rita, norte, bruno, loan} = clinic();
    await giveTo(rita, norte);
    const {idEquipamento} = (await read(bruno)).body;
    const other = await server.create(bruno, 'emprestimos', {idFilial: norte, idEquipamento, uso: 'Leito 9.'});
    const byName = async (order: string) => (await server.api(bruno, 'GET emprestimos', {
      query: {sort: JSON.stringify(['responsavel', order])},
    })).body.map(({id, responsavel}: {id: number; responsavel: string}) => [id, responsavel]);
    expect(await byName('ASC')).toEqual([[loan, olga.nome], [other.body.id, rita.nome]]);
    expect(await byName('DESC')).toEqual([[other.body.id, rita.nome], [loan, olga.nome]]);
  });

  it('they do not give the record away to a branch that is not theirs, and do to one that is', async () => {
    const {loan, norte, olga} = clinic();
    const refused = await server.save(olga, 'emprestimos', loan, {idFilial: norte});
    expect(refused).toAnswer(403, {message: 'Somente o responsável da unidade pode fazer isto.'});
    await giveTo(olga, norte);
    expect(await server.save(olga, 'emprestimos', loan, {idFilial: norte})).toAnswer(200, {unidade: 'Norte', responsavel: 'Olga'});
  });
});
