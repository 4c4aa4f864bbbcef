// What a resource with a life cycle keeps of its fields: all that is declared, a maintainer's own too; listed, exported and described.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import type {Config, Endpoint, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {fillPath, historyCall, parseEndpoint} from '../../src/schema/paths.ts';
import {finalStatuses} from '../../src/schema/statuses/statuses.ts';
import {acceptance} from '../support/acceptance.ts';
import {judgeOf, type Judge} from '../support/document.ts';
import {lifeCycleNames, openLifeCycle, said, type LifeCycle} from '../support/lifeCycle.ts';
import type {Answer} from '../support/server.ts';

const MORE: Readonly<Record<string, Field>> = {
  prioridade: {kind: 'escolha', label: 'Prioridade', required: true, default: 'baixa',
    choices: [{id: 'alta', name: 'Alta'}, {id: 'baixa', name: 'Baixa'}]},
  origem: {kind: 'texto', label: 'Origem', maxLength: 20, readOnly: 'criado'},
  lacre: {kind: 'texto', label: 'Lacre', maxLength: 20, readOnly: true},
  custo: {kind: 'numero', label: 'Custo', min: 1, max: 9999, see: ['adm'], readOnly: {not: {is: {'session.perfil': ['adm']}}}},
};
const grown = (resource: Resource): Resource => ({
  ...resource, fields: {...resource.fields, ...MORE}, form: {...resource.form, Mais: Object.keys(MORE)},
  list: {...resource.list, columns: [...resource.list.columns, 'prioridade'], filters: {...resource.list.filters, prioridade: {}}},
});
const config: Config = {
  ...acceptance,
  resources: Object.fromEntries(Object.entries(acceptance.resources).map(([name, resource]) => [name, lifeCycleNames.includes(name)
    ? grown(resource) : resource])),
};

