// Records in a tree: nobody moves one below itself, its options leave out what is below, and a filter finds what is below.
import {beforeEach, expect, it} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {named, withResources} from '../support/configs.ts';
import {openTestApp} from '../support/server.ts';

const PARENT = {kind: 'referencia', label: 'Fica em', to: 'locais', tree: true} as const;
const config = withResources({
  locais: named({one: 'Local', many: 'Locais'}, {
    fields: {idAcima: PARENT, idOutro: {kind: 'referencia', label: 'Outro', to: 'locais'}},
    list: {columns: ['nome', 'idAcima'], filters: {idAcima: {below: true}, nome: {}}},
    consequences: {camas: {of: 'camas', by: 'idLocal', before: ['delete'], one: '1 cama.', many: '{total} camas.'}},
    actions: {
      mover: {asks: {idAcima: {...PARENT, required: true}}, profiles: ['adm'], places: ['menu']},
      descer: {sets: {idAcima: 'record.idOutro'}, profiles: ['adm'], places: ['menu']},
    },
  }),
  camas: named({one: 'Cama', many: 'Camas', article: 'a'}, {
    fields: {idLocal: {kind: 'referencia', label: 'Local', to: 'locais'}, idSala: {kind: 'referencia', label: 'Sala', to: 'locais'}},
    list: {columns: ['nome', 'idLocal'], filters: {idLocal: {below: true, none: 'Sem local'}, idSala: {}}},
  }),
});
const server = beforeTests(() => openTestApp({config}));

const create = async (name: string, body: object): Promise<number> => {
  const answer = await server.api(server.adm, `POST ${name}`, {body});
  expect(answer).toAnswer(201);
  return answer.body.id as number;
};
const move = (id: number, idAcima: number | null) => server.api(server.adm, 'PUT locais/:id', {params: {id}, body: {idAcima}});
const namesOf = async (name: string, filter: object): Promise<string[]> => {
  const {body} = await server.api(server.adm, `GET ${name}`, {query: {filter: JSON.stringify(filter)}});
  expect(body).toEqual(expect.any(Array));
  return (body as {nome: string}[]).map(({nome}) => nome);
};
const optionsFor = async (registro: number | undefined): Promise<string[]> => {
  const query = {campo: 'idAcima', ...(registro !== undefined && {registro})};
  const {body} = await server.api(server.adm, 'GET locais/opcoes', {query});
  return (body as {nome: string}[]).map(({nome}) => nome);
};
const REFUSED = {campos: [{
  campo: 'idAcima', mensagem: 'Um registro não fica abaixo de si mesmo: o escolhido é este, ou está abaixo dele.',
}]};

let [bloco, andar, sala] = [0, 0, 0];
beforeEach(async () => {
  await server.reset();
  bloco = await create('locais', {nome: 'Bloco A'});
  andar = await create('locais', {nome: 'Andar 2', idAcima: bloco});
  sala = await create('locais', {nome: 'Sala 21', idAcima: andar});
});

it('the config can be started with', () => {
  expect(checkConfig(config)).toEqual([]);
});

it('refuses a record below itself, by a save and by an action, and allows any other move', async () => {
  for (const below of [bloco, andar, sala]) expect(await move(bloco, below)).toAnswer(400, REFUSED);
  const act = await server.api(server.adm, 'PUT locais/mover/:id', {params: {id: bloco}, body: {idAcima: sala}});
  expect(act.status).toBe(400);
  expect(await server.api(server.adm, 'PUT locais/:id', {params: {id: bloco}, body: {idOutro: sala}})).toAnswer(200);
  expect(await server.api(server.adm, 'PUT locais/descer/:id', {params: {id: bloco}})).toAnswer(400, REFUSED);
  expect(await move(sala, bloco)).toAnswer(200);
  expect(await move(andar, sala)).toAnswer(200);
  expect(await move(bloco, andar)).toAnswer(400, REFUSED);
  expect(await move(sala, null)).toAnswer(200);
});

it('of two moves at once that only together make a circle, one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await create('locais', {nome: `Um ${round}`}), await create('locais', {nome: `Outro ${round}`})];
    const answers = await Promise.all([move(one, other), move(other, one)]);
    expect(answers.map(({status}) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  }
});

it('offers neither the record nor those below it', async () => {
  expect(await optionsFor(undefined)).toEqual(['Andar 2', 'Bloco A', 'Sala 21']);
  expect(await optionsFor(andar)).toEqual(['Bloco A']);
  expect(await optionsFor(sala)).toEqual(['Andar 2', 'Bloco A']);
  const {body} = await server.api(server.adm, 'GET locais/mover/:id/opcoes', {params: {id: andar}, query: {campo: 'idAcima'}});
  expect(body).toEqual([]);
});

it('finds the records of one and of all below it, where the filter says so', async () => {
  await create('camas', {nome: 'No bloco', idLocal: bloco, idSala: bloco});
  await create('camas', {nome: 'Na sala', idLocal: sala, idSala: sala});
  await create('camas', {nome: 'Sem lugar'});
  // What a deletion reaches are the record's own.
  const {body} = await server.api(server.adm, 'GET locais/:id/consequencias', {params: {id: bloco}, query: {antes: 'delete'}});
  expect(JSON.stringify(body)).toContain('1 cama.');
  expect(await namesOf('camas', {idLocal: bloco})).toEqual(['Na sala', 'No bloco']);
  expect(await namesOf('camas', {idLocal: andar})).toEqual(['Na sala']);
  expect(await namesOf('camas', {idLocal: -1})).toEqual(['Sem lugar']);
  expect(await namesOf('camas', {idSala: bloco})).toEqual(['No bloco']);
  expect(await namesOf('locais', {idAcima: bloco})).toEqual(['Andar 2', 'Sala 21']);
  expect(await server.api(server.adm, 'GET camas', {query: {filter: JSON.stringify({idLocal: bloco}), range: '[0,0]'}}))
    .toMatchObject({headers: {'content-range': expect.stringMatching(/\/2$/)}});
});
