// The applications of docs/examples: each is started as it is, and held against what holds for the product.
import {readFileSync} from 'node:fs';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {Config} from '../../src/schema/shapes/config.ts';
import {seedDemo} from '../../src/server/demo/seed.ts';
import type {Demonstration} from '../../src/server/demo/steps.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {judgeOf} from '../support/document.ts';
import {askable, callsOf, documentedBy, isSomething} from '../support/documented.ts';
import {openTestApp, type Answer} from '../support/server.ts';
import {stockClient} from '../support/stockClient.ts';
import compras from '../../docs/examples/compras.config.ts';
import comprasDemo from '../../docs/examples/compras.demo.ts';
import frota from '../../docs/examples/frota.config.ts';
import frotaDemo from '../../docs/examples/frota.demo.ts';

/** By what a record is called in the demonstration, and whoever reaches it: what they may do. Nobody else finds it. */
type May = Readonly<Record<string, Readonly<Record<string, string>>>>;
interface Example {
  name: string;
  config: Config;
  demonstration: Demonstration;
  /** The resource that has a life. */
  of: string;
  may: May;
  /** One of a parent's children, in react-admin's own dialect: by whom, and two records. */
  rest: {
    name: string; by: string; parent: readonly [field: string, record: string]; sort: string; made: readonly [object, object];
    /** What the parent has of them. */
    sum: string;
  };
  /** A record with choices, links or a file, and a filter that finds it until it is changed. */
  kinds: {name: string; by: string; file?: string; values: object; filter: object; changed: object};
}
const EXAMPLES: readonly Example[] = [
  {
    name: 'frota', config: frota, demonstration: frotaDemo, of: 'ordens',
    may: {
      revisao: {adm: '', marcia: '', beto: '', rute: ''},
      freio: {adm: 'salvar concluir', davi: '', beto: 'salvar concluir'},
      batida: {adm: 'fechar devolver', marcia: 'fechar devolver', rute: ''},
      engano: {adm: '', davi: '', rute: ''},
      pneus: {adm: 'salvar iniciar cancelar', davi: 'salvar cancelar', beto: 'salvar iniciar', rute: 'salvar iniciar'},
    },
    rest: {
      name: 'pecas', by: 'beto', parent: ['idOrdem', 'freio'], sort: 'codigo',
      made: [{codigo: 'zz-2', nome: 'Mola', preco: 12.5}, {codigo: 'zz-1', nome: 'Pino', preco: 0.99, quantidade: 2.5}], sum: 'pecas',
    },
    kinds: {
      name: 'oficinas', by: 'adm', filter: {servicos: [3], atende: 1}, changed: {servicos: [1], atende: [{id: 1, ligado: false}]},
      values: {idEmpresa: 1, nome: 'Box', valorHora: 80, servicos: [2, 3], atende: [{id: 1, ligado: true}]},
    },
  },
  {
    name: 'compras', config: compras, demonstration: comprasDemo, of: 'pedidos',
    may: {
      notebooks: {adm: '', helena: '', ivo: '', nair: '', caio: ''},
      correia: {adm: '', helena: '', ivo: 'receber', nair: '', caio: 'receber'},
      servidor: {adm: '', helena: 'autorizar recusar', ivo: '', nair: '', caio: ''},
      tintas: {adm: '', helena: '', ivo: '', nair: 'aprovar recusar', caio: ''},
      cadeiras: {adm: '', helena: '', ivo: '', nair: ''},
      cafe: {adm: '', helena: '', ivo: 'assumir'},
      teclados: {adm: '', caio: 'salvar enviar'},
    },
    rest: {
      name: 'itens', by: 'caio', parent: ['idPedido', 'teclados'], sort: 'descricao',
      made: [{descricao: 'Zíper', preco: 12.5}, {descricao: 'Zinco', preco: 0.99, quantidade: 2.5}], sum: 'valor',
    },
    kinds: {
      name: 'pedidos', by: 'caio', file: 'proposta', filter: {descricao: 'balanç'}, changed: {descricao: 'Nada'},
      values: {idFilial: 1, idCentro: 2, descricao: 'Balança rodoviária'},
    },
  },
];

