// The server is told to end (SIGTERM) while people work: what it acknowledged is there, and nobody was given half an answer.
import {Agent, request, type IncomingMessage} from 'node:http';
import {afterEach, expect, test} from 'vitest';
import {httpApi} from '../support/httpApi.ts';
import {ADM, openProduct, type Product} from '../support/product.ts';

let product: Product | undefined;
afterEach(async () => {
  await product?.dispose();
  product = undefined;
});

/** A whole answer; undefined where the line closed before its first byte. */
type Heard = {status: number; headers: IncomingMessage['headers']; body: string} | undefined;

type Call = [method: string, path: string, body?: object];

/** Makes a call over a line that is kept; rejects when an answer broke off. */
const call = (url: string, agent: Agent, token: string, [method, path, body]: Call): Promise<Heard> => new Promise((resolve, reject) => {
  const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json'};
  const asked = request(`${url}/api/${path}`, {method, agent, headers}, answer => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    answer.once('error', () => reject(new Error(`half an answer: ${text.slice(0, 100)}`)));
    answer.once('end', () => resolve({status: answer.statusCode ?? 0, headers: answer.headers, body: text}));
  });
  asked.once('error', () => resolve(undefined));
  asked.end(body === undefined ? undefined : JSON.stringify(body));
});

test('SIGTERM among twenty people at work loses nothing acknowledged, and cuts no answer', async () => {
  product = await openProduct();
  const {url} = product;
  const {body: session} = await httpApi(url)(undefined, 'POST usuarios/login', {body: ADM});
  const {body: empresa} = await httpApi(url)(session.token, 'POST empresas', {
    body: {razaoSocial: 'Cerealista Vale do Ivaí', cnpj: '27465018000115', email: 'contato@vale.test', telefone: '4334211080'},
  });
  const acknowledged: number[] = [];
  const refused: Heard[] = [];
  let told = false;
  let ended: ReturnType<Product['stop']> | undefined;
  const work = async (person: number): Promise<void> => {
    const agent = new Agent({keepAlive: true, maxSockets: 1});
    for (let n = 0; ; n++) {
      const code = `${person}-${n}`;
      const fornecedor = {
        idEmpresa: empresa.id, razaoSocial: `Fornecedor ${code}`, email: 'a@b.test', telefone: '4334211080', contato: 'Ana',
        codigoExterno: code,
      };
      const heard = await call(
        url, agent, session.token, n % 3 === 2 ? ['GET', 'fornecedores?page=1&pageSize=50'] : ['POST', 'fornecedores', fornecedor],
      );
      if (heard?.status === 201) acknowledged.push((JSON.parse(heard.body) as {id: number}).id);
      else if (heard !== undefined && heard.status !== 200) refused.push(heard);
      if (acknowledged.length >= 60 && !told) {
        told = true;
        ended = product?.stop();
      }
      if (heard === undefined || heard.headers.connection === 'close') break;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({length: 20}, (_, person) => work(person)));
  expect(await ended).toMatchObject({code: 0, signal: null, stderr: ''});
  for (const answer of refused) {
    expect(answer).toMatchObject({status: 500, headers: {'retry-after': '5'}});
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      codigo: 'INDISPONIVEL', message: 'Serviço temporariamente indisponível. Tente novamente em instantes.',
    });
  }

  await product.start();
  for (const id of acknowledged) {
    expect(await httpApi(product.url)(session.token, 'GET fornecedores/:id', {params: {id}})).toMatchObject({status: 200, body: {id}});
  }
});
