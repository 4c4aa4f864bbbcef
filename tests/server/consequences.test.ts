// What hangs on a record, told before something is done to it: within the caller's reach, to whoever may do it.
import {sql} from 'kysely';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, Endpoint, ConfigInput} from '../../src/schema/shapes/config.ts';
import {countConsequences} from '../../src/server/consequences/countConsequences.ts';
import {accountById} from '../../src/server/accounts/accounts.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openLifeCycle} from '../support/lifeCycle.ts';
import type {SeedUser} from '../support/seed.ts';
import {createWorld, openTicket} from '../support/tickets.ts';
import product from '../../resources.config.ts';

const life = beforeTests(() => openLifeCycle('tickets'));

const told = async (who: {token: string}, call: Endpoint, id: number, antes: string): Promise<string[]> => {
  const {status, body} = await life.test.api(who, call, {params: {id}, query: {antes}});
  expect({status, body}).toAnswer(200);
  return body.map(({texto}: {texto: string}) => texto);
};
const done = async (user: {token: string}, endpoint: Endpoint, id: number, body?: object): Promise<void> =>
  expect(await life.call(user, endpoint, id, body === undefined ? {} : {body})).toAnswer(200);

describe('what is told before it is done', () => {
  it('is how many open tickets a person attends', async () => {
    const {empresa, fornecedor} = life.world.users;
    const ana = await life.test.seed.usuario({perfil: 'empresa', idEmpresa: life.world.idEmpresa, nome: 'Ana Prado'});
    const ask = () => told(empresa, 'GET usuarios/:id/consequencias', ana.id, 'inativar');
    expect(await ask()).toEqual([]);
    const ids: number[] = [];
    for (let at = 0; at < 2; at += 1) ids.push((await life.open(fornecedor)).id);
    await done(ana, 'PUT tickets/iniciar-atendimento/:id', ids[0]!);
    expect(await ask()).toEqual(['Ana Prado atende 1 ticket em aberto.']);
    await done(ana, 'PUT tickets/iniciar-atendimento/:id', ids[1]!);
    expect(await ask()).toEqual(['Ana Prado atende 2 tickets em aberto.']);
    // What is finished is nobody's worry.
    await done(ana, 'PUT tickets/pendenciar/:id', ids[1]!, {comentario: 'Falta a nota.'});
    expect(await life.call(ana, 'PUT tickets/finalizar/:id', ids[1]!, {body: {comentario: 'Pronto.'}})).toAnswer(200);
    expect(await ask()).toEqual(['Ana Prado atende 1 ticket em aberto.']);
  });

  it('is how many tickets wait for a person, who then wait for the team: their tabs count them so', async () => {
    const {idEmpresa, idFilial, users: {empresa}} = life.world;
    const lia = await life.test.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [idFilial], nome: 'Lia'});
    const ids: number[] = [];
    for (let at = 0; at < 2; at += 1) ids.push((await life.open(lia)).id);
    for (const id of ids) {
      await done(empresa, 'PUT tickets/iniciar-atendimento/:id', id);
      await done(empresa, 'PUT tickets/pendenciar/:id', id, {comentario: 'Falta a nota.'});
    }
    const tabs = async () => {
      const {body} = await life.test.api(empresa, 'GET tickets/abas');
      return body.find(({aba}: {aba: string}) => aba === 'aguardandoAutor').total as number;
    };
    const listed = async (): Promise<number[]> => {
      const {body} = await life.test.api(empresa, 'GET tickets', {query: {aba: 'aguardandoAutor', idUsuario: lia.id, pageSize: 50}});
      return body.registros.map(({id}: {id: number}) => id).toSorted();
    };
    const before = await tabs();
    const texto = '2 tickets aguardam Lia e passam a aguardar a equipe, que pode usar Reabrir, Reprocessar ou Finalizar.';
    expect(await told(empresa, 'GET usuarios/:id/consequencias', lia.id, 'inativar')).toEqual([texto]);
    const unlinked = {filiaisAlteradas: [{idFilial, usuarioVinculado: false}]};
    for (const [dados, said] of [[unlinked, [texto]], [{nome: 'Lia B.'}, []]] as const) {
      const {body} = await life.test.api(empresa, 'GET usuarios/:id/consequencias', {
        params: {id: lia.id}, query: {antes: 'update', dados: JSON.stringify(dados)},
      });
      expect(body.map((one: {texto: string}) => one.texto)).toEqual(said);
    }
    expect(await listed()).toEqual(ids);
    await done(empresa, 'PUT usuarios/inativar/:id', lia.id);
    expect([await tabs(), await listed()]).toEqual([before - 2, []]);
    expect(await told(empresa, 'GET usuarios/:id/consequencias', lia.id, 'inativar')).toEqual([]);
    await done(empresa, 'PUT usuarios/ativar/:id', lia.id);
    expect([await tabs(), await listed()]).toEqual([before, ids]);
  });

  it('is nothing of a person whom somebody may not see', () => {
    const {usuarios, tickets, ...others} = (product as Config).resources;
    const {consequences, ...users} = usuarios!;
    const {aguardamTicketsIdUsuario, ...declared} = consequences!;
    const completed = (idUsuario: object) => Object.keys(completeConfig({...product, resources: {
      ...others, usuarios: {...users, consequences: declared},
      tickets: {...tickets!, fields: {...tickets!.fields, idUsuario: {...tickets!.fields['idUsuario'], ...idUsuario}}},
    }} as unknown as ConfigInput).resources['usuarios']?.consequences ?? {});
    expect(completed({})).toContain('aguardamTicketsIdUsuario');
    expect(completed({see: ['adm']})).not.toContain('aguardamTicketsIdUsuario');
    expect(aguardamTicketsIdUsuario?.of).toBe('tickets');
  });

  it('is of what the caller reaches, whatever else there is', async () => {
    const {idEmpresa, users: {empresa, fornecedor}} = life.world;
    const bia = await life.test.seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Bia Reis'});
    const elsewhere = await createWorld(life.test);
    const [own, foreign] = [await life.open(fornecedor), await openTicket(life.test, elsewhere, elsewhere.users.fornecedor)];
    await sql`update tickets set id_status_ticket = 3, id_usuario_atendimento = ${bia.id} where id in (${own.id}, ${foreign.id})`
      .execute(life.test.context.db);
    const ask = async (who: {token: string}) =>
      (await life.test.api(who, 'GET usuarios/:id/consequencias', {params: {id: bia.id}, query: {antes: 'inativar'}})).body;
    expect(await ask(empresa)).toMatchObject([{total: 1, texto: 'Bia Reis atende 1 ticket em aberto.', registros: [own.id]}]);
    expect(await ask(life.test.adm)).toMatchObject([{total: 2}]);
  });

  it('is what a branch and a company have, people by their links too', async () => {
    const branch = await life.test.seed.filial({idEmpresa: life.world.idEmpresa});
    const {adm} = life.test;
    await life.test.seed.usuario({perfil: 'fornecedor', idEmpresa: life.world.idEmpresa, filiais: [branch.id]});
    await life.test.seed.modelo({idEmpresa: life.world.idEmpresa, idFilial: branch.id});
    expect(await told(adm, 'GET filial/:id/consequencias', branch.id, 'delete')).toEqual([
      '1 pessoa está vinculada a ela.', '1 modelo de formulário dela deixa de ser oferecido.',
    ]);
    const other = await life.test.seed.empresa();
    const people: SeedUser[] = [];
    for (let at = 0; at < 2; at += 1) people.push(await life.test.seed.usuario({perfil: 'empresa', idEmpresa: other.id}));
    const ask = () => told(adm, 'GET empresas/:id/consequencias', other.id, 'inativar');
    expect(await ask()).toEqual(['2 pessoas desta empresa não entrarão mais.']);
    await done(adm, 'PUT usuarios/inativar/:id', people[0]!.id);
    expect(await ask()).toEqual(['1 pessoa desta empresa não entrará mais.']);
  });

  it('is how many tickets a template has, before its items change, and which of them are open, before it is retired', async () => {
    const template = await life.makeTemplate([{descricao: 'Placa', tipoCampo: 'texto'}]);
    const {empresa} = life.world.users;
    const open = async () => (await life.create(empresa, life.data({Placa: 'A'}, template))).body.id as number;
    const first = await open();
    await open();
    expect(await told(empresa, 'GET modelosformulario/:id/consequencias', template.id, 'modelosFormularioItem'))
      .toEqual(['Usado por 2 tickets; mudanças valem só para os novos.']);
    await done(empresa, 'PUT tickets/cancelar/:id', first, {comentario: 'Aberto por engano.'});
    expect(await told(empresa, 'GET modelosformulario/:id/consequencias', template.id, 'arquivar'))
      .toEqual(['1 ticket em aberto usa este modelo e segue como está.']);
  });

  it('stops counting at a thousand', async () => {
    const template = await life.makeTemplate([{descricao: 'Placa', tipoCampo: 'texto'}]);
    const {empresa} = life.world.users;
    const {body} = await life.create(empresa, life.data({Placa: 'A'}, template));
    await sql`insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario, id_status_ticket)
      select id_empresa, id_filial, id_modelo_formulario, id_usuario, id_status_ticket
      from tickets, generate_series(1, 1100) where id = ${body.id}`.execute(life.test.context.db);
    expect(await told(empresa, 'GET modelosformulario/:id/consequencias', template.id, 'modelosFormularioItem'))
      .toEqual(['Usado por mais de 1000 tickets; mudanças valem só para os novos.']);
  });
});

