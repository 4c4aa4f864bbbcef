/** The tabs of a list: what each is called, by which conditions its records are found, and who has it. */
import type {Resource} from '../config/config.ts';
import {apiOf} from '../paths.ts';
import {tabsOf} from '../lifeCycle/tabs.ts';
import {findsBy} from './conditions.ts';
import {nameIs} from './fields.ts';
import {repeated} from './words.ts';
import type {World} from './world.ts';

export const checkTabs = (world: World, name: string, resource: Resource): void => {
  const {tabs} = resource;
  if (tabs === undefined) return;
  const path = `resources.${name}.tabs`;
  if (apiOf(name, resource).list === undefined) world.say(path, `não há lista de ${name}: falta "list" em "api"`);
  for (const [key, {label, where, profiles = []}] of Object.entries(tabs)) {
    const here = `${path}.${key}`;
    nameIs(world, path, key);
    if (label.trim() === '') world.say(`${here}.label`, 'não pode ficar vazio');
    for (const condition of where) findsBy(world, `${here}.where`, condition, name, resource, 'aba');
    for (const twice of repeated(where.filter(one => typeof one === 'string'))) world.say(`${here}.where`, `"${twice}" está repetido`);
    for (const profile of profiles) {
      const isSure = world.profiles?.includes(profile) === true && !world.unreadable.has(`resources.${name}.access`);
      if (!isSure || resource.access.list.includes(profile)) continue;
      world.say(`${here}.profiles`, `"${profile}" não lista ${name}: tire-o daqui, ou deixe-o em "access.list"`);
    }
  }
  // Two of one label are two people's, never one person's.
  for (const profile of resource.access.list) {
    for (const label of repeated(tabsOf(resource, profile).map(([, tab]) => tab.label))) {
      world.say(path, `"${profile}" teria duas abas "${label}"`);
    }
  }
};
