// Calls of own code below /api/own: who may make them, what they refuse, and that nothing leaves that their answer does not name.
import {sql} from 'kysely';
import {beforeEach, expect, it} from 'vitest';
import {defineOwn, z} from '../../src/server/own.ts';
import {checkOwn} from '../../src/server/ownCode/checkOwn.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {openTestApp} from '../support/server.ts';
import config from '../../resources.config.ts';

let runs = 0;
const own = defineOwn(config, {calls: {
  'GET resumo/:id': {
    profiles: ['adm', 'empresa'], query: z.object({minimo: z.coerce.number().default(0).meta({description: 'A menor quantidade.'})}),
    answer: z.object({razaoSocial: z.string(), filiais: z.number(), quem: z.string()}),
    run: async ({params, query, read, list, caller, refuse}) => {
      const empresa = await read('empresas', params.id) ?? refuse('Esta empresa não existe.');
      const filiais = (await list('filiais', {idEmpresa: params.id})).length;
      if (filiais < query.minimo) refuse('Há filiais de menos.', 'minimo');
      return {...empresa, razaoSocial: empresa.razaoSocial ?? '', filiais, quem: caller.nome};
    },
  },
  'GET escreve/:id': {
    profiles: ['adm'], answer: z.object({}), run: async ({params, ...tools}) => {
      // @ts-expect-error: a GET has no tool that writes
      await tools.save('empresas', params.id, {contato: 'Eva'});
      return {};
    },
  },
  'POST contatos/:id': {
    profiles: ['adm'], answer: z.object({id: z.number()}),
    body: z.object({contato: z.string().max(5, 'No máximo 5 letras.'), vezes: z.int()}),
    run: async ({params, body, save, refuse}) => {
      runs++;
      await save('empresas', params.id, {contato: body.contato});
      if (body.vezes > 9) refuse('Vezes demais.', 'vezes');
      return {id: body.vezes === 9 ? 'nove' as unknown as number : params.id};
    },
  },
}});
const test = beforeTests(() => openTestApp({config, own}));
beforeEach(async () => {
  await test.reset();
  runs = 0;
});

const contactOf = async (id: number): Promise<unknown> =>
  (await sql<{contato: string}>`select contato from empresas where id = ${id}`.execute(test.context.db)).rows[0]?.contato;

it('answers the profiles that it names, with what its shape names alone', async () => {
  const {id, idEmpresa} = await test.seed.filial();
  const resumo = (query = {}) => test.api(test.adm, 'GET own/resumo/:id', {params: {id: idEmpresa}, query});
  const {status, body} = await resumo();
  expect([status, body]).toEqual([200, {razaoSocial: expect.any(String), filiais: 1, quem: 'Administrador'}]);
  const fornecedor = await test.seed.usuario({perfil: 'fornecedor'});
  const refused = await test.api(fornecedor, 'GET own/resumo/:id', {params: {id}});
  expect([refused.status, refused.body.message]).toEqual([403, 'Seu perfil não tem permissão para esta ação.']);
  expect((await test.api(undefined, 'GET own/resumo/:id', {params: {id}})).status).toBe(401);
  const campos = [{campo: 'minimo', mensagem: 'Há filiais de menos.'}];
  expect((await resumo({minimo: 2})).body).toMatchObject({codigo: 'VALIDACAO', campos});
  expect((await resumo({minimo: 'dois'})).body).toMatchObject({codigo: 'VALIDACAO', campos: [{campo: 'minimo'}]});
  expect((await test.api(test.adm, 'GET own/resumo/:id', {params: {id: 'um'}})).status).toBe(404);
  const missing = await test.api(test.adm, 'GET own/resumo/:id', {params: {id: 99_999}});
  expect([missing.status, missing.body]).toMatchObject([400, {codigo: 'CONFLITO', message: 'Esta empresa não existe.'}]);
});

it('refuses a body field by field before it runs, and leaves nothing of what it then refuses', async () => {
  const {id} = await test.seed.empresa({contato: 'Ana'});
  const change = (body: object) => test.api(test.adm, 'POST own/contatos/:id', {params: {id}, body});
  expect((await change({contato: 'Beatriz', vezes: 'x'})).body).toMatchObject({codigo: 'VALIDACAO', campos: [
    {campo: 'contato', mensagem: 'No máximo 5 letras.'}, {campo: 'vezes', mensagem: 'Campo inválido.'},
  ]});
  expect(runs).toBe(0);
  expect((await change({contato: 'Bia', vezes: 10})).body).toMatchObject({codigo: 'VALIDACAO', campos: [{campo: 'vezes'}]});
  const wrong = await change({contato: 'Bia', vezes: 9});
  expect([wrong.status, wrong.body.message]).toEqual([
    500, 'A chamada POST contatos/:id do código próprio não respondeu o que declara. Nada foi gravado: avise o Administrador.',
  ]);
  expect([runs, await contactOf(id)]).toEqual([2, 'Ana']);
});

it('a GET that writes fails, and nothing is written', async () => {
  const {id} = await test.seed.empresa({contato: 'Ana'});
  const {status, body} = await test.api(test.adm, 'GET own/escreve/:id', {params: {id}});
  expect([status, body.message]).toEqual([
    500, 'A chamada GET escreve/:id do código próprio falhou. Nada foi gravado: avise o Administrador.',
  ]);
  expect(await contactOf(id)).toBe('Ana');
});

