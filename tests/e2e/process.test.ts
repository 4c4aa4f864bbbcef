// How the product starts and ends, as `npm start` does it. Refusals to start: tests/server/main.test.ts.
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
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

test('DEMO=1 fills an empty database once, and tells who can sign in', async () => {
  const first = await firstEnding(true);
  expect(first).toMatchObject({code: 0, signal: null, stdout: expect.stringContaining(`Todos com a senha ${ADM.senha}`)});
  const product = await openProduct({embedded: true, env: {DEMO: '1'}});
  onTestFinished(() => product.dispose());
  const api = httpApi(product.url);
  const {body: session} = await signIn(product.url);
  const tickets = async () => (await api(session.token, 'GET tickets', {query: {page: 1}})).body.total as number;
  const before = await tickets();
  expect(before).toBeGreaterThan(0);
  await product.stop();
  await product.start();
  expect(await tickets()).toBe(before);
  expect((await product.stop()).stdout).toContain('DEMO: o banco de dados já tem registros, e nada foi criado.');
});
