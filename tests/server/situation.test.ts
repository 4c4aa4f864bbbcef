// Where a record stands: since when, what was written last to it, whose turn it is (rules: Tickets 16).
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {commentAnswerName} from '../../src/schema/lifeCycle/asks.ts';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import {apiOf} from '../../src/schema/paths.ts';
import {authorField} from '../../src/schema/statuses/people.ts';
import {statusResponseKeys} from '../../src/schema/statuses/responseKeys.ts';
import {toSnakeCase} from '../../src/schema/databaseNames.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, named, withResources} from '../support/configs.ts';
import {lifeCycleNames, openLifeCycle, type LifeCycle} from '../support/lifeCycle.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';

interface Person {
  id: number;
  token: string;
}

/** By resource: what asks its author, and from where; what leaves that without a word; an end, and where the team works. */
const CASES: Readonly<Record<string, {from: string; ask: string; wordless: string; end: string; working: string}>> = {
  tickets: {from: 'emAtendimento', ask: 'pendenciar', wordless: 'reabrir', end: 'finalizado', working: 'emAprovacao'},
  laudos: {from: 'analise', ask: 'devolver', wordless: 'recusar', end: 'aprovado', working: 'rascunho'},
};

describe.each(lifeCycleNames)('of %s', name => {
  const {from, ask, wordless, end, working} = CASES[name]!;
  const cycle = beforeTests(() => openLifeCycle(name));

  const act = (who: Person, action: string, id: number, comentario?: string): Promise<Answer> =>
    cycle.call(who, cycle.resource.actions![action]!.call, id, {
      body: comentario === undefined ? undefined : {[commentAnswerName(cycle.resource.actions![action]!)!]: comentario},
    });
  const done = async (...of: Parameters<typeof act>): Promise<Answer['body']> => {
    const answer = await act(...of);
    expect(answer).toAnswer(200);
    return answer.body;
  };
  const since = () => cycle.resource.since!;
  /** One that its author opened, where a reason can be given. */
  const opened = async (author: Person = cycle.world.users.fornecedor): Promise<number> => {
    const {id} = await cycle.open(author as LifeCycle['world']['users']['fornecedor']);
    await cycle.put(id, from, cycle.test.adm.id);
    await sql`update ${sql.table(toSnakeCase(name))} set ${sql.ref(toSnakeCase(authorField(cycle.resource)!))} = ${author.id}
      where id = ${id}`.execute(cycle.test.context.db);
    return id;
  };

  it('a new one has no comment, waits for who works it, and stands there since it was made', async () => {
    const body = await cycle.open();
    expect(body).toMatchObject({ultimoComentario: null, aguarda: 'equipe'});
    expect(Math.abs(Date.parse(body[since()]) - Date.now())).toBeLessThan(60_000);
    const {body: listed} = await cycle.test.api(cycle.test.adm, apiOf(name, cycle.resource).list!);
    const row = (listed.registros ?? listed).find((one: {id: number}) => one.id === body.id);
    for (const key of [...statusResponseKeys(cycle.resource), since()]) expect(row[key], key).toEqual(body[key]);
  });

  it('a reason is its last comment, by whom and when as the history tells, and asks its author', async () => {
    const id = await opened();
    const body = await done(cycle.world.users.empresa, ask, id, 'Falta o comprovante.');
    const [entry] = await cycle.history(cycle.test.adm, id);
    expect(body.aguarda).toBe('autor');
    expect(body.ultimoComentario).toEqual({texto: 'Falta o comprovante.', nome: entry.nomeUsuario, data: entry.dataCriacao});
    expect(body[since()]).toBe(entry.dataCriacao);
    expect((await cycle.read(cycle.world.users.fornecedor, id)).body.ultimoComentario).toEqual(body.ultimoComentario);
  });

  it('waits for who works it once its author has answered, and for the author again once somebody else wrote', async () => {
    const id = await opened();
    const {[since()]: stood, versao} = await done(cycle.world.users.empresa, ask, id, 'Falta o comprovante.');
    const answered = await done(cycle.world.users.fornecedor, 'comentar', id, 'Está em anexo.');
    expect(answered).toMatchObject({aguarda: 'equipe', ultimoComentario: {texto: 'Está em anexo.'}, [since()]: stood, versao});
    expect(await done(cycle.world.users.empresa, 'comentar', id, 'Não abre.')).toMatchObject({aguarda: 'autor'});
  });

  it('a step without a word leaves the last comment as it was; our own sentence is none', async () => {
    const id = await opened();
    const before = (await done(cycle.test.adm, ask, id, 'Falta o comprovante.')).ultimoComentario;
    const body = await done(cycle.test.adm, wordless, id);
    expect((await cycle.history(cycle.test.adm, id))[0].comentario).not.toBe('');
    expect(body.ultimoComentario).toEqual(before);
  });

  it('what its author wrote before it was asked for is no answer, nor the reason they give themselves', async () => {
    const id = await opened(cycle.test.adm);
    await done(cycle.test.adm, 'comentar', id, 'Bom dia.');
    expect(await done(cycle.test.adm, ask, id, 'Eu mesmo trago.')).toMatchObject({aguarda: 'autor'});
  });

  describe('whose author is not there to answer', () => {
    const author = (): Promise<SeedUser> => cycle.test.seed.usuario({
      perfil: 'fornecedor', idEmpresa: cycle.world.idEmpresa, filiais: [cycle.world.idFilial], nome: 'Lia Melo',
    });
    const waiting = async (id: number): Promise<string> => (await cycle.read(cycle.test.adm, id)).body.aguarda;
    const user = (call: Endpoint, id: number, body?: object) => cycle.test.api(cycle.test.adm, call, {params: {id}, body});

    it('waits for the team while they are switched off, and its history says so', async () => {
      const lia = await author();
      const id = await opened(lia);
      const {versao} = await done(cycle.world.users.empresa, ask, id, 'Falta o comprovante.');
      expect(await user('PUT usuarios/inativar/:id', lia.id)).toAnswer(200);
      expect((await cycle.read(cycle.test.adm, id)).body).toMatchObject({aguarda: 'equipe', versao});
      expect((await cycle.history(cycle.test.adm, id))[0]).toMatchObject({
        comentario: 'Lia Melo não pode mais responder: agora aguarda a equipe.', nomeUsuario: 'Sistema',
      });
      expect(await user('PUT usuarios/ativar/:id', lia.id)).toAnswer(200);
      expect(await waiting(id)).toBe('autor');
      expect((await cycle.history(cycle.test.adm, id))[0]).toMatchObject({comentario: 'Lia Melo pode responder de novo.'});
    });

    it('waits for the team where they were switched off before it was asked for', async () => {
      const lia = await author();
      const id = await opened(lia);
      expect(await user('PUT usuarios/inativar/:id', lia.id)).toAnswer(200);
      expect(await done(cycle.world.users.empresa, ask, id, 'Falta o comprovante.')).toMatchObject({aguarda: 'equipe'});
    });

    it('waits for the team in a database of the version before, which did not note it', async () => {
      const {db, config} = cycle.test.context;
      const lia = await author();
      const id = await opened(lia);
      await done(cycle.world.users.empresa, ask, id, 'Falta o comprovante.');
      await sql`alter table ${sql.table(toSnakeCase(name))} drop column aguardado$ausente`.execute(db);
      await sql`update usuarios set ativo = false where id = ${lia.id}`.execute(db);
      await prepareDatabase(db, config, () => undefined);
      expect(await waiting(id)).toBe('equipe');
    });

    it('waits for the team once they lost its branch, and for them once they have it back', async () => {
      const {idEmpresa, idFilial} = cycle.world;
      const lia = await author();
      const id = await opened(lia);
      await done(cycle.world.users.empresa, ask, id, 'Falta o comprovante.');
      const save = (filiais: object[], tipo = 3) => user('POST usuarios', lia.id, {
        id: lia.id, tipo, nome: 'Lia Melo', email: lia.email, idEmpresa, filiaisAlteradas: filiais,
      });
      expect(await save([{idFilial, usuarioVinculado: false}])).toAnswer(200);
      expect(await waiting(id)).toBe('equipe');
      expect(await save([{idFilial, usuarioVinculado: true}])).toAnswer(200);
      expect(await waiting(id)).toBe('autor');
    });
  });

  it('without anybody who wrote it, a comment is of the system', async () => {
    const {id} = await cycle.open();
    await sql`update ${sql.table(toSnakeCase(name))} set comentario$texto = 'Chegou.', comentario$data = now() where id = ${id}`
      .execute(cycle.test.context.db);
    expect((await cycle.read(cycle.test.adm, id)).body.ultimoComentario).toMatchObject({texto: 'Chegou.', nome: 'Sistema'});
  });

  it('tells of nobody where an end is reached', async () => {
    const id = await opened();
    await cycle.put(id, end, cycle.test.adm.id);
    expect((await cycle.read(cycle.test.adm, id)).body.aguarda).toBe('');
    await cycle.put(id, working, cycle.test.adm.id);
    expect((await cycle.read(cycle.test.adm, id)).body.aguarda).toBe('equipe');
  });

  // The last: it signs everybody of the company out.
  it('waits for the team while its company is switched off', async () => {
    const id = await opened();
    await done(cycle.world.users.empresa, ask, id, 'Falta o comprovante.');
    for (const [call, aguarda] of [['PUT empresas/inativar/:id', 'equipe'], ['PUT empresas/ativar/:id', 'autor']] as const) {
      expect(await cycle.test.api(cycle.test.adm, call, {params: {id: cycle.world.idEmpresa}})).toAnswer(200);
      expect((await cycle.read(cycle.test.adm, id)).body.aguarda, call).toBe(aguarda);
    }
  });
});