describe('what a save would take from a person', () => {
  const ask = (who: {token: string}, id: number, dados: object | string) => life.test.api(who, 'GET usuarios/:id/consequencias', {
    params: {id}, query: {antes: 'update', dados: typeof dados === 'string' ? dados : JSON.stringify(dados)},
  });
  const attending = async (person: SeedUser, count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const {id} = await life.open(life.world.users.fornecedor);
      await done(person, 'PUT tickets/iniciar-atendimento/:id', id);
      ids.push(id);
    }
    return ids;
  };

  it('is what they attend and would no longer reach: by branch, by company, by profile', async () => {
    const {idEmpresa, idFilial, users: {empresa}} = life.world;
    const other = await life.test.seed.filial({idEmpresa});
    const elsewhere = await life.test.seed.empresa();
    const caio = await life.test.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [idFilial], nome: 'Caio'});
    const ids = await attending(caio, 2);
    const base = {tipo: 5, idEmpresa, codigoExterno: ''};
    const texto = 'Como está no formulário, Caio deixa de ver 2 tickets em aberto que atende.';
    const lost = [{consequencia: 'perde', total: 2, texto, registros: ids}];
    const unlink = {...base, filiaisAlteradas: [{idFilial, usuarioVinculado: false}]};
    expect((await ask(empresa, caio.id, unlink)).body).toEqual(lost);
    expect((await ask(empresa, caio.id, {...base, filiaisAlteradas: [{idFilial: other.id, usuarioVinculado: true}]})).body).toEqual([]);
    // A supplier sees what they opened themselves.
    expect((await ask(empresa, caio.id, {...base, tipo: 3})).body).toEqual(lost);
    expect((await ask(life.test.adm, caio.id, {...base, idEmpresa: elsewhere.id})).body).toEqual(lost);
    // An Empresa reaches all of its company, whatever the branches.
    expect((await ask(empresa, caio.id, {...unlink, tipo: 2})).body).toEqual([]);
    // What an Empresa may not change is not changed: nobody of theirs becomes another company's.
    expect((await ask(empresa, caio.id, {...base, nome: 'Caio B.'})).body).toEqual([]);
  });

  it('is told as it then comes true, and nothing was written by asking', async () => {
    const {idEmpresa, idFilial, users: {empresa}} = life.world;
    const dora = await life.test.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [idFilial], nome: 'Dora'});
    const [id] = await attending(dora, 1);
    const {body} = await life.test.api(empresa, 'GET usuarios/:id', {params: {id: dora.id}});
    const changed = {...body, filiaisAlteradas: [{idFilial, usuarioVinculado: false}]};
    expect((await ask(empresa, dora.id, changed)).body).toMatchObject([{total: 1, registros: [id]}]);
    expect(await life.test.api(dora, 'GET tickets/:id', {params: {id}})).toAnswer(200);
    expect(await life.test.api(empresa, 'POST usuarios', {body: changed})).toAnswer(200);
    expect(await life.test.api(dora, 'GET tickets/:id', {params: {id}})).toAnswer(404);
    // What they do not reach any more is not lost a second time.
    expect((await ask(empresa, dora.id, changed)).body).toEqual([]);
  });

  it('is not asked with what a call that saves would not take for its depth', async () => {
    const deep = `{"a":${'['.repeat(32)}${']'.repeat(32)}}`;
    expect(await ask(life.test.adm, life.world.users.empresa.id, deep)).toAnswer(400, {
      message: 'Os dados enviados têm níveis demais: são aceitos até 32.',
    });
  });

  it.each([['{'], ['[]'], ['7'], ['null']])('is not asked with %s', async dados => {
    expect(await ask(life.test.adm, life.world.users.empresa.id, dados)).toAnswer(400, {campos: [{campo: 'dados'}]});
  });

  it('is for whoever may save them', async () => {
    const {empresaUsuario, empresa} = life.world.users;
    expect(await ask(empresaUsuario, empresa.id, {})).toAnswer(403);
  });
});

