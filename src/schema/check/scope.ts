/** Who may do what, and which rows each of them reaches. */
import {builtInOf} from '../conditions/builtIn.ts';
import type {Condition} from '../conditions/shape.ts';
import type {Resource} from '../config/config.ts';
import {operations} from '../config/people.ts';
import {profilesOf} from '../lifeCycle/workflow.ts';
import {findsBy} from './conditions.ts';
import type {World} from './world.ts';

const checkRule = (world: World, here: string, rule: Condition, of: string, resource: Resource): void => {
  // The parent may know it instead of the record.
  const name = typeof rule === 'string' ? rule : '';
  const place = builtInOf(name)?.owner;
  const {owner} = resource;
  if (place !== undefined) {
    const isKnown = owner?.[place] !== undefined || owner?.through !== undefined;
    if (!isKnown) world.say(here, `"${name}" precisa de "owner.${place}" ou "owner.through"`);
    return;
  }
  findsBy(world, here, rule, of, resource, 'escopo');
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
