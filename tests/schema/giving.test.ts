import {describe, expect, it} from 'vitest';
import config from '../../resources.config.ts';
import compras from '../../docs/examples/compras.config.ts';
import frota from '../../docs/examples/frota.config.ts';
import type {Action, Config, Profile, Resource} from '../../src/schema/shapes/config.ts';
import {mayGrantProfile, STRONGER_PROFILE_REFUSAL, choiceRefusal} from '../../src/schema/records/profileGrants.ts';
import {acceptance} from '../support/acceptance.ts';

const product: Config = config;

/** Which profiles each one may give (rules: Access 14). */
it.each<[string, Config, Record<string, string>]>([
  ['the product', product, {
    adm: 'adm empresa fornecedor rpa empresaUsuario', empresa: 'empresa fornecedor empresaUsuario', fornecedor: 'fornecedor', rpa: 'rpa',
    empresaUsuario: 'empresaUsuario',
  }],
  ['a product whose people have parts of their own', acceptance, {
    adm: 'adm empresa fornecedor rpa empresaUsuario', empresa: 'empresa fornecedor empresaUsuario', fornecedor: 'fornecedor', rpa: 'rpa',
    empresaUsuario: 'empresaUsuario',
  }],
  ['frota', frota, {gestor: 'gestor motorista mecanico', motorista: 'motorista', mecanico: 'mecanico'}],
  ['compras', compras, {
    administrador: 'administrador diretor comprador pessoa', diretor: 'diretor', comprador: 'comprador', pessoa: 'pessoa',
  }],
])('the profiles that each may give in %s', (_name, of, given) => {
  const names = Object.keys(of.profiles);
  const found = names.map(giver => [giver, names.filter(receiver => mayGrantProfile(of, giver, receiver)).join(' ')]);
  expect(Object.fromEntries(found)).toEqual(given);
});

describe('a profile that has one thing more than Empresa', () => {
  const changed = (name: string, change: (resource: Resource) => Partial<Resource>): Config => {
    const resource = product.resources[name]!;
    return {...product, resources: {...product.resources, [name]: {...resource, ...change(resource)}}};
  };
  const access = (name: string, more: Partial<Resource['access']>) => changed(name, one => ({access: {...one.access, ...more}}));
  const scope = (name: string, more: Resource['scope']) => changed(name, one => ({scope: {...one.scope, ...more}}));
  const action = (more: Partial<Action>) => changed('tickets', ({actions}) => ({
    actions: {...actions, arquivar: {label: 'Arquivar', call: 'PUT tickets/:id/arquivar', success: 'Foi!', ...more}},
  }));
  const profile = (more: Partial<Profile>): Config =>
    ({...product, profiles: {...product.profiles, fornecedor: {...product.profiles['fornecedor']!, ...more}}});
  const mayMake = (of: Config): boolean => mayGrantProfile(of, 'empresa', 'fornecedor');

  it.each<[string, Config, boolean]>([
    ['an operation', access('empresas', {create: ['fornecedor']}), false],
    ['an operation that Empresa has under a condition', access('filiais', {delete: ['empresa:naMao', 'fornecedor']}), false],
    ['an operation under the condition of Empresa', access('filiais', {delete: ['empresa:naMao', 'fornecedor:naMao']}), true],
    ['an operation under another condition', access('filiais', {delete: ['empresa:naMao', 'fornecedor:noFim']}), false],
    ['an action', action({profiles: ['fornecedor']}), false],
    ['an action in one status', action({from: {emAberto: ['empresa', 'fornecedor'], pendencia: ['fornecedor']}}), false],
    ['an action in every status', action({from: {'*': ['fornecedor'], emAberto: ['empresa', 'fornecedor']}}), false],
    ['an action under a condition of the record', action({profiles: ['fornecedor:aberto']}), false],
    ['an action in what they opened', action({profiles: ['fornecedor:autor']}), true],
    ['an action in what names their code', action({profiles: ['fornecedor:daTransportadora']}), true],
    ['the making of what is their own', access('fornecedores', {create: ['empresa:x', 'fornecedor:autor']}), false],
    ['a scope without the company', scope('tickets', {fornecedor: ['filiais']}), false],
    ['a scope of everything', scope('filiais', {fornecedor: ['tudo']}), false],
    ['a scope where Empresa has none', scope('filiais', {empresa: []}), false],
    ['their own record', scope('usuarios', {empresa: [{status: []}]}), true],
    ['a rule less than Empresa', scope('tickets', {empresa: ['empresa', 'aberto']}), false],
    ['a rule that means another thing for each', changed('tickets', one => ({
      scope: {...one.scope, empresa: ['deles'], fornecedor: ['deles']}, conditions: {deles: {is: {'session.perfil': ['fornecedor']}}},
    })), false],
    ['such a rule on what is referred to', changed('tickets', one => ({scope: {
      ...one.scope, empresa: [{through: {idFilial: {is: {'session.perfil': ['fornecedor']}}}}],
      fornecedor: [{through: {idFilial: {is: {'session.perfil': ['fornecedor']}}}}],
    }})), false],
    ['a field that is seen', changed('tickets', ({fields}) => ({
      fields: {...fields, descricao: {kind: 'texto', label: 'X', maxLength: 9, see: ['adm', 'fornecedor']}},
    })), false],
    ['an answer that is read', action({
      profiles: ['empresa'], asks: {nota: {kind: 'texto', label: 'N', maxLength: 9, see: ['adm', 'fornecedor']}},
    }), false],
    ['a value to give', changed('tickets', ({fields}) => ({
      fields: {...fields, nota: {kind: 'escolha', label: 'X', choices: [{id: 1, name: 'Um', profiles: ['fornecedor']}]}},
    })), false],
    ['a dashboard', {...product, dashboards: {home: {...product.dashboards['home']!, profiles: ['fornecedor']}}}, false],
    ['to be the first', profile({first: true}), false],
    ['to be a robot', profile({robot: true}), false],
  ])('%s', (_name, of, may) => {
    expect(mayMake(of)).toBe(may);
    expect(mayGrantProfile(of, 'fornecedor', 'fornecedor')).toBe(true);
  });
});

it('says why a choice is not given: it is kept for others, or the profile may do more', () => {
  const tipo = product.resources['usuarios']?.fields['tipo'];
  if (tipo?.kind !== 'escolha') throw new Error('no profiles');
  const why = (id: number, perfil: string, said = tipo) => {
    const {profiles: _kept, ...choice} = tipo.choices.find(one => one.id === id)!;
    return choiceRefusal(product, said, choice, perfil);
  };
  expect(choiceRefusal(product, tipo, tipo.choices[0]!, 'empresa')).toBe('Seu perfil não pode escolher esta opção.');
  expect([why(1, 'empresa'), why(4, 'empresa'), why(3, 'empresa'), why(1, 'adm'), why(4, 'adm')])
    .toEqual([STRONGER_PROFILE_REFUSAL, STRONGER_PROFILE_REFUSAL, undefined, undefined, undefined]);
  // As an action asks for it, and a choice that is no profile.
  expect(why(1, 'empresa', {...tipo, label: 'Novo perfil'})).toBe(STRONGER_PROFILE_REFUSAL);
  expect(why(1, 'empresa', {...tipo, choices: [...tipo.choices]})).toBeUndefined();
});