describe('what is told before several', () => {
  it('is the sum, of those within reach, with which they are where something is offered', async () => {
    const {idEmpresa, users: {empresa, fornecedor}} = life.world;
    const [one, two] = [
      await life.test.seed.usuario({perfil: 'empresa', idEmpresa}), await life.test.seed.usuario({perfil: 'empresa', idEmpresa}),
    ];
    const stranger = await life.test.seed.usuario({perfil: 'empresa'});
    const ids: number[] = [];
    for (const person of [one, two, two]) {
      const {id} = await life.open(fornecedor);
      await done(person, 'PUT tickets/iniciar-atendimento/:id', id);
      ids.push(id);
    }
    const {body} = await life.test.api(empresa, 'GET usuarios/:id/consequencias', {
      params: {id: one.id}, query: {antes: 'inativar', tambem: `${two.id},${stranger.id}`},
    });
    expect(body).toEqual([{consequencia: 'atende', total: 3, texto: 'Tickets em aberto que eles atendem: 3.', registros: ids}]);
  });

  it('is what is told of one where of the others none is within reach', async () => {
    const {idEmpresa, users: {empresa, fornecedor}} = life.world;
    const ana = await life.test.seed.usuario({perfil: 'empresa', idEmpresa, nome: 'Ana Luz'});
    const stranger = await life.test.seed.usuario({perfil: 'empresa'});
    await done(ana, 'PUT tickets/iniciar-atendimento/:id', (await life.open(fornecedor)).id);
    for (const tambem of [stranger.id, ana.id]) {
      const {body} = await life.test.api(empresa, 'GET usuarios/:id/consequencias', {
        params: {id: ana.id}, query: {antes: 'inativar', tambem},
      });
      expect(body).toMatchObject([{total: 1, texto: 'Ana Luz atende 1 ticket em aberto.'}]);
    }
  });

  it('is refused where nothing is told but of one', async () => {
    const {adm} = life.test;
    const {idFilial, users: {empresa}} = life.world;
    const [filial, usuario] = ['GET filial/:id/consequencias', 'GET usuarios/:id/consequencias'] as const;
    for (const [call, id, antes] of [[filial, idFilial, 'delete'], [usuario, empresa.id, 'update']] as const) {
      expect(await life.test.api(adm, call, {params: {id}, query: {antes, tambem: id + 1}}))
        .toAnswer(400, {codigo: 'VALIDACAO', message: 'Parâmetro inválido: tambem.', campos: [{campo: 'tambem'}]});
      expect(await life.test.api(adm, call, {params: {id}, query: {antes, tambem: ''}})).toAnswer(200);
    }
  });

  it('is asked of the database in the same words of two as of five hundred', async () => {
    // One server's, wherever calls go by turns.
    const {api, db, close} = await life.test.second();
    const asked = vi.spyOn(db.getExecutor(), 'executeQuery');
    onTestFinished(async () => {
      asked.mockRestore();
      await close();
    });
    const {idEmpresa, idFilial, users: {adm}} = life.world;
    const people = await Promise.all(Array.from({length: 3}, () =>
      life.test.seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais: [idFilial]})));
    const words = async (tambem: readonly number[]): Promise<string[]> => {
      asked.mockClear();
      const {status} = await api(adm, 'GET usuarios/:id/consequencias', {
        params: {id: people[0]!.id}, query: {antes: 'inativar', tambem: tambem.join(',')},
      });
      expect(status).toBe(200);
      return asked.mock.calls.map(([query]) => query.sql).filter(text => text.includes('count(*)'));
    };
    const two = await words([people[1]!.id]);
    expect(two).toHaveLength(1);
    expect(await words([people[1]!.id, people[2]!.id])).toEqual(two);
  });

  it('counts who is linked with one or more of several branches once', async () => {
    const {context, seed, adm} = life.test;
    const {idEmpresa} = life.world;
    const [one, two, other] = [await seed.filial({idEmpresa}), await seed.filial({idEmpresa}), await seed.filial({idEmpresa})];
    const linked = (...filiais: number[]) => seed.usuario({perfil: 'empresaUsuario', idEmpresa, filiais});
    await linked(one.id);
    await linked(one.id, two.id);
    await linked(other.id);
    const {filiais} = context.config.resources;
    const pessoas = {...filiais!.consequences!['pessoas']!, together: 'Pessoas vinculadas a elas: {total}.'};
    const config: Config = {
      ...context.config, resources: {...context.config.resources, filiais: {...filiais!, consequences: {pessoas}}},
    };
    const {actor} = (await accountById(context.db, config, adm.id))!;
    const doing = {before: 'delete', also: [two.id], data: {}};
    const told = await countConsequences({...context, config}, 'filiais', actor, {id: one.id, versao: 1}, doing);
    expect(told).toEqual([{consequencia: 'pessoas', total: 2, texto: 'Pessoas vinculadas a elas: 2.'}]);
  });
});

