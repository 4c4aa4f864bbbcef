/** What several parts share: profiles, menu, lists, items, and the addresses and tables that must not collide. */
import type {BareField} from '../config.ts';
import {normalised} from '../text.ts';
import {checkDashboard} from './dashboard.ts';
import {checkFields, checkLooseField} from './fields.ts';
import {repeated} from './words.ts';
import type {World} from './world.ts';

const checkProfiles = (world: World): void => {
  const {profiles, product} = world.config;
  for (const id of repeated(Object.values(profiles).map(profile => profile.id))) world.say('profiles', `o id ${id} está repetido`);
  for (const [name, profile] of Object.entries(profiles)) {
    if (profile.id < 1) world.say(`profiles.${name}.id`, 'deve ser no mínimo 1');
    if (!profile.home.startsWith(`${product.basename}/`) && product.basename !== '/') world.say(`profiles.${name}.home`, `"${profile.home}" não começa com "${product.basename}/"`);
  }
  for (const name of world.profiles ?? []) {
    if (name.includes(':')) world.say('profiles', `"${name}" não serve de nome: os dois-pontos separam a condição`);
  }
  if (!product.basename.startsWith('/')) world.say('product.basename', `"${product.basename}" não começa com "/"`);
};

const checkMenu = (world: World): void => {
  world.config.menu.forEach((group, index) => {
    const here = `menu[${index}]`;
    for (const profile of group.profiles) world.known(`${here}.profiles`, profile, world.profiles, 'um perfil');
    group.entries.forEach((entry, at) => {
      const place = `${here}.entries[${at}]`;
      if ((entry.page === undefined) === (entry.resource === undefined)) world.say(place, 'diga "page" ou "resource", um dos dois');
      if (entry.resource === undefined || !world.known(`${place}.resource`, entry.resource, world.resources, 'um recurso')) return;
      const access = world.config.resources[entry.resource]?.access.list;
      for (const profile of group.profiles) {
        if (access && world.profiles?.includes(profile) && !access.includes(profile)) world.say(place, `"${profile}" vê a entrada, mas não pode listar ${entry.resource}`);
      }
    });
  });
};

/** A resource's entry needs its group. */
const checkMenuGroups = (world: World): void => {
  const groups = world.config.menu.flatMap(({label}) => (label === undefined ? [] : [label]));
  for (const [name, {menu}] of Object.entries(world.config.resources)) {
    if (menu !== undefined) world.known(`resources.${name}.menu`, menu, groups, 'um grupo do menu');
  }
};

const checkListsAndItems = (world: World): void => {
  const {lists, files, itemKinds, namedItems} = world.config;
  for (const [name, list] of Object.entries(lists)) {
    for (const id of repeated(list.rows.map(row => row.id))) world.say(`lists.${name}.rows`, `o id "${id}" está repetido`);
  }
  for (const extension of files.forbiddenExtensions) {
    if (!/^[a-z0-9]+$/.test(extension)) world.say('files.forbiddenExtensions', `"${extension}" não é uma extensão: escreva sem ponto e em minúsculas`);
  }
  const item = (path: string, name: string, field: BareField) => {
    checkLooseField(world, `${path}.${name}`, field);
    checkFields(world, {path, names: [], what: 'um campo ao lado deste', fields: {[name]: {...field, label: name}}});
  };
  for (const [name, field] of Object.entries(itemKinds)) item('itemKinds', name, field);
  for (const [name, {field, prefill}] of Object.entries(namedItems)) {
    item(`namedItems.${name}`, 'field', field);
    prefill?.profiles.forEach(profile => world.known(`namedItems.${name}.prefill.profiles`, profile, world.profiles, 'um perfil'));
  }
  for (const name of repeated(Object.keys(namedItems).map(normalised))) world.say('namedItems', `"${name}" está repetido: maiúsculas e acentos não contam`);
};

/** Camel to snake, as the database names tables and columns. */
const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

interface Claim {
  by: string;
  key: string;
}
const checkClaims = (world: World, what: string, claims: readonly Claim[]): void => {
  for (const key of repeated(claims.map(claim => claim.key))) {
    const owners = claims.filter(claim => claim.key === key).map(claim => claim.by);
    world.say(owners.at(-1) ?? '', `${what} "${key}" já é de ${owners[0]}`);
  }
};

/** Method and path as they are routed: without regard to case, parameters by place alone. */
const routed = (call: string): string => call.toLowerCase().replace(/\/$/, '').replace(/:\w+/g, ':');

/** A fixed list may be asked for with a slash at the end, as §7 names them. */
const withoutSlash = (call: string): string => call.replace(/\/$/, '');

const checkAddresses = (world: World): void => {
  const resources = Object.entries(world.config.resources);
  const pages = world.config.menu.flatMap((group, index) => group.entries.flatMap(({page}) => (page === undefined ? [] : [{by: `menu[${index}]`, key: page}])));
  checkClaims(world, 'o caminho', [...pages, ...resources.map(([name, {route}]) => ({by: `resources.${name}`, key: route}))]);
  checkClaims(world, 'a tabela', resources.map(([name, {table}]) => ({by: `resources.${name}`, key: table ?? snake(name)})));
  for (const [name, {route}] of resources) {
    if (world.resources?.includes(route) !== true && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(route)) world.say(`resources.${name}.route`, `"${route}" não serve de caminho: use minúsculas, números e hífens`);
  }
  const calls: {by: string; call: string}[] = [
    ...Object.entries(world.config.lists).map(([name, {call}]) => ({by: `lists.${name}.call`, call: withoutSlash(call)})),
    ...Object.entries(world.config.dashboard?.calls ?? {}).map(([name, call]) => ({by: `dashboard.calls.${name}`, call})),
    ...resources.flatMap(([name, {api, actions, fields}]) => {
      const {list, one, create, update, delete: remove, combo} = api ?? {};
      // One call may create and change, and an action may be the save itself; otherwise a call has one meaning.
      const own = Object.entries({list, one, create, update: update === create ? undefined : update, delete: remove, combo});
      return [
        ...own.flatMap(([key, call]) => (call === undefined ? [] : [{by: `resources.${name}.api.${key}`, call}])),
        ...Object.entries(actions ?? {}).flatMap(([key, action]) => [action.call, ...(action.also ?? [])]
          .filter(call => call !== update).map(call => ({by: `resources.${name}.actions.${key}`, call}))),
        ...Object.entries(fields).flatMap(([key, field]) => {
          if (field.kind === 'vinculos') return [{by: `resources.${name}.fields.${key}.call`, call: field.call}];
          return field.kind === 'escolha' && field.combo !== undefined ? [{by: `resources.${name}.fields.${key}.combo`, call: field.combo}] : [];
        }),
      ];
    }),
  ];
  for (const {by, call} of calls) {
    if (!/^[A-Z]+ [\w-]+(?:\/(?:[\w-]+|:\w+))*$/.test(call)) world.say(by, `"${call}" não é um caminho: escreva-o sem barra no início ou no fim, como "GET empresas/:id"`);
  }
  checkClaims(world, 'a chamada', calls.map(({by, call}) => ({by, key: routed(call)})));
};

export const checkWhole = (world: World): void => {
  for (const check of [checkProfiles, checkMenu, checkMenuGroups, checkListsAndItems, checkDashboard, checkAddresses]) check(world);
};
