/** Whom an action tells, and in which words (rules: Notices 1). */
import {isPerson, looksAt, maySee} from '../access.ts';
import {asksOf} from '../lifeCycle/asks.ts';
import type {Action, Resource} from '../config/config.ts';
import {namesIn} from '../words/messages.ts';
import {TEAM} from '../words/notices.ts';
import type {World} from './world.ts';

/** Profiles of people who see such records: whoever is told is of one of them. */
const readers = ({config}: World, resource: Resource): string[] =>
  Object.keys(config.profiles).filter(perfil =>
    isPerson(config.profiles[perfil]) && looksAt(resource, perfil) && (resource.scope[perfil] ?? []).length > 0);

/** @param path the action's: `resources.tickets.actions.atender` */
export const checkTells = (world: World, name: string, resource: Resource, action: Action, path: string): void => {
  const {tells} = action;
  if (tells === undefined) return;
  const here = `${path}.tells`;
  if (Object.keys(tells).length === 0) world.say(here, 'não avisa ninguém: diga a quem, ou tire "tells"');
  const told = readers(world, resource);
  // Where they cannot be read they were refused where they are.
  const isSure = !world.unreadable.has(`resources.${name}.access`) && !world.unreadable.has(`resources.${name}.scope`);
  for (const [key, sentence] of Object.entries(tells)) {
    const profiles = key === TEAM ? told.filter(perfil => world.config.profiles[perfil]?.team === true) : told;
    const which = key === TEAM ? 'nenhum perfil com "team"' : 'nenhum perfil de pessoas';
    if (profiles.length === 0 && isSure) world.say(`${here}.${key}`, `não avisa ninguém: ${which} vê ${name}`);
    for (const word of namesIn(sentence)) {
      const field = asksOf(resource, action)[word] === undefined ? resource.fields[word] : undefined;
      const blind = field === undefined ? undefined : profiles.find(perfil => !maySee(field, perfil));
      if (blind !== undefined) world.say(`${here}.${key}`, `"${blind}" leria "${word}", que não pode ver`);
    }
  }
};