it('a demonstration that its config does not suit is told by the step, whatever is wrong with it', async () => {
  const server = await openTestApp({config: frota});
  onTestFinished(() => server.close());
  const norte = {make: 'empresas', as: 'norte', with: {razaoSocial: 'Norte'}} as const;
  const told = (...steps: Demonstration): Promise<string> =>
    seedDemo(server.app, server.context, [norte, ...steps], server.adm.email, server.adm.senha)
      .then(() => '', (error: Error) => /em seu passo (.*) Corrija-a, ou a configuração\.$/.exec(error.message)?.[1] ?? String(error));
  expect([
    await told(),
    await told({make: 'filiais', as: 'matriz', with: {idEmpresa: 'sul', nome: 'Matriz'}}),
    await told({make: 'filiais', as: 'matriz', with: {idEmpresa: 'norte'}}),
    await told({make: 'barcos', as: 'x'}), await told({make: 'filiais', as: 'x', by: 'ana'}),
    await told({does: 'fechar', to: 'norte'}),
  ]).toEqual([
    '', `2 ({make: 'filiais', as: 'matriz'}): "sul" não foi feito antes.`,
    `2 ({make: 'filiais', as: 'matriz'}): POST filiais: nome: Esse campo é obrigatório.`,
    `2 ({make: 'barcos', as: 'x'}): "barcos" não é um recurso.`, `2 ({make: 'filiais', as: 'x'}): "ana" não foi feito antes.`,
    `2 ({does: 'fechar', to: 'norte'}): "fechar" não é uma ação de empresas.`,
  ]);
});

