// Files of a record, at whatever calls they are declared: byte for byte, of a known type, by whom saving is open to.
import {randomBytes} from 'node:crypto';
import {isDeepStrictEqual} from 'node:util';
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import {inlineConditionOf} from '../../src/schema/conditions/evaluate.ts';
import type {Resource} from '../../src/schema/shapes/config.ts';
import {statusesOf} from '../../src/schema/statuses/statuses.ts';
import {readAllFileRows} from '../../src/server/backup/databaseFacts.ts';
import {readFileStates} from '../../src/server/files/fileStates.ts';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {lifeCycleNames, openLifeCycle, said} from '../support/lifeCycle.ts';
import {compoundFile, INSTALLER} from '../support/programs.ts';
import type {Perfil} from '../support/seed.ts';
import {openS3Door} from '../support/s3Door.ts';
import {createWorld, filesKept, formOf, NOTA, PDF, type Part} from '../support/tickets.ts';
import type {FileMessageName} from '../../src/schema/shapes/productMessages.ts';

describe.each(lifeCycleNames)('files of %s', name => {
  const door = beforeTests(openS3Door);
  // One in a folder, the other in a bucket.
  const life = beforeTests(() => openLifeCycle(name, {env: {UPLOAD_MAX_FILES: 4, UPLOAD_MAX_MB: 1, ...(name === 'laudos' && door.env)}}));
  let id: number;
  beforeEach(async () => {
    ({id} = await life.open());
  });
  const empresa = () => life.world.users.empresa;
  const shown = async () => (await life.listFiles(empresa(), id)).body as {id: number; nomeArquivo: string; tipo: string}[];
  const {files = {types: ''}, label}: Resource = acceptance.resources[name]!;
  const message = (key: FileMessageName): string => files.messages?.[key] ?? acceptance.files.messages[key];

  it('are opened with it, in order, each with its type', async () => {
    const bytes = [randomBytes(70_001), PDF];
    const parts: Part[] = [
      {nome: 'ação nº 1.pdf', tipo: 'Contrato', bytes: bytes[0]!}, {nome: 'b.pdf', tipo: 'Laudo', bytes: bytes[1]!},
    ];
    const {status, body} = await life.create(empresa(), life.data(), parts);
    expect(status).toBe(201);
    expect(body[life.files]).toEqual(parts.map(({nome, tipo}) => ({
      id: expect.any(Number), nomeArquivo: nome, tipo, origem: 'Portal', dataCriacao: expect.stringMatching(/^\d{4}-.*Z$/),
      tamanho: expect.any(Number),
    })));
    for (const [at, {id: file}] of body[life.files].entries()) expect((await life.download(empresa(), body.id,
      file)).bytes.equals(bytes[at]!)).toBe(true);
  });

  it.each([
    ['nota.pdf', PDF], ['日本 🚚 ملف.dat', randomBytes(70_001)], ['um byte', Buffer.from([0])],
      ['"aspas"; e=mc².txt', Buffer.from('olá\r\n--fim--\r\n')],
    ['grande.bin', randomBytes(1024 * 1024)],
  ])('come back byte for byte: %s', async (nome, bytes) => {
    const answer = await life.upload(empresa(), id, [{nome, bytes}]);
    expect(answer).toAnswer(201, {nomeArquivo: nome, tipo: 'Laudo', origem: 'Portal'});
    const got = await life.test.app.inject({url: String(answer.headers['location']),
      headers: {authorization: `Bearer ${empresa().token}`}});
    expect(got.rawPayload.equals(bytes)).toBe(true);
    expect(decodeURIComponent(String(got.headers['content-disposition']).split("UTF-8''")[1] ?? '')).toBe(nome);
    expect((await shown()).at(-1)).toEqual(answer.body);
    const part = await life.download(empresa(), id, answer.body.id, {range: 'bytes=0-0'});
    expect({status: part.status, bytes: part.bytes}).toEqual({status: 206, bytes: bytes.subarray(0, 1)});
  });

  it('are told in the history when they are added', async () => {
    await life.upload(empresa(), id, [{nome: 'laudo.pdf'}]);
    expect((await life.history(empresa(), id))[0]).toMatchObject({
      acao: 'Adicionar Arquivo', comentario: 'Arquivo adicionado: laudo.pdf (Laudo).', deStatus: '', paraStatus: '',
    });
  });

  const [program, empty, tooLarge] = [
    Buffer.from([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]), Buffer.alloc(0), Buffer.alloc(1024 * 1024 + 1, 'a'),
  ];

  it('are refused when a record is opened: of no type, of an unknown one, two of one, a wrong one beside a good one', async () => {
    const before = await filesKept(life.test);
    const contrato: Part = {nome: 'a.pdf', tipo: 'Contrato'};
    for (const [parts, codigo, said] of [
      [[{nome: 'a.pdf'}], 'VALIDACAO', message('noType')], [[{nome: 'a.pdf', tipo: 'Fotografia'}], 'VALIDACAO', message('noType')],
      [[NOTA, {...NOTA, nome: 'b.pdf'}], 'VALIDACAO', message('sameType')],
      [[NOTA, {...contrato, nome: 'a.EXE'}], 'EXTENSAO', message('save')],
      [[NOTA, {...contrato, bytes: program}], 'EXTENSAO', message('content')],
      [[NOTA, {...contrato, bytes: empty}], 'EXTENSAO', message('empty')],
      [[NOTA, {...contrato, bytes: tooLarge}], 'TAMANHO', 'Cada arquivo pode ter até 1 MB.'],
    ] as const) expect(await life.create(empresa(), life.data(), parts)).toAnswer(400, {codigo, message: said});
    expect(await life.create(empresa(), life.data(), [])).toMatchObject(
      files.required === true ? {status: 400, body: {codigo: 'VALIDACAO', message: message('needed')}} : {status: 201,
        body: {[life.files]: []}},
    );
    expect(await filesKept(life.test)).toEqual(before);
  });

  it.each([
    [{tipo: ''}, [{nome: 'a.pdf'}], 'VALIDACAO', message('noType')],
    [{tipo: 'Fotografia'}, [{nome: 'a.pdf'}], 'VALIDACAO', message('noType')],
    [{}, [], 'VALIDACAO', message('noFile')],
    [{}, [{nome: 'a.bat'}], 'EXTENSAO', message('save')],
    [{}, [{nome: 'a.pdf', bytes: program}], 'EXTENSAO', message('content')],
    [{}, [{nome: 'a.pdf', bytes: empty}], 'EXTENSAO', message('empty')],
    [{}, [{nome: 'a.bin', bytes: tooLarge}], 'TAMANHO', 'Cada arquivo pode ter até 1 MB.'],
  ])('are refused afterwards: %j', async (data, parts, codigo, said) => {
    const [before, everything] = [await filesKept(life.test), await life.everything(id)];
    expect(await life.upload(empresa(), id, parts, data)).toAnswer(400, {codigo, message: said});
    expect(await filesKept(life.test)).toEqual(before);
    expect(await life.everything(id)).toEqual(everything);
  });

  it('are as many as there may be, not counting those that were deleted', async () => {
    for (const nome of ['b.pdf', 'c.pdf', 'd.pdf']) expect(await life.upload(empresa(), id, [{nome}])).toAnswer(201);
    const tooMany = {status: 400, body: {codigo: 'TAMANHO', message: message('tooMany').replace('{max}', '4')}};
    expect(await life.upload(empresa(), id, [{nome: 'e.pdf'}])).toMatchObject(tooMany);
    await life.removeFile(empresa(), id, (await shown())[0]!.id);
    expect(await life.upload(empresa(), id, [{nome: 'e.pdf'}])).toAnswer(201);
    const five = ['Nota Fiscal', 'Contrato', 'Laudo', 'Outros', 'Comprovante'].map(tipo => ({nome: `${tipo}.pdf`, tipo}));
    expect(await life.create(empresa(), life.data(), five)).toMatchObject(tooMany);
  });

  it('are hidden when they are deleted, and the history says so', async () => {
    const [file] = await shown();
    expect(await life.removeFile(empresa(), id, file!.id)).toAnswer(200, {id: file!.id});
    expect(await shown()).toEqual([]);
    expect((await life.read(empresa(), id)).body[life.files]).toEqual([]);
    expect(await life.download(empresa(), id, file!.id)).toAnswer(404);
    expect(await life.removeFile(empresa(), id, file!.id)).toAnswer(404);
    expect((await life.history(empresa(), id))[0]).toMatchObject({acao: 'Excluir Arquivo', comentario: 'Arquivo excluído: nota.pdf.'});
    expect((await life.everything(id)).arquivos).toMatchObject([{id_usuario_exclusao: empresa().id}]);
  });

  it('are added and deleted by whoever may save, in every status, and by nobody else', async () => {
    const {from = {}} = acceptance.resources[name]!.actions!['salvar']!;
    for (const perfil of ['adm', 'empresa', 'fornecedor', 'empresaUsuario', 'rpa'] as Perfil[]) {
      const user = life.world.users[perfil];
      for (const {key} of statusesOf(acceptance.resources[name]!)) {
        await life.put(id, key, user.id);
        const before = await life.everything(id);
        const [added] = (before.arquivos as {id: number; data_exclusao: string | null}[]).filter(({data_exclusao: gone}) => gone === null);
        const allowed = from[key]?.some(entry => entry.split(':')[0] === perfil) === true;
        const refusal = perfil === 'rpa' || from[key] !== undefined ? 403 : 400;
        const answers = [await life.upload(user, id, [{nome: 'a.pdf'}]), await life.removeFile(user, id, added!.id)];
        const where = `${perfil} in ${key}: ${answers.map(({body}) => body.message).join()}`;
        expect(answers.map(({status}) => status), where).toEqual(allowed ? [201, 200] : [refusal, refusal]);
        expect(isDeepStrictEqual(await life.everything(id), before), where).toBe(!allowed);
      }
    }
  });

  it('of another company, or of another record, are not there', async () => {
    const [file] = await shown();
    const foreign = await createWorld(life.test);
    const before = await life.everything(id);
    for (const user of [foreign.users.empresa, foreign.users.fornecedor, foreign.users.empresaUsuario]) {
      const answers = [
        await life.listFiles(user, id), await life.download(user, id, file!.id), await life.removeFile(user, id, file!.id),
        await life.upload(user, id, [{nome: 'a.pdf'}]),
      ];
      // Where the body names the record, one out of reach is a wrong value of it.
      const {record} = files.calls ?? {};
      const statuses = [404, 404, 404, record === undefined ? 404 : 400];
      expect(answers.map(({status, body}) => [status, body.message])).toEqual(statuses.map(one => [one, 'Registro não encontrado.']));
      expect(answers.at(-1)?.body.campos?.[0]?.campo).toBe(record);
    }
    expect(await life.everything(id)).toEqual(before);
    const {id: second} = await life.open();
    if (files.calls !== undefined) return;
    expect(await life.download(empresa(), second, file!.id)).toAnswer(404);
    expect(await life.removeFile(empresa(), second, file!.id)).toAnswer(404);
  });

  describe('with an action', () => {
    const actions = Object.entries(acceptance.resources[name]!.actions ?? {}).filter(([action]) => action !== 'salvar');
    const answers = {...said('Aguardando o comprovante.'), nota: 'Visto.', comPrazo: false};
    const act = (action: (typeof actions)[number][1], parts: readonly Part[]) => life.call(empresa(), action.call, id, {
      form: formOf({...answers, idPerito: life.test.adm.id, idUsuarioAtendimento: life.test.adm.id}, parts),
    });
    const [attendant = ''] = Object.entries(acceptance.resources[name]!.people!).find(([, {attends}]) => attends) ?? [];
    const ready = (action: (typeof actions)[number][1], missing: ReadonlySet<string> = new Set()) => {
      const [key = ''] = Object.entries(action.from!).find(([, entries]) => entries.some(entry => entry.startsWith('empresa'))) ?? [];
      return life.put(id, key === '*' ? statusesOf(life.resource)[0]!.key : key, empresa().id, missing);
    };
    const open = actions.filter(([, {from = {}}]) => Object.values(from).flat().some(entry => /^empresa($|:)/.test(entry)));

    it.each(open.filter(([, action]) => action.files === undefined))('%s are refused', async (_name, action) => {
      // What asks that somebody does not attend it has it attended by another.
      const isAnothers = action.needs?.some(need => inlineConditionOf(life.resource, need).not === attendant) === true;
      await ready(action, new Set(isAnothers ? [attendant] : []));
      const [before, disk] = [await life.everything(id), await filesKept(life.test)];
      expect(await act(action, [NOTA])).toAnswer(400, {codigo: 'VALIDACAO', message: 'Esta ação não recebe arquivos.'});
      expect(await life.everything(id)).toEqual(before);
      expect(await filesKept(life.test)).toEqual(disk);
    });

    it.each(open.filter(([, action]) => action.files !== undefined))('%s are kept, of a known type', async (_name, action) => {
      await ready(action);
      const [before, disk] = [await life.everything(id), await filesKept(life.test)];
      expect(await act(action, [{nome: 'laudo.pdf'}])).toAnswer(400, {message: message('noType')});
      expect(await life.everything(id)).toEqual(before);
      expect(await filesKept(life.test)).toEqual(disk);
      const bytes = randomBytes(5000);
      const {status, body} = await act(action, [{nome: 'laudo.pdf', tipo: 'Laudo', bytes}]);
      expect([status, body[life.files].map((file: {nomeArquivo: string}) => file.nomeArquivo)], label.one)
        .toEqual([200, ['nota.pdf', 'laudo.pdf']]);
      expect((await life.download(empresa(), id, body[life.files][1].id)).bytes.equals(bytes)).toBe(true);
    });
  });
});

