/** Who may do what, and which rows each of them reaches. */
import {builtInOf} from '../conditions/builtIn.ts';
import type {Resource, ScopeRule} from '../config/config.ts';
import {operations} from '../config/people.ts';
import {profilesOf} from '../lifeCycle/workflow.ts';
import {findsBy} from './conditions.ts';
import type {World} from './world.ts';

const checkCondition = (world: World, here: string, name: string, of: string, resource: Resource, isAlone: boolean): void => {
  // The parent may know it instead of the record.
  const place = builtInOf(name)?.owner;
  const {owner} = resource;
  if (place !== undefined && isAlone) {
    const isKnown = owner?.[place] !== undefined || owner?.through !== undefined;
    if (!isKnown) world.say(here, `"${name}" precisa de "owner.${place}" ou "owner.through"`);
    return;
  }
  findsBy(world, here, name, of, resource, 'escopo');
};

const checkRule = (world: World, here: string, rule: ScopeRule, of: string, resource: Resource): void => {
  if (typeof rule === 'string') return checkCondition(world, here, rule, of, resource, true);
  if (rule.any.length === 0) world.say(`${here}.any`, 'não pode ficar vazio');
  for (const name of rule.any) checkCondition(world, `${here}.any`, name, of, resource, false);
};

export const checkScope = (world: World, name: string, resource: Resource): void => {
  const path = `resources.${name}`;
  const acting = new Set([
    ...operations.flatMap(operation => resource.access[operation]), ...Object.values(resource.actions ?? {}).flatMap(profilesOf),
  ]);
  const told = !world.unreadable.has(`${path}.access`) && !world.unreadable.has(`${path}.scope`);
  for (const [profile, rules] of Object.entries(resource.scope)) {
    if (told && world.profiles?.includes(profile) && !acting.has(profile) && resource.api?.combo === undefined) {
      world.say(`${path}.scope`, `"${profile}" tem linhas, mas nenhum acesso`);
    }
    for (const [index, rule] of rules.entries()) {
      const here = `${path}.scope.${profile}`;
      checkRule(world, typeof rule === 'string' ? here : `${here}[${index}]`, rule, name, resource);
    }
  }
  for (const profile of told ? acting : []) {
    if (world.profiles?.includes(profile) && (resource.scope[profile]?.length ?? 0) === 0) {
      world.say(`${path}.scope`, `"${profile}" tem acesso a ${name}, mas nenhuma linha: falta o seu escopo`);
    }
  }
};