describe('who may not do it', () => {
  const ask = async (who: {token: string}, call: Endpoint, id: number, query: Record<string, string>) =>
    (await life.test.api(who, call, {params: {id}, query}));

  it('learns nothing: by profile, by reach', async () => {
    const {empresa, fornecedor} = life.world.users;
    expect(await ask(fornecedor, 'GET usuarios/:id/consequencias', empresa.id, {antes: 'inativar'})).toAnswer(403);
    // Companies are deactivated by Adm alone, branches deleted by whoever manages them.
    expect(await ask(empresa, 'GET empresas/:id/consequencias', life.world.idEmpresa, {antes: 'inativar'})).toAnswer(403);
    expect(await ask(fornecedor, 'GET modelosformulario/:id/consequencias', life.template.id, {antes: 'modelosFormularioItem'}))
      .toAnswer(403);
    const stranger = await life.test.seed.usuario({perfil: 'empresa'});
    expect(await ask(stranger, 'GET filial/:id/consequencias', life.world.idFilial, {antes: 'delete'})).toAnswer(404);
  });

  const NONE: [Record<string, string>][] = [[{}], [{antes: 'ativar'}], [{antes: 'nada'}], [{antes: ''}]];
  it.each(NONE)('asks before something that has consequences, not %j', async query => {
    expect(await ask(life.test.adm, 'GET usuarios/:id/consequencias', life.world.users.empresa.id, query))
      .toAnswer(400, {codigo: 'VALIDACAO', message: 'Parâmetro inválido: antes.'});
  });
});

describe('of a resource that no code names', () => {
  it('is told by its declaration', async () => {
    const other = await openLifeCycle('laudos');
    const {adm} = other.test;
    const record = await other.create(other.world.users.empresa, {...other.data(), urgencia: 'alta', prazo: '2027-01-01'});
    expect(record).toAnswer(201);
    const told = async (antes: string) =>
      (await other.test.api(adm, 'GET roteiros/:id/consequencias', {params: {id: other.template.id}, query: {antes}})).body;
    expect(await told('roteirosPergunta')).toEqual([{consequencia: 'usado', total: 1, texto: 'Usado por 1 laudo.'}]);
    expect(await told('delete')).toEqual([
      {consequencia: 'urgentes', total: 1, texto: 'Descarga tem 1 laudo urgente.', registros: [record.body.id]},
    ]);
    await other.close();
  });
});