describe('a file that is the value of a field', () => {
  const life = beforeTests(() => openLifeCycle('laudos', {env: {UPLOAD_MAX_MB: 1}}));
  const empresa = () => life.world.users.empresa;
  const adm = () => life.test.adm;
  const send = (as: {token: string}, parts: readonly Part[], headers = {}) =>
    life.test.api(as, 'POST laudos/campos/foto', {form: formOf(undefined, parts, 'file'), headers});
  const fetch = (as: {token: string}, id: number, headers = {}) => life.call(as, 'GET laudos/:id/campos/foto', id, {headers});
  const save = (as: {token: string}, id: number, foto: unknown) => life.call(as, 'PUT laudos/:id', id, {body: {foto}});
  const standing = async (id: number) => {
    const shown = sql`select id_registro as registro, data_exclusao is null as shown from campos_arquivos where id = ${id}`;
    return (await shown.execute(life.test.context.db)).rows;
  };
  const bytes = randomBytes(70_001);

  it('is sent before, saved with the record, read within its scope, and told by its name', async () => {
    const {body: sent, status} = await send(empresa(), [{nome: 'vistoria é.jpg', bytes}]);
    expect({status, sent}).toEqual({status: 201, sent: {id: expect.any(Number), nomeArquivo: 'vistoria é.jpg', tamanho: bytes.length}});
    const {body: {id}} = await life.create(empresa(), {...life.data(), foto: sent});
    expect((await life.read(empresa(), id)).body.foto).toEqual({...sent, caminho: `laudos/${id}/campos/foto`});
    const got = await fetch(empresa(), id);
    expect(got.bytes.equals(bytes)).toBe(true);
    expect(got.headers).toMatchObject({'x-content-type-options': 'nosniff', 'content-disposition': expect.stringContaining('attachment')});
    expect((await fetch(empresa(), id, {range: 'bytes=1-2'})).bytes).toEqual(bytes.subarray(1, 3));
    // So whoever holds files against rows is told whose one is.
    expect((await readAllFileRows(life.test.context.db)).filter(({de}) => de === 'laudos.foto')).toMatchObject([{registro: id}]);
    expect(await fetch(empresa(), id, {'if-none-match': String(got.headers['etag'])})).toMatchObject({status: 304});
    expect(await fetch(await life.test.seed.usuario({perfil: 'empresa'}), id)).toAnswer(404);
    // The same again changes nothing, whatever it is called there.
    const {body: {versao}} = await life.read(empresa(), id);
    expect(await save(adm(), id, {...sent, nomeArquivo: 'outro.exe'})).toAnswer(200, {versao});

    const {body: other} = await send(adm(), [{nome: 'depois.pdf'}]);
    expect(await save(adm(), id, other)).toAnswer(200, {foto: {...other, caminho: expect.any(String)}});
    expect([await standing(sent.id), await standing(other.id)]).toEqual([[{registro: id, shown: false}], [{registro: id, shown: true}]]);
    expect(await save(adm(), id, null)).toAnswer(200, {foto: null});
    expect(await fetch(empresa(), id)).toAnswer(404);
    expect(await standing(other.id)).toEqual([{registro: id, shown: false}]);
    const told = (await life.history(empresa(), id)) as {campos?: unknown[]}[];
    expect(told.flatMap(({campos = []}) => campos)).toEqual([
      {campo: 'foto', rotulo: 'Foto', antes: 'depois.pdf', depois: ''},
      {campo: 'foto', rotulo: 'Foto', antes: 'vistoria é.jpg', depois: 'depois.pdf'},
    ]);
  });

  it('is of who sent it, once', async () => {
    const gone = {campos: [{campo: 'foto', mensagem: 'Este arquivo não está mais disponível. Escolha-o de novo.'}]};
    const {body: mine} = await send(empresa(), [{nome: 'a.pdf'}]);
    const one = await life.open(empresa());
    expect(await save(adm(), one.id, mine)).toAnswer(400, gone);
    expect(await life.create(life.world.users.fornecedor, {...life.data(), foto: mine})).toAnswer(400, gone);
    const {body: {id}} = await life.create(empresa(), {...life.data(), foto: mine});
    expect(await life.create(empresa(), {...life.data(), foto: mine})).toAnswer(400, gone);
    expect(await save(adm(), one.id, {id: 999_999, nomeArquivo: 'a.pdf', tamanho: 1})).toAnswer(400, gone);
    expect((await life.read(empresa(), id)).body.foto.id).toBe(mine.id);
  });

  it('is what a file may be, sent by whoever may save, and once under its key', async () => {
    const before = await filesKept(life.test);
    for (const [part, codigo] of [
      [{nome: 'a.exe'}, 'EXTENSAO'], [{nome: 'a.pdf', bytes: Buffer.alloc(0)}, 'EXTENSAO'],
      [{nome: 'a.pdf', bytes: compoundFile(INSTALLER, 99)}, 'EXTENSAO'],
      [{nome: 'a.pdf', bytes: randomBytes(1024 * 1024 + 1)}, 'TAMANHO'],
    ] as const) expect(await send(empresa(), [part])).toAnswer(400, {codigo});
    expect(await send(empresa(), [])).toAnswer(400, {codigo: 'VALIDACAO'});
    expect(await send(empresa(), [NOTA, NOTA])).toAnswer(400, {codigo: 'TAMANHO'});
    expect(await send(life.world.users.rpa, [NOTA])).toAnswer(403);
    expect(await filesKept(life.test)).toEqual(before);
    const headers = {'idempotency-key': 'uma-foto-so'};
    const twice = [await send(empresa(), [NOTA], headers), await send(empresa(), [NOTA], headers)];
    expect(twice.map(({status}) => status)).toEqual([201, 201]);
    expect(twice[1]!.body).toEqual(twice[0]!.body);
    expect(await filesKept(life.test)).toHaveLength(before.length + 1);
  });

  it('is counted among the files that a backup copies, and its bytes go 30 days after it is of no record', async () => {
    const {body: sent} = await send(empresa(), [{nome: 'nova.pdf'}]);
    const {db} = life.test.context;
    const row = (await readAllFileRows(db)).findLast(({de}) => de === 'laudos.foto')!;
    expect(row).toMatchObject({id: sent.id, registro: 0, excluido: true});
    const at = async (days: number) => (await readFileStates(db, [row.chave], new Date(Date.now() + days * 86_400_000))).get(row.chave);
    expect([await at(29), await at(31)]).toEqual(['kept', 'over']);
    await life.create(empresa(), {...life.data(), foto: sent});
    expect(await at(31)).toBe('kept');
  });
});
