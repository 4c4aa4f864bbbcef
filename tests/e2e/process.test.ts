// How the product starts and ends, as `npm start` does it. Refusals to start: tests/server/main.test.ts.
import {execFile, spawnSync} from 'node:child_process';
import {copyFile, mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {unzipSync} from 'fflate';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';
import {httpApi} from '../support/httpApi.ts';
import {ADM, firstEnding, openProduct, refusedStart, type Product} from '../support/product.ts';

const signIn = (url: string) => httpApi(url)(undefined, 'POST usuarios/login', {body: ADM});

describe('a product', () => {
  let product: Product;
  beforeAll(async () => {
    product = await openProduct({embedded: true});
  });
  afterAll(() => product?.dispose());

  test('a second process on the same folder is refused in one sentence, and the first goes on', async () => {
    const second = await refusedStart({env: {DATA_DIR: product.dataDir, PORT: '0'}});
    expect(second).toMatchObject({
      code: 1, stdout: '', stderr: `A pasta ${product.dataDir} já está em uso por outro processo do Balcão.\n`,
    });
    expect(await signIn(product.url)).toMatchObject({status: 200});
  });

  test('SIGTERM ends it cleanly, and what it answered is there at the next start', async () => {
    expect(await firstEnding(false)).toMatchObject({code: 0, signal: null, stderr: ''});
    const {body: session} = await signIn(product.url);
    const empresa = {razaoSocial: 'Cerealista Vale do Ivaí', cnpj: '27465018000115', email: 'contato@vale.test', telefone: '4334211080'};
    const {status, body} = await httpApi(product.url)(session.token, 'POST empresas', {body: empresa});
    expect(status).toBe(201);

    expect(await product.stop()).toMatchObject({code: 0, signal: null, stderr: ''});
    await product.start();
    // The key that signs tokens is kept as well: whoever was signed in still is.
    expect(await httpApi(product.url)(session.token, 'GET empresas/:id', {params: {id: body.id}}))
      .toMatchObject({status: 200, body: empresa});
  });
});

describe('a product with the demonstration', () => {
  let product: Product;
  let token: string;
  const api = (...[as, endpoint, options]: Parameters<ReturnType<typeof httpApi>>) => httpApi(product.url)(as, endpoint, options);
  beforeAll(async () => {
    product = await openProduct({env: {DEMO: '1'}});
    ({token} = (await signIn(product.url)).body);
  });
  afterAll(() => product?.dispose());

  test('DEMO=1 fills an empty database once, and tells who can sign in', async () => {
    const first = await firstEnding(true);
    const who = expect.stringMatching(/ com a senha de ADMIN_PASSWORD, os outros com a senha \S+\n/);
    expect(first).toMatchObject({code: 0, signal: null, stdout: who});
    const tickets = async () => (await api(token, 'GET tickets', {query: {page: 1}})).body.total as number;
    const before = await tickets();
    expect(before).toBeGreaterThan(0);
    expect((await product.stop()).stdout).toContain('DEMO: o banco de dados já tem registros, e nada foi criado.');
    await product.start();
    expect(await tickets()).toBe(before);
  });

  describe('the kit of a template, unpacked into an empty folder', () => {
    let kit: Awaited<ReturnType<typeof temporaryFolder>>;
    let chave: string;
    beforeAll(async () => {
      kit = await temporaryFolder();
      const {body: templates} = await api(token, 'GET modelosformulario', {query: {page: 1}});
      const {id} = templates.registros.find((one: {workFlowNameRpa: string}) => one.workFlowNameRpa === 'agendar-descarga');
      const answer = await fetch(`${product.url}/api/modelosformulario/${id}/kit`, {headers: {authorization: `Bearer ${token}`}});
      for (const [name, file] of Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())))) {
        await writeFile(join(kit.folder, name), file);
      }
      const {body: users} = await api(token, 'GET usuarios');
      const robot = users.find(({email}: {email: string}) => email === 'robo@balcao.example');
      ({chave} = (await api(token, 'POST usuarios/:id/chaves', {params: {id: robot.id}, body: {nome: 'Kit'}})).body);
    });
    afterAll(() => kit?.remove());

    const run = (program: string, ...args: string[]): Promise<{code: number; out: string; err: string}> => new Promise(resolve => {
      const env = {PATH: process.env['PATH'], BALCAO_URL: product.url, BALCAO_CHAVE: chave};
      execFile(program, args, {cwd: kit.folder, env}, (error, out, err) => resolve({code: Number(error?.code ?? 0), out, err}));
    });

    const hasPython = spawnSync('python3', ['--version']).status === 0;
    describe.each([
      ['JavaScript', process.execPath, 'meu-robo.mjs', true], ['Python', 'python3', 'meu_robo.py', hasPython],
    ])('%s', (_language, program, file, isThere) => {
      test.skipIf(!isThere)('works on a file, at the simulator, and at the queue; a form that changed it refuses', async () => {
        const one = await run(program, file, '--arquivo', 'exemplo.json');
        expect(one).toMatchObject({code: 0, out: expect.stringMatching(/^\S+ 0-1: concluir Feito\.\n$/), err: ''});
        const three = await run(program, file, '--simular', '--semente', '5', '--vezes', '3');
        expect(three).toMatchObject({code: 0, err: ''});
        expect([...three.out.matchAll(/ (\d+)-1: concluir/g)].map(([, seed]) => seed)).toEqual(['5', '6', '7']);

        const real = await run(program, file, '--vezes', '1', '--robo', 'KIT-1');
        const id = Number(/ (\d+)-1: concluir/.exec(real.out)?.[1]);
        const [step] = (await api(token, 'GET ticketsHistorico/:id', {params: {id}})).body;
        expect({...real, step}).toMatchObject({code: 0, err: '', step: {paraStatus: 'Finalizado', comentario: 'Feito.'}});

        const other = join(kit.folder, 'outro');
        await mkdir(other, {recursive: true});
        for (const name of ['robo.mjs', 'linha.mjs', 'robo.py', file]) await copyFile(join(kit.folder, name), join(other, name));
        const fields = JSON.parse(await readFile(join(kit.folder, 'campos.json'), 'utf8'));
        await writeFile(join(other, 'campos.json'), JSON.stringify({...fields, contratos: ['antigo']}));
        const refused = await run(program, join('outro', file));
        expect(refused).toMatchObject({code: 1, out: '', err: expect.stringMatching(/^O formulário mudou: .*antigo/)});
      });
    });

    test('knows the fields of the form by name', async () => {
      const right = await readFile(join(kit.folder, 'meu-robo.mjs'), 'utf8');
      await writeFile(join(kit.folder, 'errado.mjs'), right.replaceAll('placa', 'plaka'));
      const compiler = join(process.cwd(), 'node_modules/.bin/tsc');
      const flags = '--ignoreConfig --noEmit --allowJs --strict --target es2022 --module nodenext --lib es2022,dom'.split(' ');
      const {out} = await run(compiler, ...flags, 'meu-robo.mjs', 'errado.mjs');
      expect(out.match(/^errado\.mjs.*'plaka' does not exist/gm)).toHaveLength(2);
      expect(out.match(/^(?!errado\.mjs)\S.*/gm)).toBeNull();
    });
  });
});
