/** What several parts share: profiles and items; and what is checked over all resources at once. */
import {may} from '../access.ts';
import type {BareField, Profile} from '../config/config.ts';
import {HOME} from '../pages.ts';
import {normalised} from '../fields/text.ts';
import {checkAddresses, checkCalls} from './calls.ts';
import {checkDashboard} from './dashboard.ts';
import {checkFields, checkLooseField} from './fields.ts';
import {checkNames} from './names.ts';
import {checkNeeded} from './needed.ts';
import {checkTables} from './tables.ts';
import {repeated} from './words.ts';
import type {World} from './world.ts';

/** Where a profile begins: the first page, or a list of its own. */
const checkHome = (world: World, name: string, {home}: Profile): void => {
  const {product, resources} = world.config;
  const here = `profiles.${name}.home`;
  const base = product.basename === '/' ? '/' : `${product.basename}/`;
  if (!home.startsWith(base)) return world.say(here, `"${home}" não começa com "${base}"`);
  if (home === `${base}${HOME}`) return;
  const [of, resource] = Object.entries(resources).find(([, {route}]) => home === `${base}${route}`) ?? [];
  if (resource === undefined) {
    const screens = [HOME, ...Object.values(resources).map(({route}) => route)].map(path => `${base}${path}`);
    return void world.known(here, home, world.unreadable.has('resources') ? undefined : screens, 'uma tela');
  }
  if (!may(resource, 'list', name)) world.say(here, `"${name}" não pode listar ${of}: começaria numa tela que não vê`);
};

const checkProfiles = (world: World): void => {
  const {profiles, product} = world.config;
  for (const id of repeated(Object.values(profiles).map(profile => profile.id))) world.say('profiles', `o id ${id} está repetido`);
  for (const [name, profile] of Object.entries(profiles)) {
    if (profile.id < 1) world.say(`profiles.${name}.id`, 'deve ser no mínimo 1');
    checkHome(world, name, profile);
    if (profile.first && profile.robot) world.say(`profiles.${name}`, '"first" é de uma pessoa: um robô não entra pela tela');
  }
  const first = Object.values(profiles).filter(profile => profile.first).length;
  if (first !== 1 && !world.unreadable.has('profiles')) {
    world.say('profiles', first === 0 ? 'falta "first" em um perfil: o do primeiro usuário' : '"first" está em mais de um perfil');
  }
  for (const name of world.profiles ?? []) {
    if (name.includes(':')) world.say('profiles', `"${name}" não serve de nome: os dois-pontos separam a condição`);
  }
  if (!product.basename.startsWith('/')) world.say('product.basename', `"${product.basename}" não começa com "/"`);
};

const checkItems = (world: World): void => {
  const {files, itemKinds, namedItems} = world.config;
  for (const extension of files.forbiddenExtensions) {
    if (!/^[a-z0-9]+$/.test(extension)) {
      world.say('files.forbiddenExtensions', `"${extension}" não é uma extensão: escreva sem ponto e em minúsculas`);
    }
  }
  const item = (path: string, name: string, field: BareField) => {
    checkLooseField(world, `${path}.${name}`, field);
    checkFields(world, {path, names: [], fields: {[name]: {...field, label: name}}});
  };
  for (const [name, field] of Object.entries(itemKinds)) item('itemKinds', name, field);
  for (const [name, {field}] of Object.entries(namedItems)) item(`namedItems.${name}`, 'field', field);
  for (const name of repeated(Object.keys(namedItems).map(normalised))) {
    world.say('namedItems', `"${name}" está repetido: maiúsculas e acentos não contam`);
  }
};

export const checkWhole = (world: World): void => {
  for (const check of [
    checkNames, checkProfiles, checkItems, checkDashboard, checkNeeded, checkAddresses, checkCalls, checkTables,
  ]) check(world);
};