describe.each(lifeCycleNames)('a maintainer\'s fields on %s', name => {
  let life: LifeCycle;
  let id: number;
  let judge: Judge;
  beforeAll(async () => {
    life = await openLifeCycle(name, {config});
    judge = await judgeOf(config);
  });
  afterAll(() => life.close());
  const empresa = () => life.world.users.empresa;
  const create = (more: object) => life.create(empresa(), {...life.data(), ...more});
  const save = (body: object, as: {token: string} = empresa()) => life.call(as, `PUT ${name}/:id`, id, {body});
  const rowsOf = ({body}: Answer): {id: number}[] => body.registros ?? body;
  beforeEach(async () => {
    ({body: {id}} = await create({prioridade: 'alta', origem: 'Porto', lacre: 'falso', custo: 7}));
  });

  it('are kept on creation, but for what may not be written', async () => {
    expect((await life.everything(id)).registro).toMatchObject({prioridade: 'alta', origem: 'Porto', lacre: null, custo: null});
    expect((await life.read(empresa(), id)).body).toMatchObject({prioridade: 'alta', origem: 'Porto'});
    expect((await create({})).body).toMatchObject({prioridade: 'baixa'});
    expect(await create({prioridade: 'urgente'})).toAnswer(400, {campos: [{campo: 'prioridade', mensagem: 'Campo inválido.'}]});
  });

  it('are kept on saving, but for what is written once or never, and told', async () => {
    expect(await save({prioridade: 'baixa', origem: 'Outra', lacre: 'falso', custo: 8}))
      .toAnswer(200, {prioridade: 'baixa', origem: 'Porto', versao: 2});
    expect((await life.everything(id)).registro).toMatchObject({prioridade: 'baixa', origem: 'Porto', lacre: null, custo: null});
    expect(await life.history(empresa(), id)).toEqual([
      expect.objectContaining({acao: 'Salvar', campos: [{campo: 'prioridade', rotulo: 'Prioridade', antes: 'Alta', depois: 'Baixa'}]}),
        expect.anything(),
    ]);
    const before = await life.everything(id);
    for (const prioridade of ['urgente', 7]) expect(await save({prioridade})).toAnswer(400, {campos: [{campo: 'prioridade'}]});
    expect(await save({prioridade: 'baixa', origem: 'Outra'})).toAnswer(200, {versao: 2});
    expect(await life.everything(id)).toEqual(before);
  });

  it('are seen and changed by whom they are declared for', async () => {
    expect(await save({custo: 9}, life.test.adm)).toAnswer(200, {custo: 9});
    expect(await save({custo: 10_000}, life.test.adm)).toAnswer(400, {campos: [{campo: 'custo', mensagem: 'De 1 a 9999.'}]});
    const mine = await life.read(empresa(), id);
    expect('custo' in mine.body).toBe(false);
    expect(JSON.stringify(await life.history(empresa(), id))).not.toContain('Custo');
    expect(JSON.stringify(await life.history(life.test.adm, id))).toContain('Custo');
  });

  it('are listed, filtered, sorted by and exported', async () => {
    const low = (await create({prioridade: 'baixa'})).body.id;
    const byPriority = (value: string) => (life.resource.api === undefined
      ? {filter: JSON.stringify({prioridade: value})} : {prioridade: value});
    const highs = rowsOf(await life.test.api(empresa().token, `GET ${name}`, {query: byPriority('alta')}));
    expect(highs.map(row => row.id)).toContain(id);
    expect(highs.map(row => row.id)).not.toContain(low);
    expect(highs.every(row => (row as {prioridade?: unknown}).prioridade === 'alta')).toBe(true);
    const query = {formato: 'csv', colunas: 'prioridade,origem', ...byPriority('alta')};
    const {status, bytes} = await life.test.api(empresa().token, `GET ${name}/exportar`, {query});
    expect(status).toBe(200);
    const [head, ...lines] = bytes.toString().replace(/^\u{FEFF}/u, '').trim().split('\r\n');
    expect(head).toBe('Prioridade;Origem');
    expect(lines).toHaveLength(highs.length);
    expect(new Set(lines)).toEqual(new Set(['Alta;Porto']));
    expect(await life.test.api(empresa().token, `GET ${name}/exportar`, {query: {formato: 'csv', colunas: 'custo'}})).toAnswer(400);
  });

  it('are left alone at an end', async () => {
    for (const {key} of finalStatuses(life.resource)) {
      await life.put(id, key, empresa().id);
      const before = await life.everything(id);
      for (const as of [empresa(), life.test.adm]) expect(await save({prioridade: 'baixa'}, as), key).toAnswer(400, {codigo: 'CONFLITO'});
      expect(await life.everything(id)).toEqual(before);
    }
  });

  it('are in what the document says, and every answer fits it', async () => {
    const faultsOf = (endpoint: Endpoint, answer: Answer): string[] => {
      const {method, path} = parseEndpoint(endpoint);
      const asked = `/${fillPath(path, {})}`.toLowerCase();
      const described = Object.keys(judge.document.paths).find(one => one.replaceAll(/\{\w+\}/g, '0').toLowerCase() === asked);
      return judge.faults(judge.document.paths[described ?? '']![method.toLowerCase()]!, answer).map(fault => `${endpoint}: ${fault}`);
    };
    const faults: string[] = [];
    const judged = async (endpoint: Endpoint, call: Promise<Answer>): Promise<Answer> => {
      const answer = await call;
      faults.push(...faultsOf(endpoint, answer));
      return answer;
    };
    const calls = {list: `GET ${name}`, one: `GET ${name}/:id`, create: `POST ${name}`, update: `PUT ${name}/:id`} as const;
    for (const as of [life.test.adm, empresa()]) {
      await judged(calls.list, life.test.api(as, calls.list));
      await judged(calls.one, life.read(as, id));
      await judged(calls.update, save({prioridade: 'baixa'}, as));
      const history = historyCall(name, life.resource)!;
      await judged(history, life.call(as, history, id));
    }
    await judged(calls.create, create({prioridade: 'alta'}));
    await judged(calls.create, create({prioridade: 'urgente'}));
    await judged(calls.one, life.read(empresa(), 999_999));
    for (const {call} of Object.values(life.resource.actions ?? {})) {
      await judged(call, life.call(life.test.adm, call, id, {body: said('Aguardando o comprovante.')}));
    }
    expect(faults).toEqual([]);
  });
});

describe('an end', () => {
  /** A report that is saved as any record is: no action says who may. */
  const {salvar: _salvar, ...actions} = acceptance.resources['laudos']!.actions!;
  const plain: Config = {...acceptance, resources: {...acceptance.resources, laudos: {...acceptance.resources['laudos']!, actions}}};
  let life: LifeCycle;
  beforeAll(async () => {
    life = await openLifeCycle('laudos', {config: plain});
  });
  afterAll(() => life.close());

  it('is left by no saving, where no action says who may save', async () => {
    const {id} = await life.open();
    const save = (titulo: string) => life.call(life.world.users.empresa, 'PUT laudos/:id', id, {body: {titulo}});
    expect(await save('Novo')).toAnswer(200, {titulo: 'Novo'});
    await life.put(id, 'recusado', life.world.users.empresa.id);
    expect(await save('Outro')).toAnswer(400, {codigo: 'CONFLITO', message: 'Laudo já está em Recusado.'});
    expect(await life.upload(life.world.users.empresa, id, [{nome: 'a.pdf'}])).toAnswer(400, {codigo: 'CONFLITO'});
    expect((await life.read(life.world.users.empresa, id)).body).toMatchObject({titulo: 'Novo'});
  });
});
