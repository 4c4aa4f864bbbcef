/** Who may do what, and which rows each of them reaches. */
import {parseAccessEntry, profilesAllowedTo} from '../../access.ts';
import {findBuiltInCondition} from '../../conditions/builtIn.ts';
import {listReadFields} from '../../conditions/evaluate.ts';
import type {Condition} from '../../shapes/conditions.ts';
import type {Resource} from '../../shapes/config.ts';
import {operations} from '../../shapes/accessShapes.ts';
import {aggregateOf, listOperands} from '../../fields/calculation.ts';
import {profilesOfAction} from '../../lifeCycle/workflow.ts';
import {checkEntries} from '../actions.ts';
import {builtInsIn, findsBy} from '../conditions.ts';
import type {Here, World} from '../world.ts';

const checkRule = (world: World, here: string, rule: Condition, of: string, resource: Resource): void => {
  // The parent may know it instead of the record.
  const name = typeof rule === 'string' ? rule : '';
  const place = findBuiltInCondition(name)?.owner;
  const {owner} = resource;
  if (place !== undefined) {
    const isKnown = owner?.[place] !== undefined || owner?.through !== undefined;
    if (!isKnown) world.say(here, `"${name}" precisa de "owner.${place}" ou "owner.through"`);
    return;
  }
  findsBy(world, here, rule, of, resource, 'escopo');
  const {fields} = resource;
  const read = listReadFields(resource, rule).flatMap(name => [name, ...listOperands(fields, name)]);
  const kept = read.find(name => aggregateOf(fields[name]) !== undefined);
  if (kept !== undefined) world.say(here, `"${kept}" muda com os filhos do registro: quem o perdesse de vista não seria avisado`);
};

/** Who may make, change and delete under which condition; of what is being made more is not known than it is given. */
export const checkAccess = (one: Here): void => {
  const {world, resource, path} = one;
  for (const operation of operations) {
    const here = `${path}.access.${operation}`;
    const entries = resource.access[operation];
    // Who changes is who creates, where nothing is said.
    if (operation === 'update' && entries === resource.access.create) continue;
    checkEntries(one, here, entries);
    for (const {condition} of operation === 'create' ? entries.map(parseAccessEntry) : []) {
      if (condition === undefined) continue;
      const builtIn = builtInsIn(condition, resource).some(row => row.judge === undefined);
      const read = listReadFields(resource, condition);
      const shown = read.find(field => resource.fields[field]?.kind === 'relacionado');
      const kept = read.find(field => aggregateOf(resource.fields[field]) !== undefined);
      if (builtIn) world.say(here, `"${condition}" só se sabe de um registro que já existe`);
      if (kept !== undefined) world.say(here, `"${condition}" olha para "${kept}", e um registro novo não tem filhos`);
      if (shown === undefined) continue;
      world.say(here, `"${condition}" olha para "${shown}", que só se lê de um registro que já existe: use "through"`);
    }
  }
};

export const checkScope = ({world, name, resource, path}: Here): void => {
  const acting = new Set([
    ...operations.flatMap(
      operation => profilesAllowedTo(resource, operation)
    ), ...Object.values(resource.actions ?? {}).flatMap(profilesOfAction),
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
