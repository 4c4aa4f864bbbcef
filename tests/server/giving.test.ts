// A config whose words are careless gives nobody more than they have: profiles are given, and people changed, by rule (rules: Access 14).
import {beforeEach, describe, expect, test} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {STRONGER_PROFILE_REFUSAL} from '../../src/schema/records/profileGrants.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {withResource} from '../support/configs.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer} from '../support/server.ts';

const KEEPERS = ['adm', 'empresa', 'empresaUsuario'];

/** Every Empresa-Usuário keeps people, all there are, and no choice says whose it is. */
const careless = (tipo: Partial<Field>): Config => withResource('usuarios', ({access, actions = {}, api, fields, scope, ...users}) => {
  const {readOnly: _own, ...field} = fields['tipo'] as Extract<Field, {kind: 'escolha'}>;
  const open = (one: string) => ({...actions[one], profiles: KEEPERS});
  return {
    ...users, api: {...api!, delete: 'DELETE usuarios/:id'}, scope: {...scope, empresaUsuario: ['tudo']},
    access: {...access, list: KEEPERS, create: KEEPERS, update: KEEPERS, delete: KEEPERS},
    fields: {...fields, tipo: {...field, choices: field.choices.map(({profiles: _profiles, ...choice}) => choice), ...tipo} as Field},
    actions: {
      ...actions, convidar: {...open('convidar'), needs: []}, inativar: open('inativar'), ativar: open('ativar'),
      promover: {label: 'Promover', call: 'PUT usuarios/:id/promover', success: 'Foi!', profiles: KEEPERS, sets: {tipo: 1}},
      trocar: {
        label: 'Trocar', call: 'PUT usuarios/:id/trocar', success: 'Foi!', profiles: KEEPERS,
        asks: {email: {kind: 'email', label: 'E-mail', maxLength: 45, required: true}},
      },
    },
  } as Resource;
});
const refused = {codigo: 'VALIDACAO', campos: [{campo: 'tipo', mensagem: STRONGER_PROFILE_REFUSAL}]};

describe('who keeps people and may do less than they', () => {
  const config = careless({});
  const server = beforeTests(() => openTestApp({config}));
  let keeper: SeedUser;
  let other: SeedUser;
  let adm: SeedUser;
  let robot: SeedUser;
  beforeEach(async () => {
    await server.reset();
    keeper = await server.seed.usuario({perfil: 'empresaUsuario'});
    const {idEmpresa} = keeper;
    other = await server.seed.usuario({perfil: 'empresaUsuario', idEmpresa});
    adm = await server.seed.usuario({perfil: 'adm'});
    robot = await server.seed.usuario({perfil: 'rpa', idEmpresa});
  });
  const save = (body: object): Promise<Answer> => server.api(keeper, 'POST usuarios', {body});
  const stored = async ({id}: SeedUser) => (await server.api(server.adm, 'GET usuarios/:id', {params: {id}})).body;

  test('the config is one that can be started with', () => {
    expect(checkConfig(config)).toEqual([]);
  });

  test.each([[1, 400], [2, 400], [3, 400], [4, 400], [5, 201]])('makes people of profile %i: %i', async (tipo, status) => {
    const answer = await save({nome: 'Novo', email: 'novo@balcao.test', tipo, idEmpresa: keeper.idEmpresa});
    expect(answer).toAnswer(status, status === 400 ? refused : {tipo});
  });

  test('gives no such profile to themselves or to another, by the form or by an action', async () => {
    for (const person of [keeper, other]) {
      expect(await save({id: person.id, tipo: 1})).toAnswer(400, refused);
      expect(await server.api(keeper, 'PUT usuarios/:id/promover', {params: {id: person.id}})).toAnswer(400, refused);
      expect(await stored(person)).toMatchObject({tipo: 5});
    }
    expect(await save({id: other.id, nome: 'Outro'})).toAnswer(200, {nome: 'Outro', tipo: 5});
  });

  test.each<[string, (person: {id: number}) => Promise<Answer>]>([
    ['a new e-mail', ({id}) => save({id, email: 'meu@balcao.test'})],
    ['a lower profile', ({id}) => save({id, tipo: 5})],
    ['an e-mail that an action asks for', params => server.api(keeper, 'PUT usuarios/:id/trocar', {params, body: {email: 'a@a.test'}})],
    ['an invitation', params => server.api(keeper, 'POST usuarios/:id/convite', {params})],
    ['a new password', params => server.api(keeper, 'PUT usuarios/:id', {params, body: {senha: 'tomei-posse'}})],
    ['being deleted', params => server.api(keeper, 'DELETE usuarios/:id', {params})],
  ])('whoever may do more is not theirs to change: %s', async (_what, change) => {
    for (const person of [adm, robot]) {
      const before = await stored(person);
      expect(await change({id: person.id})).toAnswer(403);
      expect(await stored(person)).toEqual(before);
    }
    expect((await change({id: other.id})).status).toBe(200);
  });

  test('a robot that may do more gets no key from them, and keeps those it has', async () => {
    const made = await server.api(server.adm, 'POST usuarios/:id/chaves', {params: {id: robot.id}, body: {nome: 'RPA'}});
    expect(await server.api(keeper, 'POST usuarios/:id/chaves', {params: {id: robot.id}, body: {nome: 'Minha'}})).toAnswer(403);
    const params = {id: robot.id, idChave: made.body.id};
    expect(await server.api(keeper, 'DELETE usuarios/:id/chaves/:idChave', {params})).toAnswer(403);
    expect(await server.api(server.adm, 'DELETE usuarios/:id/chaves/:idChave', {params})).toAnswer(200);
  });

  test('is switched off as declared: who is off is still themselves', async () => {
    expect(await server.api(keeper, 'PUT usuarios/inativar/:id', {params: {id: robot.id}})).toAnswer(200, {ativo: false});
  });
});