describe.each(EXAMPLES)('$name', ({name, config, demonstration, of, may, rest, kinds}) => {
  it('is said in 250 lines', () => {
    expect(readFileSync(`docs/examples/${name}.config.ts`, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(250);
    expect(checkConfig(config)).toEqual([]);
  });

  const server = beforeTests(() => openTestApp({config}));
  interface Person {
    email: string;
    perfil: string;
    id: number;
    token: string;
  }
  const people = new Map<string, Person>();
  const profiles = new Set<string>();
  /** Those of one resource, by what the demonstration calls them: each database begins to count at one. */
  const idOf = (resource: string, as: string): number =>
    demonstration.flatMap(step => ('make' in step && step.make === resource ? [step.as] : [])).indexOf(as) + 1;
  beforeAll(async () => {
    const {app, context, adm} = server;
    const users = await seedDemo(app, context, demonstration, adm.email, adm.senha);
    for (const {email, perfil} of users) {
      profiles.add(perfil);
      const {body} = await server.api(undefined, 'POST usuarios/login', {body: {email, senha: adm.senha}});
      people.set(email.split('@')[0] ?? '', {email, perfil, id: body.id, token: body.token});
    }
  });

  it('has somebody of every profile, and sends no mail of what they did', async () => {
    expect(profiles).toEqual(new Set(Object.values(config.profiles).map(profile => profile.name)));
    expect(await server.context.db.selectFrom('avisos').select('envio').distinct().execute()).toEqual([{envio: 'nenhum'}]);
  });

  it('answers as its document says, whoever asks, and has something of nearly everything', async () => {
    const judge = await judgeOf(config);
    const nothing: string[] = [];
    for (const one of askable(documentedBy(judge))) {
      const found: Answer[] = [];
      for (const person of people.values()) for (const call of callsOf(one, person)) {
        const answer = await server.api(person, one.endpoint, call);
        const faults = judge.faults(one.operation, answer);
        expect({faults, endpoint: one.endpoint, call, ...(faults.length > 0 ? {body: answer.body} : {})})
          .toEqual({faults: [], endpoint: one.endpoint, call});
        found.push(answer);
      }
      if (!found.some(isSomething)) nothing.push(one.endpoint);
    }
    expect(nothing).toEqual([
      'GET usuarios/:id/chaves', 'GET filtros-salvos', ...(kinds.file === undefined ? [] : [`GET ${of}/:id/campos/${kinds.file}`]),
      `GET ${of}/:id/arquivos`, `GET ${of}/:id/arquivos/:idArquivo`,
    ]);
  });

  it('lets each person do what is theirs, where the record stands', async () => {
    const told: Record<string, Record<string, string>> = {};
    for (const as of Object.keys(may)) {
      for (const [who, person] of people) {
        const {status, body} = await server.api(person, `GET ${of}/:id`, {params: {id: idOf(of, as)}});
        if (status !== 404) (told[as] ??= {})[who] = (body.acoes as {acao: string; permitida: boolean}[])
          .flatMap(({acao, permitida}) => (permitida ? [acao] : [])).join(' ');
      }
    }
    expect(told).toEqual(may);
  });

  it('counts on each dashboard what its list shows, for whoever has it', async () => {
    for (const {of: counted, calls, periods, profiles: its} of Object.values(config.dashboards)) for (const [who, person] of people) {
      const perfil = Object.keys(config.profiles).find(key => config.profiles[key]!.name === person.perfil)!;
      const {headers} = await server.api(person, `GET ${counted}`);
      const {status, body} = await server.api(person, calls.counts, {query: {periodo: String(periods.at(-1))}});
      const cards = Object.entries<number>(status === 200 ? body : {}).flatMap(([key, value]) => (key.startsWith('qtd') ? [value] : []));
      expect({who, status, told: cards.length > 0 && cards.reduce((sum, one) => sum + one)}).toEqual(its?.includes(perfil) === false
        ? {who, status: 403, told: false} : {who, status: 200, told: Number(String(headers['content-range']).split('/')[1])});
    }
  });

  it('is driven by a stock client', async () => {
    const client = stockClient(server.app, people.get(rest.by)!.token);
    const [target, record] = rest.parent;
    const id = idOf(of, record);
    const page = (filter = {}) => ({pagination: {page: 1, perPage: 2}, sort: {field: rest.sort, order: 'DESC' as const}, filter});
    const {total: before} = await client.getManyReference(rest.name, {...page(), target, id});
    const sum = async (): Promise<number> => (await client.getOne(of, {id})).data[rest.sum];
    const sumBefore = await sum();
    const made = [];
    for (const values of rest.made) made.push((await client.create(rest.name, {data: {[target]: id, ...values}})).data);
    const [one, other] = made as [Identified, Identified];
    const referring = await client.getManyReference(rest.name, {...page(), target, id});
    const total = (before ?? 0) + 2;
    // 12.50, and 2.475 half up.
    expect(await sum()).toBeCloseTo(sumBefore + 14.98, 6);
    expect(referring).toMatchObject({total, data: [{id: one.id, quantidade: 1}, {id: other.id, quantidade: 2.5, preco: 0.99}]});
    expect(await client.getList(rest.name, page({[target]: id}))).toMatchObject({total, data: [{id: one.id}, {id: other.id}]});
    expect((await client.getList(rest.name, page({[target]: 999}))).total).toBe(0);
    const {data} = await client.getMany(rest.name, {ids: [other.id, one.id]});
    expect(new Set(data.map(row => row.id))).toEqual(new Set([one.id, other.id]));
    const changed = await client.update(rest.name, {id: one.id, data: {preco: 13.75}, previousData: one});
    expect(changed.data).toMatchObject({preco: 13.75, versao: 2});
    for (const {id: made} of [one, other]) await client.delete(rest.name, {id: made});
    await expect(client.getOne(rest.name, {id: one.id})).rejects.toAnswer(404);
    expect(await sum()).toBe(sumBefore);
  });

  it('and so are choices, links and files of a record', async () => {
    const {by, file, filter} = kinds;
    const client = stockClient(server.app, people.get(by)!.token);
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4 x']), 'proposta.pdf');
    const sent = file === undefined ? {}
      : {[file]: (await server.api(people.get(by), `POST ${kinds.name}/campos/:campo`, {params: {campo: file}, form})).body as object};
    const values = {...kinds.values, ...sent};
    const {data} = await client.create(kinds.name, {data: values});
    const {data: read} = await client.getOne(kinds.name, {id: data.id});
    expect(read).toMatchObject(values);
    const found = async () => (await client.getList(kinds.name, {
      pagination: {page: 1, perPage: 10}, sort: {field: 'id', order: 'DESC'}, filter,
    })).data.map(({id}) => id as number);
    expect(await found()).toContain(data.id);
    expect((await client.update(kinds.name, {id: data.id, data: kinds.changed, previousData: read})).data).toMatchObject({versao: 2});
    expect(await found()).not.toContain(data.id);
  });
});

interface Identified {
  id: number;
}