it('writes as Sistema, once for one Idempotency-Key', async () => {
  const {id} = await test.seed.empresa({contato: 'Ana'});
  const change = (contato: string) => test.api(test.adm, 'POST own/contatos/:id', {
    params: {id}, body: {contato, vezes: 1}, headers: {'idempotency-key': 'chave'},
  });
  expect([(await change('Bia')).body, (await change('Bia')).body]).toEqual([{id}, {id}]);
  expect((await change('Eva')).body).toMatchObject({codigo: 'CONFLITO'});
  expect(await contactOf(id)).toBe('Bia');
  const {rows} = await sql<{depois: unknown}>`
    select depois from historico where recurso = 'empresas' and id_registro = ${id} and acao <> 'criar'`.execute(test.context.db);
  expect(rows).toEqual([{depois: {contato: 'Bia', $passo: 'calls.POST contatos/:id'}}]);
});

it('is in the OpenAPI document, with its profiles, parameters, body and answer', async () => {
  const {body: {paths}} = await test.api(test.adm, 'GET openapi.json');
  expect(paths['/own/resumo/{id}'].get).toMatchObject({
    description: expect.stringContaining('Adm'),
    parameters: [{name: 'id', in: 'path'}, {name: 'minimo', in: 'query', description: 'A menor quantidade.', required: false}],
    responses: {
      200: {content: {'application/json': {schema: {properties: {filiais: {type: 'number'}, quem: {type: 'string'}}}}}}, 403: {},
    },
  });
  expect(paths['/own/contatos/{id}'].post).toMatchObject({
    requestBody: {content: {'application/json': {schema: {properties: {contato: {maxLength: 5}}, required: ['contato', 'vezes']}}}},
  });
});

it('stops the start where a call, a timer or the page is wrong', () => {
  const run = (): void => {};
  const answer = z.object({});
  const ok = {profiles: ['adm'], answer, run};
  expect(checkOwn(config, {calls: {
    'GET a/:id': ok, 'GET a/:outro': ok, 'PATCH b': ok, 'GET /c': ok, 'GET d': {...ok, body: answer}, 'PUT e': {...ok, profiles: ['admin']},
    'PUT f': {profiles: [], answer: {}, run: 1, query: 'x', corpo: answer},
  }}, 'own.ts')).toEqual([
    'calls.GET a/:outro: "GET a/:outro" já é a chamada de calls.GET a/:id: use outro caminho.',
    'calls.PATCH b: "PATCH b" não é uma chamada: escreva o método (GET, POST, PUT, DELETE) e o caminho, como "GET resumo/:id".',
    'calls.GET /c: "GET /c" não é uma chamada: escreva o método (GET, POST, PUT, DELETE) e o caminho, como "GET resumo/:id".',
    'calls.GET d.body: uma chamada GET não tem corpo: use "query", ou outro método.',
    'calls.PUT e.profiles: "admin" não é um perfil (quis dizer "adm"?).',
    'calls.PUT f.corpo: "corpo" não é uma opção aqui: há "profiles", "query", "body", "answer" e "run".',
    'calls.PUT f.run: esperava uma função.',
    'calls.PUT f.answer: esperava a forma da resposta, como z.object({total: z.number()}).',
    'calls.PUT f.query: esperava uma forma, como z.object({nome: z.string()}).',
    'calls.PUT f.profiles: diga quem pode chamar: os perfis.',
  ]);
  const timers = {
    a: {daily: {at: '2:00'}, run}, b: {every: '15', run}, c: {run}, d: {every: '1h', daily: {at: '02:00'}, run}, e: {every: '1h', rum: run},
  };
  expect(checkOwn(config, {timers}, 'own.ts')).toEqual([
    'timers.a.daily.at: "2:00" não é uma hora como "02:00".',
    'timers.b.every: "15" não é um intervalo como "30s", "15m" ou "2h".',
    'timers.c: diga quando: "daily" (todo dia a uma hora) ou "every" (de tanto em tanto tempo), um dos dois.',
    'timers.d: diga quando: "daily" (todo dia a uma hora) ou "every" (de tanto em tanto tempo), um dos dois.',
    'timers.e.rum: "rum" não é uma opção aqui (quis dizer "run"?): há "daily", "every" e "run".',
    'timers.e.run: esperava uma função.',
  ]);
  const noPage = ['own.ts: o "menu" da configuração não tem "entregas": sem essa página ninguém vê o que não chega ou falha.'];
  expect(checkOwn(config, {timers: {a: {every: '1h', run}}}, 'own.ts')).toEqual(noPage);
  expect(checkOwn(config, {steps: {tickets: {create: {committed: run}}}}, 'own.ts')).toEqual(noPage);
  const withPage = {...config, menu: {...config.menu, Entregas: {entregas: 'Entregas'}}};
  expect(checkOwn(withPage, {timers: {a: {every: '1h', run}}, steps: {tickets: {create: {committed: run}}}}, 'own.ts')).toEqual([]);
});