describe('a profile that a new person begins with', () => {
  const server = beforeTests(() => openTestApp({
    config: careless({readOnly: {not: {is: {'session.perfil': ['adm']}}}, default: 1}),
  }));

  test('is refused to who may do less, though they did not say it', async () => {
    const keeper = await server.seed.usuario({perfil: 'empresaUsuario'});
    const body = {nome: 'Novo', email: 'novo@balcao.test', idEmpresa: keeper.idEmpresa};
    expect(await server.api(keeper, 'POST usuarios', {body})).toAnswer(400, refused);
    expect((await server.api(server.adm, 'GET usuarios')).body).toHaveLength(2);
  });
});

describe('people with a life cycle', () => {
  const config = withResource('usuarios', ({fields, actions = {}, ...users}) => ({
    ...users, status: 'situacao',
    fields: {...fields, situacao: {
      kind: 'escolha', label: 'Situação', default: 1, readOnly: true,
      choices: [{id: 1, key: 'novo', name: 'Novo'}, {id: 2, key: 'velho', name: 'Velho', end: true}],
    }},
    actions: {...actions, trocar: {
      label: 'Trocar', places: ['edit'], from: {novo: ['adm', 'empresa']}, to: 'velho', call: 'PUT usuarios/:id/trocar', success: 'Foi!',
      asks: {email: {kind: 'email', label: 'E-mail', maxLength: 45, required: true}},
    }},
  }));
  const server = beforeTests(() => openTestApp({config}));

  test('tell of no action to somebody who may not change them', async () => {
    const empresa = await server.seed.usuario({perfil: 'empresa'});
    const {idEmpresa} = empresa;
    const one = await server.seed.usuario({perfil: 'empresaUsuario', idEmpresa});
    const robot = await server.seed.usuario({perfil: 'rpa', idEmpresa});
    const told = async (id: number) => (await server.api(empresa, 'GET usuarios/:id', {params: {id}})).body.acoes
      .find(({acao}: {acao: string}) => acao === 'trocar')?.permitida;
    expect([await told(one.id), await told(robot.id)]).toEqual([true, false]);
    const call = 'PUT usuarios/:id/trocar';
    expect(await server.api(empresa, call, {params: {id: robot.id}, body: {email: 'meu@balcao.test'}})).toAnswer(403);
    expect(await server.api(empresa, call, {params: {id: one.id}, body: {email: 'seu@balcao.test'}})).toAnswer(200);
  });
});