describe('a record that changes company', () => {
  const access = {list: ['adm', 'empresa'], create: ['adm']};
  const situacao = {
    kind: 'escolha', label: 'Situação',
    choices: [{id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true}],
  } as const;
  const recado = {kind: 'texto', label: 'Comentário', required: true, maxLength: 50, comment: true} as const;
  const life = {
    access, scope: {adm: ['tudo'], empresa: ['empresa']}, status: 'situacao',
    actions: {fechar: {from: {aberto: ['adm']}, to: 'fechado'}, comentar: {from: {aberto: ['adm']}, asks: {recado}}},
  } as const;
  const remessas = named({one: 'Remessa', many: 'Remessas'}, {
    ...life, owner: {empresa: 'idEmpresa'}, fields: {idEmpresa: company, situacao},
  });
  const volumes = named({one: 'Volume', many: 'Volumes'}, {
    ...life, owner: {through: 'idRemessa'},
    fields: {idRemessa: {kind: 'referencia', label: 'Remessa', to: 'remessas', required: true, readOnly: 'criado'}, situacao},
  });
  const server = beforeTests(() => openTestApp({config: withResources({remessas, volumes})}));

  /** One that moved and that nobody wrote to since. */
  const seedMoved = async (): Promise<number> => {
    const {api, adm, seed} = server;
    const [{id: idEmpresa}, {id: other}] = [await seed.empresa(), await seed.empresa()];
    const {body: {id}} = await api(adm, 'POST remessas', {body: {nome: 'Outra', idEmpresa}});
    await api(adm, 'PUT remessas/comentar/:id', {params: {id}, body: {recado: 'Segredo.'}});
    await api(adm, 'PUT remessas/:id', {params: {id}, body: {idEmpresa: other}});
    return id;
  };

  it('takes none of what was written with it, nor do the records that belong to it', async () => {
    const {api, adm, seed} = server;
    const {id: idEmpresa} = await seed.empresa();
    const other = await seed.usuario({perfil: 'empresa'});
    const made = async (path: 'remessas' | 'volumes', body: object): Promise<number> =>
      (await api(adm, `POST ${path}`, {body: {nome: 'Um', ...body}})).body.id;
    const remessa = await made('remessas', {idEmpresa});
    const volume = await made('volumes', {idRemessa: remessa});
    const own = {remessas: remessa, volumes: volume};
    for (const [path, id] of Object.entries(own)) {
      const {body} = await api(adm, `PUT ${path}/comentar/:id`, {params: {id}, body: {recado: 'Segredo.'}});
      expect(body.ultimoComentario, path).toMatchObject({texto: 'Segredo.'});
    }
    await api(adm, 'PUT remessas/:id', {params: {id: remessa}, body: {nome: 'Outro'}});
    expect((await api(adm, 'GET volumes/:id', {params: {id: volume}})).body.ultimoComentario).not.toBeNull();
    expect(await api(adm, 'PUT remessas/:id', {params: {id: remessa}, body: {idEmpresa: other.idEmpresa}})).toAnswer(200);
    for (const [path, id] of Object.entries(own)) {
      expect((await api(other, `GET ${path}/:id`, {params: {id}})).body, path).toMatchObject({id, ultimoComentario: null});
    }
    await api(adm, 'PUT remessas/comentar/:id', {params: {id: remessa}, body: {recado: 'Bem-vindo.'}});
    expect((await api(other, 'GET remessas/:id', {params: {id: remessa}})).body.ultimoComentario)
      .toMatchObject({texto: 'Bem-vindo.'});
  });

  it('nor where a start makes the columns and reads the history for them', async () => {
    const {api, adm, context} = server;
    const told = async (): Promise<unknown> => Promise.all((['remessas', 'volumes'] as const).map(async path =>
      (await api(adm, `GET ${path}`)).body.map(({id, ultimoComentario}: Answer['body']) => ({path, id, ultimoComentario}))));
    const moved = await seedMoved();
    const before = await told();
    for (const table of ['remessas', 'volumes']) {
      await sql`alter table ${sql.table(table)} drop column comentario$texto, drop column comentario$usuario, drop column comentario$data`
        .execute(context.db);
    }
    const sentences: string[] = [];
    await prepareDatabase(context.db, context.config, sentence => sentences.push(sentence));
    expect(sentences.filter(sentence => sentence.includes('remessas'))).toEqual([
      'Banco de dados: Colunas remessas.comentario$texto, comentario$usuario e comentario$data criadas para o último comentário de '
        + 'remessas.',
      'Banco de dados: Último comentário de remessas tirado do histórico.',
    ]);
    expect(await told()).toEqual(before);
    expect(before).toEqual(expect.arrayContaining([
      expect.arrayContaining([
        {path: 'remessas', id: moved, ultimoComentario: null},
        expect.objectContaining({ultimoComentario: expect.objectContaining({texto: 'Bem-vindo.'})}),
      ]),
    ]));
  });
});
