/** Names of people and conditions, what each says, and where each can be asked. */
import {builtInOf} from '../conditions/builtIn.ts';
import {askedWith, reasonOf} from '../conditions/conditions.ts';
import {eachSaid, namedBy, wordNames} from '../conditions/words.ts';
import type {Resource} from '../config/config.ts';
import {wordChecks} from './conditionWords.ts';
import {checkUserField, NAME} from './fields.ts';
import {either} from './words.ts';
import type {World} from './world.ts';

/** What a built-in condition needs that not every resource has; undefined where it is there. */
const misfit = (world: World, name: string, here: string, {owner}: Resource): string | undefined => {
  const {of, part, owner: place} = builtInOf(name) ?? {};
  if (of !== undefined && of !== here) return `só existe em ${of}`;
  if (part !== undefined && !world.declares(here, part)) return `precisa de "${part}"`;
  return place === undefined || owner?.[place] !== undefined ? undefined : `precisa de "owner.${place}"`;
};

/** A condition that can be asked of a record; says so where it cannot. */
export const conditionIs = (world: World, here: string, name: string, of: string, resource: Resource): boolean => {
  if (world.conditionsOf(of)?.includes(name) === false) return false;
  // One of these names that is declared was refused where it is.
  const why = misfit(world, name, of, resource);
  if (why !== undefined) world.say(here, `"${name}" ${why}`);
  return why === undefined;
};

/** Whether rows of a table can be found by a condition: not by what is looked up record by record. */
const findsRows = (name: string, resource: Resource): boolean =>
  [...askedWith(resource, name)].every(one => builtInOf(one)?.alone !== true);

/** A condition by which rows are found. @param what they are found for: `escopo` */
export const findsBy = (world: World, here: string, name: string, of: string, resource: Resource, what: string): void => {
  if (conditionIs(world, here, name, of, resource) && !findsRows(name, resource)) {
    world.say(here, `"${name}" não serve de ${what}: não há como procurar linhas por ela`);
  }
};

/** A condition that an action refuses by: one there is, and whose refusal has words. */
export const refusesBy = (world: World, here: string, name: string, of: string, resource: Resource): void => {
  if (!conditionIs(world, here, name, of, resource) || reasonOf(resource, name) !== '') return;
  const isBuiltIn = builtInOf(name) !== undefined;
  // One that could not be read may well say it.
  if (!isBuiltIn && resource.people?.[name] === undefined && resource.conditions?.[name] === undefined) return;
  const how = isBuiltIn ? 'declare uma com "reason" em "conditions"' : 'falta "reason" nela';
  world.say(here, `a condição "${name}" não diz por que recusa: ${how}`);
};

/** The way from a condition back to itself, by what each names; undefined where there is none. */
const roundOf = (name: string, conditions: NonNullable<Resource['conditions']>, way: readonly string[]): readonly string[] | undefined => {
  for (const next of namedBy(conditions[way.at(-1) ?? ''] ?? {})) {
    if (next === name) return [...way, next];
    const round = way.includes(next) ? undefined : roundOf(name, conditions, [...way, next]);
    if (round !== undefined) return round;
  }
  return undefined;
};

const checkRound = (world: World, here: string, name: string, conditions: NonNullable<Resource['conditions']>): void => {
  const round = roundOf(name, conditions, [name]);
  const order = Object.keys(conditions);
  // It is told once, where its first condition is declared.
  if (round?.every(one => order.indexOf(one) >= order.indexOf(name)) !== true) return;
  eachSaid(conditions[name] ?? {}, word => world.say(`${here}.${word}`, `volta a si mesma: ${round.join(' → ')}`));
};

const checkName = (world: World, here: string, name: string): void => {
  if (!NAME.test(name)) world.say(here, `"${name}" não serve de nome: comece com minúscula e use só letras sem acento e números`);
  else if (builtInOf(name) !== undefined) world.say(here, `"${name}" já é uma condição de todo recurso: use outro nome`);
};

export const checkConditions = (world: World, of: string, resource: Resource): void => {
  const path = `resources.${of}`;
  for (const [name, {field}] of Object.entries(resource.people ?? {})) {
    checkName(world, `${path}.people`, name);
    checkUserField(world, `${path}.people.${name}.field`, field, resource);
  }
  for (const [name, condition] of Object.entries(resource.conditions ?? {})) {
    const here = `${path}.conditions.${name}`;
    checkName(world, `${path}.conditions`, name);
    if (resource.people?.[name] !== undefined) world.say(`${path}.conditions`, `"${name}" já está em "people"`);
    const said = eachSaid(condition, (word, value) => wordChecks[word](value, {
      world, here: `${here}.${word}`, of, resource, isCondition: other => conditionIs(world, `${here}.${word}`, other, of, resource),
    }));
    if (said.length !== 1) world.say(here, `diga exatamente um de ${either(wordNames)}`);
    checkRound(world, here, name, resource.conditions ?? {});
  }
};
