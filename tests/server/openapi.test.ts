// The OpenAPI document: valid, complete in both directions, and true of what the server answers.
import {Validator} from '@seriousme/openapi-schema-validator';
import {decodeJwt} from 'jose';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Config, Endpoint} from '../../src/schema/shapes/config.ts';
import {tokenClaims} from '../../src/schema/apiShapes.ts';
import {acceptance} from '../support/acceptance.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withPedidos, withVeiculos} from '../support/configs.ts';
import {documentOf, judgeOf, type Judge} from '../support/document.ts';
import {openMailServer, testSender, tokenIn} from '../support/mail.ts';
import {listedRoutes} from '../support/routes.ts';
import {openTestApp, type Answer, type Call} from '../support/server.ts';
import product from '../../resources.config.ts';

const config: Config = product;
const ofProduct = await judgeOf(config);
// oxlint-disable-next-line typescript/no-explicit-any -- a document is looked into at many depths
const document = ofProduct.document as any;

/** `GET /empresas/{}`: as requests are routed, without regard to case or a slash at the end, parameters by place alone. */
const routed = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.toLowerCase().replace(/\/$/, '').replace(/\{\w+\}|:\w+(?:\|:\w+)*/g, '{}')}`;
const described = (): string[] =>
  Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map(method => routed(method, `/api${path}`)));

const expectFits = (judge: Judge, endpoint: Endpoint, answer: Answer): void => {
  expect({endpoint, faults: judge.faultsOf(endpoint, answer)}).toEqual({endpoint, faults: []});
};

const server = beforeTests(openTestApp);

describe('the document', () => {
  it.each([
    ['the product', config],
    ['a resource in the default dialect', withVeiculos],
    ['a resource with statuses', withPedidos],
    ['resources with every part', acceptance],
  ])('is valid OpenAPI 3.1, and refers to nothing that is not there: %s', async (_what, of) => {
    const validator = new Validator();
    const told = await documentOf(of);
    const {valid, errors} = await validator.validate(JSON.parse(JSON.stringify(told)));
    expect({valid, errors, version: validator.version}).toEqual({valid: true, errors: undefined, version: '3.1'});
    const named = Object.entries<object>(told.components)
      .flatMap(([kind, all]) => Object.keys(all).map(name => `#/components/${kind}/${name}`));
    const referred = [...JSON.stringify(told).matchAll(/"\$ref":"([^"]*)"/g)].map(([, name]) => name);
    expect(referred.length).toBeGreaterThan(100);
    expect(referred.filter(name => !named.includes(name!))).toEqual([]);
  });

  it('describes every call of the server, and none it does not have', async () => {
    const registered = (await listedRoutes(server.context)).map(({method, url}) => routed(method, url));
    const sorted = (calls: string[]) => calls.toSorted((a, b) => a.localeCompare(b));
    expect(sorted(described())).toEqual(sorted(registered));
  });

  it('names each operation once', () => {
    const ids = Object.values<Record<string, {operationId: string}>>(document.paths).flatMap(path =>
      Object.values(path).map(one => one.operationId));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('says what a field takes, in whose hands it is, and what it is called', () => {
    const {usuarios, 'usuarios.novo': novo, 'empresas.novo': empresa, 'filiais.alteracao': filial} = document.components.schemas;
    expect(novo.properties.nome).toMatchObject({title: 'Nome', type: 'string', maxLength: 100});
    expect(novo.properties.senha).toMatchObject({writeOnly: true, anyOf: [{minLength: 6, maxLength: 45}, {enum: [null, '']}]});
    expect(usuarios.properties.senha).toMatchObject({const: ''});
    expect(novo.properties.tipo).toMatchObject({enum: [1, 2, 3, 5, 4]});
    expect(novo.properties.tipo.description).toContain('1: Adm (dado só por Adm); 2: Empresa;');
    expect(novo.properties.idEmpresa.description).toContain('Obrigatório quando Perfil for Empresa, Fornecedor ou Empresa-Usuário.');
    expect(usuarios.properties.dataCriacao).toMatchObject({readOnly: true});
    expect(novo.properties).not.toHaveProperty('dataCriacao');
    expect(novo.required.toSorted()).toEqual(['email', 'nome', 'tipo']);
    expect(empresa.properties.cnpj).toMatchObject({maxLength: 20});
    expect(empresa.properties.cnpj.description).toContain('com ou sem máscara');
    expect(empresa.required).toEqual(['razaoSocial', 'cnpj', 'email', 'telefone']);
    expect(filial.properties).not.toHaveProperty('idEmpresa');
    expect(document.components.schemas.tickets.properties.descricaoStatus).toMatchObject({type: 'string', readOnly: true});
  });

  it('asks lists as the dialect does', () => {
    const parameters = (path: string) =>
      document.paths[path].get.parameters as {name: string; in: string; schema: object; 'x-extensao'?: true}[];
    const named = (path: string, name: string) => parameters(path).find(one => one.name === name);
    expect(parameters('/empresas').map(one => one.name)).toEqual([
      'page', 'pageSize', 'nome', 'cnpj', 'ativo', 'aba', 'sort', 'order', 'idPerfilLogado', 'idUsuarioLogado',
    ]);
    expect(named('/empresas', 'ativo')).toMatchObject({'x-extensao': true});
    expect(named('/empresas', 'nome')).toMatchObject({in: 'query', schema: {type: 'string', maxLength: 100}});
    expect(named('/empresas', 'page')).not.toHaveProperty('x-extensao');
    expect(named('/empresas', 'pageSize')).toMatchObject({'x-extensao': true, schema: {enum: [5, 10, 20, 50], default: 20}});
    expect(named('/usuarios', 'page')).toMatchObject({'x-extensao': true});
    expect(parameters('/tickets').map(one => one.name)).toEqual(expect.arrayContaining([
      'dataInicial', 'dataFinal', 'idStatusTicket', 'descricaoItensFormulario',
    ]));
    expect(document.paths['/usuarios'].get.responses[200].headers).toHaveProperty('X-Total-Count');
    expect(document.paths['/filial'].get.responses[200].content['application/json'].schema.required).toEqual(['total', 'registros']);
  });

  it('tells who may do an action, from where to where, and what it asks', () => {
    const {put} = document.paths['/tickets/cancelar/{id}'];
    expect(put.description).toContain('Perfis: Adm, Empresa, Fornecedor e Empresa-Usuário.');
    expect(put.description).toContain('de Em-Aberto');
    expect(put.description).toContain('Leva a Cancelado.');
    expect(put.requestBody.content['application/json'].schema).toMatchObject({
      required: ['comentario'], properties: {comentario: {minLength: 10, maxLength: 300}},
    });
    const taken = Object.entries<{put?: {requestBody?: {content: object; required?: boolean}}}>(document.paths)
      .flatMap(([path, {put}]) => ('multipart/form-data' in (put?.requestBody?.content ?? {}) ? [[path, put?.requestBody?.required]] : []));
    expect(taken).toEqual(expect.arrayContaining([
      ['/tickets/finalizar/{id}', true], ['/tickets/comentar/{id}', true], ['/tickets/reabrir/{id}/{idUsuario}', false],
    ]));
  });

  it('marks our own calls, and leaves those of the specification bare', () => {
    const marked = (path: string, method: string) => document.paths[path][method]['x-extensao'] === true;
    expect(marked('/empresas/inativar/{id}', 'put')).toBe(true);
    expect(marked('/tickets/enviar-aprovacao/{id}', 'put')).toBe(true);
    expect(marked('/empresas/exportar', 'get')).toBe(true);
    expect(marked('/usuarios/inativar/{id}', 'put')).toBe(false);
    expect(marked('/tickets/aprovar/{id}/{idUsuario}', 'put')).toBe(false);
  });

  it('tells of the parts of any resource by its declaration alone', async () => {
    // oxlint-disable-next-line typescript/no-explicit-any -- a document is looked into at many depths
    const told = await documentOf(acceptance) as any;
    const {schemas} = told.components;
    const operations = Object.entries<object>(told.paths).filter(([path]) => path.startsWith('/laudos/') || path === '/laudos')
      .flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`));
    // The choices of the one action that asks for somebody are a call as well, and those of whom it is linked with.
    expect(operations).toHaveLength(19 + Object.keys(acceptance.resources['laudos']!.actions!).length - 1);
    expect(operations).toEqual(expect.arrayContaining([
      'GET /laudos', 'POST /laudos', 'GET /laudos/{id}', 'PUT /laudos/{id}', 'GET /laudos/exportar', 'GET /laudos/abas',
      'GET /laudos/{id}/historico', 'PUT /laudos/{id}/presenca', 'DELETE /laudos/{id}/presenca',
      'GET /laudos/{id}/arquivos', 'POST /laudos/{id}/arquivos', 'GET /laudos/{id}/arquivos.zip', 'POST /laudos/campos/foto',
      'GET /laudos/{id}/campos/foto', 'GET /laudos/opcoes',
      'GET /laudos/{id}/arquivos/{idArquivo}', 'DELETE /laudos/{id}/arquivos/{idArquivo}',
      'PUT /laudos/{id}/assumir/{idUsuario}', 'PUT /laudos/{id}/recusar', 'GET /laudos/encaminhar/{id}/opcoes',
    ]));
    // Nobody deletes one.
    expect(operations).not.toContain('DELETE /laudos/{id}');
    const [row, parts] = schemas['laudos.completo'].allOf;
    expect(row).toEqual({$ref: '#/components/schemas/laudos'});
    expect(parts.required).toEqual(['itens', 'arquivos', 'acoes']);
    expect(parts.properties.arquivos.items).toEqual({$ref: '#/components/schemas/laudos.arquivo'});
    expect(schemas['laudos.arquivo'].properties.tipo.enum).toContain('Nota Fiscal');
    expect(schemas['laudos.novo'].required).toEqual(['idFilial', 'idRoteiro', 'titulo', 'itens']);
    expect(schemas['laudos.novo'].properties).toMatchObject({valor: {title: 'Valor'}});
    expect(schemas['laudos.alteracao'].properties).toMatchObject({itens: {}, titulo: {}, versao: {}});
    expect(schemas['laudos.alteracao'].properties).not.toHaveProperty('idRoteiro');
    expect(told.paths['/laudos/{id}/recusar'].put.responses[200].content['application/json'].schema)
      .toMatchObject({allOf: [
        {$ref: '#/components/schemas/laudos.completo'}, {properties: {historico: {items: {$ref: '#/components/schemas/passo'}}}},
      ]});
    const {post} = told.paths['/laudos'];
    // No file has to come with a new one: plain JSON will do.
    expect(post.description).toContain('No máximo um arquivo por tipo.');
    expect(Object.keys(post.requestBody.content)).toEqual(['multipart/form-data', 'application/json']);
    expect(post.requestBody.content['multipart/form-data'].schema).not.toHaveProperty('required');
    expect(told.paths['/laudos/{id}/arquivos'].post.requestBody.content['multipart/form-data'].schema.required).toEqual(['file', 'tipo']);
    expect(told.paths['/laudos/{id}/arquivos'].post.description).toContain('Perfis: Adm, Empresa, Fornecedor e Empresa-Usuário.');
    expect(told.paths['/tickets'].post.description).toContain('Pelo menos um arquivo, um por tipo.');
  });

  it('tells nothing of a field that nobody sees', () => {
    expect(config.resources['tickets']?.fields['codigoTransportadora']?.see).toEqual([]);
    expect(/.{0,80}codigoTransportadora/.exec(JSON.stringify(document))).toBeNull();
  });

  it('leaves public calls without security', () => {
    expect(document.paths['/usuarios/login'].post.security).toEqual([]);
    expect(document.security).toEqual([{bearerAuth: []}]);
    expect(document.paths['/empresas'].get).not.toHaveProperty('security');
  });
});

// What has no session to be asked in; all else is judged in answers.test.ts.
it('a session, a link by mail and a refusal are answered as the document says', async () => {
  const {email, senha} = server.adm;
  const mails = await openMailServer();
  onTestFinished(() => mails.close());
  const mail = await testSender(server, mails.url);
  const answered = async (endpoint: Endpoint, call: Call = {}): Promise<Answer> => {
    const answer = await server.api(undefined, endpoint, call);
    expectFits(ofProduct, endpoint, answer);
    return answer;
  };
  const {body: session} = await answered('POST usuarios/login', {body: {email, senha}});
  expect(tokenClaims.parse(decodeJwt(session.token))).toMatchObject({
    nameid: String(session.id), unique_name: session.nome, role: 'Adm', email,
  });
  await answered('POST resetSenha/forgot-password', {body: {email}});
  mail.wake();
  await mail.idle();
  const token = tokenIn(mails.received[0]);
  expect(await answered('GET usuarios/busca-usuario-reset-senha/:token', {params: {token}})).toAnswer(200);
  expect(await answered('GET empresas')).toAnswer(401);
});

it('a resource with statuses and no part answers as the document says', async () => {
  const own = await openTestApp({config: withPedidos});
  onTestFinished(() => own.close());
  const judge = await judgeOf(withPedidos);
  const judged = async (endpoint: Endpoint, call: Call = {}) => {
    const answer = await own.api(own.adm, endpoint, call);
    expectFits(judge, endpoint, answer);
    return answer;
  };
  const made = await judged('POST pedidos', {body: {descricao: 'Um'}});
  const {id} = made.body;
  // An answer with something else in it would be found.
  expect(judge.faultsOf('POST pedidos', {...made, body: {...made.body, versao: 'x', outro: 1}})).toHaveLength(2);
  for (const [endpoint, status] of [
    ['PUT pedidos/:id', 200], ['PUT pedidos/fechar/:id', 200], ['PUT pedidos/fechar/:id', 400],
    ['GET pedidos/:id', 200], ['GET pedidos', 200], ['GET pedidos/:id/historico', 200],
  ] as const) {
    const body = endpoint.startsWith('PUT') ? {body: {descricao: 'Dois'}} : {};
    expect(await judged(endpoint, {params: {id}, ...body})).toAnswer(status);
  }
});

describe('GET openapi.json', () => {
  it('is for Adm', async () => {
    const answer = await server.api(server.adm, 'GET openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it.each(['empresa', 'fornecedor', 'rpa', 'empresaUsuario'] as const)('is refused to %s', async perfil => {
    const {token} = await server.seed.usuario({perfil});
    expect(await server.api(token, 'GET openapi.json')).toAnswer(403);
  });

  it('asks who is there', async () => {
    expect(await server.api(undefined, 'GET openapi.json')).toAnswer(401);
  });
});
