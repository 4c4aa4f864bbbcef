import {createHash, randomBytes} from 'node:crypto';
import {mkdir, readdir, rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import {buildApp} from '../../src/server/app.ts';
import {createAttachmentStore} from '../../src/server/files/createAttachmentStore.ts';
import {createStorageGuard} from '../../src/server/files/identity.ts';
import {trashPath} from '../../src/server/files/layout.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openConnection} from '../support/connection.ts';
import {takeAway} from '../support/files.ts';
import {openS3Door, otherStore, PLACES} from '../support/s3Door.ts';
import {compoundFile, INSTALLER, WORKBOOK} from '../support/programs.ts';
import type {Perfil} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {
  createWorld, filesKept, formOf, newTicket, NOTA, openTicket, PDF, type Part,
} from '../support/tickets.ts';
import {until} from '../support/until.ts';

const MIB = 1024 * 1024;

describe.each(PLACES)('in %s', where => {
  const [inFolder, atDoor] = [where === 'a folder', where === 'a bucket'];
  const door = beforeTests(openS3Door);
  const test = beforeTests(() => openTestApp({
    env: {UPLOAD_MAX_FILES: 4, UPLOAD_MAX_MB: 1, ...(!inFolder && (atDoor ? door.env : otherStore()))},
  }));
  const world = beforeTests(() => createWorld(test));
  let id: number;
  beforeEach(async () => {
    id = (await openTicket(test, world, world.users.empresa)).id;
  });

  const upload = (
    perfil: Perfil, data: Readonly<Record<string, unknown>>, parts: readonly Part[], headers: Record<string, string> = {},
  ): Promise<Answer> =>
    test.api(world.users[perfil], 'POST ticketsArquivo/upload-arquivo', {
      form: formOf({tipo: 'Laudo', idTicket: id, idFilial: world.idFilial, idUsuario: 999, ...data}, parts, 'file'), headers,
    });
  const download = (fileId: number, headers: Record<string, string> = {}, token = world.users.empresa.token) =>
    test.api(token, 'GET TicketsArquivo/baixar-arquivo/:fileId', {params: {fileId}, headers});
  const list = async (): Promise<{id: number; nomeArquivo: string}[]> =>
    (await test.api(world.users.empresa, 'GET ticketsArquivo/:id', {params: {id}})).body;
  const remove = (perfil: Perfil, fileId: number, idUsuario = world.users[perfil].id) =>
    test.api(world.users[perfil], 'DELETE ticketsArquivo/:fileId/:idUsuario', {params: {fileId, idUsuario}});

  describe('a file comes back byte for byte', () => {
    it('as an attachment that no browser shows', async () => {
      const [nome, bytes] = ['ação nº 1 — Ñandú.pdf', randomBytes(100_000)];
      const answer = await upload('empresa', {}, [{nome, bytes}]);
      expect(answer).toMatchObject({
        status: 201, headers: {location: `/api/TicketsArquivo/baixar-arquivo/${answer.body.id}`},
        body: {id: expect.any(Number), nomeArquivo: nome, dataCriacao: expect.stringMatching(/^\d{4}-/), tipo: 'Laudo', origem: 'Portal'},
      });
      const got = await download(answer.body.id);
      expect(got.bytes.equals(bytes)).toBe(true);
      expect(got.headers).toMatchObject({
        'content-length': String(bytes.length), 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox", 'accept-ranges': 'bytes',
        etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
        'content-disposition': expect.stringMatching(/^attachment; filename="[\x20-\x7E]+"; filename\*=UTF-8''/),
      });
      expect(decodeURIComponent(String(got.headers['content-disposition']).split("UTF-8''")[1] ?? '')).toBe(nome);
      expect((await list()).at(-1)).toEqual(answer.body);
    });
  });

  describe('parts of a file', () => {
    it('by range', async () => {
      const bytes = randomBytes(1000);
      const {body: {id: file}} = await upload('empresa', {}, [{nome: 'a.bin', bytes}]);
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=100-199', 100, 199],
        ['bytes=-10', 990, 999],
        ['bytes=990-5000', 990, 999],
      ] as const) {
        const got = await download(file, {range});
        expect(got).toMatchObject({
          status: 206, headers: {'content-range': `bytes ${start}-${end}/1000`, 'content-length': String(end - start + 1)},
        });
        expect(got.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
      }
      expect(await download(file, {range: 'bytes=1000-'})).toMatchObject({
        status: 416, headers: {'content-range': 'bytes */1000'}, body: {message: 'O arquivo não tem a parte pedida. Baixe-o de novo.'},
      });
      expect(await download(file, {range: 'bytes=0-1,5-6'})).toMatchObject({status: 200, headers: {'content-length': '1000'}});
      const etag = String((await download(file)).headers['etag']);
      expect(await download(file, {range: 'bytes=0-1', 'if-range': etag})).toAnswer(206);
      expect(await download(file, {range: 'bytes=0-1', 'if-range': '"another"'})).toAnswer(200);
      // A compressed part would be the wrong bytes.
      const text = await upload('empresa', {}, [{nome: 'a.txt', bytes: Buffer.alloc(9000, 'a')}]);
      for (const range of [{}, {range: 'bytes=0-4999'}]) {
        const got = await download(text.body.id, {'accept-encoding': 'gzip, br', ...range});
        expect(got.headers['content-encoding']).toBeUndefined();
        expect(got.bytes.every(byte => byte === 97)).toBe(true);
      }
      const unchanged = await download(file, {'if-none-match': `"x", ${etag}`});
      expect(unchanged).toAnswer(304);
      expect(unchanged.bytes).toHaveLength(0);
    });
  });

  // Of another store nobody changes what it has.
  describe.runIf(inFolder || atDoor)('a stored file that is not what its row says', () => {
    const UNREADABLE = {codigo: 'INDISPONIVEL', message: 'Não foi possível ler o arquivo no servidor. Avise o Administrador.'};
    const LARGE = randomBytes(900_000);
    /** @returns the id of a file whose bytes became others */
    const changed = async (bytes: Buffer, to: Buffer): Promise<number> => {
      const {body: {id: file}} = await upload('empresa', {}, [{nome: 'a.bin', bytes}]);
      const {chave} = await test.context.db.selectFrom('tickets_arquivos').select('chave').where('id', '=', file).executeTakeFirstOrThrow();
      await test.storage.write(chave, Readable.from([to]));
      return file;
    };
    const small = Buffer.from('um laudo');

    it.each([
      ['shorter', small.subarray(0, 5)], ['longer', Buffer.concat([small, small])], ['others of the same length', Buffer.alloc(8, 1)],
      ['none', Buffer.alloc(0)],
    ])('is an error, and none of its headers are sent: %s', async (_how, to) => {
      const answer = await download(await changed(small, to));
      expect(answer).toAnswer(500, UNREADABLE);
      expect(answer.headers).not.toHaveProperty('etag');
      expect(answer.headers).not.toHaveProperty('content-disposition');
    });

    it('is one in a part that is not as long as it should be; of what is in it the part knows nothing', async () => {
      const file = await changed(small, Buffer.from('UM LA'));
      expect(await download(file, {range: 'bytes=2-'})).toAnswer(500, UNREADABLE);
      expect(await download(file, {range: 'bytes=0-3'})).toMatchObject({status: 206, bytes: Buffer.from('UM L')});
      expect(await download(file, {range: 'bytes=0-'})).toAnswer(500, UNREADABLE);
    });

    it.each([
      ['shorter', LARGE.subarray(0, 800_000)], ['longer', Buffer.concat([LARGE, small])],
      ['others of the same length', Buffer.concat([LARGE.subarray(0, -1), Buffer.from([LARGE.at(-1)! ^ 1])])],
    ])('breaks the connection before its end where it is large: %s', async (_how, to) => {
      const file = await changed(LARGE, to);
      await test.app.listen({port: 0, host: '127.0.0.1'}).catch(() => undefined);
      const line = await openConnection((test.app.server.address() as {port: number}).port);
      const call = (path: string) => `GET /api/${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${world.users.empresa.token}\r\n\r\n`;
      line.send(call(`TicketsArquivo/baixar-arquivo/${file}`) + call('vivo'));
      expect(await line.ended).toBe('ECONNRESET');
      const [, body = ''] = line.heard().split(/\r\n\r\n([^]*)/);
      expect(body.length).toBeLessThan(LARGE.length);
      expect(Buffer.from(body, 'latin1').equals(to.subarray(0, body.length))).toBe(true);
    });
  });

  describe('adding a file', () => {
    it.each([
      [{idFilial: 0}, 'Selecione a Filial.'],
      [{idTicket: 0}, 'Registro não encontrado.'],
      [{idTicket: 99_999}, 'Registro não encontrado.'],
      [{idTicket: "1'"}, 'Registro não encontrado.'],
    ])('refuses %j', async (data, message) => {
      const files = await filesKept(test);
      expect(await upload('empresa', data, [{nome: 'a.pdf'}])).toAnswer(400, {codigo: 'VALIDACAO', message});
      expect(await filesKept(test)).toEqual(files);
    });

    it("refuses a branch that is not the ticket's", async () => {
      const {id: idFilial} = await test.seed.filial({idEmpresa: world.idEmpresa});
      expect(await upload('empresa', {idFilial}, [{nome: 'a.pdf'}])).toAnswer(400, {
        campos: [{campo: 'idFilial', mensagem: 'Selecione a Filial.'}],
      });
    });
  });

  describe('deleting a file', () => {
    it("is done in one's own name", async () => {
      const [file] = await list();
      expect(await remove('empresa', file!.id, world.users.adm.id)).toAnswer(403);
      expect(await list()).toHaveLength(1);
    });
  });

  describe('validar-extensao-arquivo', () => {
    const check = (parts: readonly Part[]) =>
      test.api(world.users.rpa, 'POST ticketsArquivo/validar-extensao-arquivo', {form: formOf(undefined, parts, 'file')});
    it('says yes and keeps nothing', async () => {
      const files = await filesKept(test);
      expect(await check([{nome: 'a.pdf', bytes: randomBytes(500_000)}])).toAnswer(200, {valido: true});
      expect(await filesKept(test)).toEqual(files);
    });
    it.each([
      'a.xlsx', 'a.xlsm', 'a.xlsb', 'a.docm', 'a.dotx', 'a.oft', 'a',
    ])('takes a document in a compound file called %s', async nome => {
      expect(await check([{nome, bytes: compoundFile(WORKBOOK, 20)}])).toAnswer(200, {valido: true});
    });
    it.each([
      ['a forbidden name', {nome: 'a.exe'}, 'EXTENSAO', 'Extensão do arquivo não permitida. Arquivos .exe e .bat são proibidos.'],
      [
        'a program', {nome: 'a.pdf', bytes: Buffer.from([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0])}, 'EXTENSAO',
        'O conteúdo do arquivo é de um programa. Programas não são aceitos.',
      ],
      [
        'an installer with the name of a document', {nome: 'a.doc', bytes: compoundFile(INSTALLER, 20)}, 'EXTENSAO',
        'O conteúdo do arquivo é de um programa. Programas não são aceitos.',
      ],
      ['an empty file', {nome: 'a.pdf', bytes: Buffer.alloc(0)}, 'EXTENSAO', 'O arquivo está vazio.'],
      ['a file above the limit', {nome: 'a.pdf', bytes: Buffer.alloc(1024 * 1024 + 1, 'a')}, 'TAMANHO', 'Cada arquivo pode ter até 1 MB.'],
    ])('refuses %s', async (_what, part, codigo, message) => {
      expect(await check([part])).toAnswer(400, {codigo, message});
    });
    it('needs a file', async () => {
      expect(await check([])).toAnswer(400, {message: 'Selecione um arquivo.'});
    });
  });

  describe('how a body may be written', () => {
    const post = (form: FormData) => test.api(world.users.empresa, 'POST tickets', {form});
    const file = (form: FormData, name = 'files', nome = 'nota.pdf') => form.append(name, new Blob([PDF]), nome);

    it('data as a JSON Blob, which arrives as a file', async () => {
      const form = new FormData();
      form.append('data', new Blob([JSON.stringify(newTicket(world))], {type: 'application/json'}));
      file(form);
      form.append('tipos', 'Laudo');
      expect(await post(form)).toAnswer(201, {ticketArquivos: [{nomeArquivo: 'nota.pdf', tipo: 'Laudo'}]});
    });

    it.each([
      ['repeated', ['Laudo', 'Contrato']], ['a JSON array', ['["Laudo","Contrato"]']], ['a comma list', ['Laudo, Contrato']],
    ])('tipos %s, paired by order, before or after the files', async (_how, tipos) => {
      for (const name of ['files', 'file']) {
        const form = new FormData();
        if (name === 'file') for (const tipo of tipos) form.append('tipos', tipo);
        file(form, name, 'a.pdf');
        file(form, name, 'b.pdf');
        form.append('data', JSON.stringify(newTicket(world)));
        if (name === 'files') for (const tipo of tipos) form.append('tipos', tipo);
        expect(await post(form)).toAnswer(201, {
          ticketArquivos: [{nomeArquivo: 'a.pdf', tipo: 'Laudo'}, {nomeArquivo: 'b.pdf', tipo: 'Contrato'}],
        });
      }
    });

    it('upload-arquivo with plain fields instead of data', async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries({tipo: 'Laudo', idTicket: id, idFilial: world.idFilial})) form.append(name, String(value));
      file(form, 'file');
      expect(await test.api(world.users.empresa, 'POST ticketsArquivo/upload-arquivo', {form})).toAnswer(201);
    });
  });

  describe('hostile bodies', () => {
    const BOUNDARY = 'fronteira';
    const raw = (payload: string | Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) => test.app.inject({
      method: 'POST', url: '/api/tickets', payload, headers: {authorization: `Bearer ${world.users.empresa.token}`, 'content-type': type},
    });
    const part = (head: string, body: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const END = `--${BOUNDARY}--\r\n`;
    const TIPOS = part('name="tipos"', 'Laudo');
    const nota = part('name="files"; filename="nota.pdf"', '%PDF-1.7');
    const data = () => part('name="data"', JSON.stringify(newTicket(world)));

    it.each([
      ['no boundary', () => nota, 'multipart/form-data'],
      ['no end', () => `${data()}${nota}`, undefined],
      ['an end in the middle of a file', () => `${data()}${nota.slice(0, -6)}`, undefined],
      ['nothing', () => '', undefined],
      ['no multipart at all', () => 'olá', undefined],
      ['another boundary', () => `${data()}${nota}${END}`.replaceAll(BOUNDARY, 'outra'), undefined],
      ['data that is no JSON', () => `${part('name="data"', '{"idEmpresa":')}${nota}${END}`, undefined],
      ['data that is a list', () => `${part('name="data"', '[]')}${nota}${END}`, undefined],
      ['data that is null', () => `${part('name="data"', 'null')}${nota}${END}`, undefined],
      ['data without end', () => `${part('name="data"', JSON.stringify({x: 'x'.repeat(2_000_000)}))}${nota}${END}`, undefined],
      ['a prototype', () => `${part('name="__proto__"', '{}')}${nota}${END}`, undefined],
      ['a file named as a prototype', () => `${data()}${part('name="constructor"; filename="a.pdf"', 'x')}${nota}${END}`, undefined],
      ['tipos that are no list', () => `${data()}${nota}${part('name="tipos"', '[1]')}${END}`, undefined],
      ['tipos that are no JSON', () => `${data()}${nota}${part('name="tipos"', '[Laudo')}${END}`, undefined],
      ['too many fields', () => `${data()}${part('name="x"', 'y').repeat(300)}${nota}${END}`, undefined],
      ['too many files', () => `${data()}${nota.repeat(9)}${END}`, undefined],
      ['a file without a name', () => `${data()}${part('name="files"; filename=""', 'x')}${END}`, undefined],
      ['a name with a hidden end', () => `${data()}${part('name="files"; filename="a.pdf\u0000.exe"', 'x')}${END}`, undefined],
      ['a name from another folder', () => `${data()}${part('name="files"; filename="../../a.exe "', 'x')}${END}`, undefined],
      ['a percent-encoded program', () => `${data()}${part("name=\"files\"; filename*=UTF-8''a%2Eexe", 'x')}${END}`, undefined],
    ])('are refused, and leave nothing: %s', async (_what, payload, type) => {
      const before = await filesKept(test);
      const answer = await raw(payload(), type);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        message: expect.stringMatching(/\p{Lu}.*[.!]$/u), codigo: expect.stringMatching(/^(VALIDACAO|TAMANHO|EXTENSAO)$/),
      });
      expect(await filesKept(test)).toEqual(before);
    });

    describe('texts in another charset', () => {
      const part = (type: string, disposition = 'name="data"') =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`;
      /** A ticket whose form says what it costs, with `€` and `–` where Windows has them. */
      const said = () => {
        return `${JSON.stringify(newTicket(world, {Placa: 'Solução \u0096 5 \u0080'}))}\r\n`;
      };
      const sent = (head: string, bytes: Buffer) => raw(Buffer.concat([Buffer.from(head), bytes, Buffer.from(`${TIPOS}${nota}${END}`)]));

      it('are read as their part says', async () => {
        const answer = await sent(part('text/plain; charset=windows-1252'), Buffer.from(said(), 'latin1'));
        const {ticketFormularios} = answer.json<{ticketFormularios: {valor: string}[]}>();
        expect(ticketFormularios.map(({valor}) => valor)).toContain('Solução – 5 €');
      });

      it.each([
        ['a text', part('text/plain')], ['JSON', part('application/json')],
        // The package does not tell what its part says.
        ['JSON of another charset', part('application/json; charset=windows-1252')],
        ['a file of JSON', part('application/json', 'name="data"; filename="blob"')],
      ])('are refused where %s says none', async (_what, head) => {
        const before = await filesKept(test);
        const answer = await sent(head, Buffer.from(said(), 'latin1'));
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject({message: expect.stringMatching(/^O conteúdo não está em UTF-8\./)});
        expect(await filesKept(test)).toEqual(before);
      });

      it.each([
        'name="files"; filename="notação.pdf"', "name=\"files\"; filename*=UTF-8''nota%E7%E3o.pdf",
      ])('a name is refused: %s', async name => {
        const named = Buffer.from(part('application/pdf', name), 'latin1');
        const answer = await raw(Buffer.concat([Buffer.from(`${data()}${TIPOS}`), named, Buffer.from(`%PDF-1.7\r\n${END}`)]));
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject({message: expect.stringMatching(/^O nome do arquivo não está em UTF-8/)});
      });

      it('a name in Latin-1 that says so is read', async () => {
        const head = part('application/pdf', "name=\"files\"; filename*=ISO-8859-1''nota%E7%E3o.pdf");
        const answer = await raw(`${data()}${TIPOS}${head}%PDF-1.7\r\n${END}`);
        expect(answer.json()).toMatchObject({ticketArquivos: [{nomeArquivo: 'notação.pdf'}]});
      });
    });

    // Of another store nobody tells what it has before the end.
    it.runIf(inFolder || atDoor)('a client that goes away in the middle leaves nothing', async () => {
      const kept = async () => [...await filesKept(test), ...door.uploads.keys()];
      const before = await kept();
      const app = await buildApp({...test.context, env: {...test.context.env, UPLOAD_MAX_MB: 25}});
      onTestFinished(() => app.close());
      await app.listen({port: 0, host: '127.0.0.1'});
      const {port} = app.server.address() as {port: number};
      const socket = connect(port, '127.0.0.1');
      // A bucket hears of it when it has the first part.
      const begun = `${data()}${part('name="files"; filename="a.pdf"', `%PDF-1.7${'x'.repeat(9 * MIB)}`).trimEnd()}`;
      socket.write([
        'POST /api/tickets HTTP/1.1', 'Host: x', `Authorization: Bearer ${world.users.empresa.token}`,
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}`, `Content-Length: ${10 * MIB}`, '', begun,
      ].join('\r\n'));
      await until(async () => expect(await kept()).toHaveLength(before.length + 1));
      socket.destroy();
      await until(async () => expect(await kept()).toEqual(before));
    });

    it('a refused body on a real connection is answered after all of it was sent', async () => {
      await test.app.listen({port: 0, host: '127.0.0.1'}).catch(() => undefined);
      const {port} = test.app.server.address() as {port: number};
      const form = formOf(newTicket(world), [
        {nome: 'a.exe', tipo: 'Laudo', bytes: Buffer.alloc(900_000, 'a')},
        {nome: 'b.pdf', tipo: 'Outros', bytes: Buffer.alloc(900_000, 'a')},
      ]);
      const answer = await fetch(`http://127.0.0.1:${port}/api/tickets`, {
        method: 'POST', body: form, headers: {authorization: `Bearer ${world.users.empresa.token}`},
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({codigo: 'EXTENSAO'});
    });
  });

  // Another store has nobody who would break it.
  describe.runIf(inFolder || atDoor)('a server that cannot keep files', () => {
    const folder = (): string => join(test.context.env.DATA_DIR, 'files');
    const pronto = () => test.api(undefined, 'GET pronto');
    const keyOf = async ({id: file}: {id: number}): Promise<string> =>
      (await test.context.db.selectFrom('tickets_arquivos').select('chave').where('id', '=', file).executeTakeFirstOrThrow()).chave;
    const UNWRITABLE = {
      status: 500, body: {codigo: 'INDISPONIVEL', message: 'Não foi possível gravar o arquivo no servidor. Avise o Administrador.'},
    };

    it('says so, is not ready, and goes on when it can', async () => {
      const before = await filesKept(test);
      door.away(true);
      const bringBack = inFolder ? await takeAway(folder()) : async () => door.away(false);
      // A folder that nothing can be made in, also for the user root.
      if (inFolder) await writeFile(folder(), '');
      expect(await upload('empresa', {}, [{nome: 'a.pdf'}])).toMatchObject(UNWRITABLE);
      expect(await test.api(world.users.empresa, 'POST tickets', {
        form: formOf(newTicket(world), [NOTA, {nome: 'b.pdf', tipo: 'Laudo'}]),
      })).toMatchObject(UNWRITABLE);
      expect(await pronto()).toAnswer(503);
      await rm(folder(), {force: true});
      await bringBack();
      expect(await pronto()).toAnswer(200);
      expect(await filesKept(test)).toEqual(before);
      expect(await upload('empresa', {}, [{nome: 'a.pdf'}])).toAnswer(201);
    });

    it('is not ready when it may only read', async () => {
      // Rights do not bind root, who runs tests in containers; a name that is taken binds everybody.
      const tmp = join(folder(), 'tmp');
      await rm(tmp, {recursive: true, force: true});
      if (inFolder) await writeFile(tmp, '');
      door.breaks('PutObject', 'denied', 'denied');
      expect(await pronto()).toAnswer(503);
      expect(await upload('empresa', {}, [{nome: 'a.pdf'}])).toMatchObject(UNWRITABLE);
      await rm(tmp, {force: true});
      expect(await pronto()).toAnswer(200);
      expect(inFolder ? await readdir(tmp) : []).toEqual([]);
    });

    it('says that the bytes of a file are gone, and its record stays', async () => {
      const [file] = await list();
      const chave = await keyOf(file!);
      await test.storage.remove(chave);
      expect(await download(file!.id)).toAnswer(500, {
        codigo: 'INDISPONIVEL',
        message: 'O conteúdo deste arquivo não está mais no servidor. Avise o Administrador.',
        id: expect.stringMatching(/^req-/),
      });
      expect(await list()).toHaveLength(1);
      // What opens and cannot be read: a folder of that name.
      if (inFolder) await mkdir(join(folder(), chave), {recursive: true});
      door.breaks('GetObject', 'denied');
      expect(await download(file!.id)).toAnswer(500, {message: 'Não foi possível ler o arquivo no servidor. Avise o Administrador.'});
    });

    it('reads from the bin what was put there by mistake', async () => {
      const [file] = await list();
      const key = await keyOf(file!);
      expect(await test.storage.move(key, trashPath({day: '2026-11-01', key}))).toBe(true);
      expect((await download(file!.id)).bytes.equals(PDF)).toBe(true);
    });

    it('whose disk or bucket is another one refuses uploads in a sentence', async () => {
      const place = {storage: test.storage, db: test.context.db, name: 'banco'};
      const app = await buildApp({...test.context, files: createAttachmentStore(place.storage, createStorageGuard(place))});
      const send = async (): Promise<unknown[]> => {
        const body = new Response(formOf({tipo: 'Laudo', idTicket: id, idFilial: world.idFilial}, [{nome: 'a.pdf'}], 'file'));
        const headers = {authorization: `Bearer ${world.users.empresa.token}`, 'content-type': body.headers.get('content-type') ?? ''};
        const answer = await app.inject({
          method: 'POST', url: '/api/ticketsArquivo/upload-arquivo', payload: Buffer.from(await body.arrayBuffer()), headers,
        });
        return [answer.statusCode, answer.json().message, (await app.inject({url: '/api/pronto'})).statusCode];
      };
      const bringBack = await takeAway(inFolder ? folder() : door);
      const refused = [500, 'A pasta de arquivos do servidor não está disponível, e nada foi gravado. Avise o Administrador.', 503];
      expect(await send()).toEqual(refused);
      expect(await filesKept(test)).toEqual([]);
      expect(await readdir(test.context.env.DATA_DIR)).not.toContain('files');
      await bringBack();
      expect(await send()).toEqual([201, undefined, 200]);
      await app.close();
    });
  });
});
