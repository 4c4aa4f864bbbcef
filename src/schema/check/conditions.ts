/** Names of people and conditions, what each says, and where each can be asked; so those in place. */
import {builtInOf} from '../conditions/builtIn.ts';
import {askedWith, readWith, reasonOf} from '../conditions/conditions.ts';
import type {Condition, Spelled} from '../conditions/shape.ts';
import {askedBy, eachSaid, wordNames} from '../conditions/words.ts';
import type {Resource} from '../config/config.ts';
import type {Fields} from '../fields/fields.ts';
import {wordChecks} from './conditionWords.ts';
import {checkUserField, nameIs} from './fields.ts';
import {either} from './words.ts';
import type {World} from './world.ts';

/** What a built-in condition needs that not every resource has; undefined where it is there. */
const misfit = (world: World, name: string, here: string, {owner}: Resource): string | undefined => {
  const {of, part, owner: place} = builtInOf(name) ?? {};
  if (of !== undefined && of !== here) return `só existe em ${of}`;
  if (part !== undefined && !world.declares(here, part)) return `precisa de "${part}"`;
  return place === undefined || owner?.[place] !== undefined ? undefined : `precisa de "owner.${place}"`;
};

/** What a condition says by its words, in place or under its name. */
const checkSpelled = (world: World, here: string, condition: Spelled, of: string, resource: Resource): boolean => {
  let isSound = true;
  const said = eachSaid(condition, (word, value) => wordChecks[word](value, {
    world, here: `${here}.${word}`, of, resource,
    ask: other => {
      isSound = conditionIs(world, `${here}.${word}`, other, of, resource) && isSound;
    },
  }));
  if (said.length !== 1) world.say(here, `diga exatamente um de ${either(wordNames)}`);
  return isSound && said.length === 1;
};

/** A condition that can be asked of a record; says so where it cannot. */
export const conditionIs = (world: World, here: string, condition: Condition, of: string, resource: Resource): boolean => {
  if (typeof condition !== 'string') return checkSpelled(world, here, condition, of, resource);
  if (world.conditionsOf(of)?.includes(condition) === false) return false;
  // One of these names that is declared was refused where it is.
  const why = misfit(world, condition, of, resource);
  if (why !== undefined) world.say(here, `"${condition}" ${why}`);
  return why === undefined;
};

/** The names that a condition in place asks for. */
const namedIn = (condition: Spelled): readonly string[] =>
  askedBy(condition).flatMap(one => (typeof one === 'string' ? [one] : namedIn(one)));

/** As sentences speak of one. */
const called = (condition: Condition): string => (typeof condition === 'string' ? `"${condition}"` : 'esta condição');
/** Those that are built in, of all that is asked. */
const builtInsIn = (condition: Condition, resource: Resource) =>
  [...askedWith(resource, condition)].flatMap(one => (typeof one === 'string' ? builtInOf(one) ?? [] : []));

/** A condition by which rows are found: not what is looked up record by record. @param what they are found for: `escopo` */
export const findsBy = (world: World, here: string, condition: Condition, of: string, resource: Resource, what: string): void => {
  if (!conditionIs(world, here, condition, of, resource)) return;
  for (const one of typeof condition === 'string' ? [condition] : namedIn(condition)) {
    if (builtInsIn(one, resource).every(({alone}) => alone !== true)) continue;
    world.say(here, `"${one}" não serve de ${what}: não há como procurar linhas por ela`);
  }
};

/** A condition that an action refuses by: one there is, and whose refusal has words. */
export const refusesBy = (world: World, here: string, condition: Condition, of: string, resource: Resource): void => {
  if (!conditionIs(world, here, condition, of, resource) || reasonOf(resource, condition) !== '') return;
  if (typeof condition !== 'string') return world.say(here, 'esta condição não diz por que recusa: falta "reason" nela');
  const isBuiltIn = builtInOf(condition) !== undefined;
  // One that could not be read may well say it.
  if (!isBuiltIn && resource.people?.[condition] === undefined && resource.conditions?.[condition] === undefined) return;
  const how = isBuiltIn ? 'declare uma com "reason" em "conditions"' : 'falta "reason" nela';
  world.say(here, `a condição "${condition}" não diz por que recusa: ${how}`);
};

/** Conditions of the fields of one place: judged as they are typed, by the browser too, on what is typed there. */
export const checkTyped = (world: World, path: string, fields: Fields, of: string, resource: Resource): void => {
  const beside = {...resource, fields};
  for (const [name, {required, enabled, readOnly}] of Object.entries(fields)) {
    for (const [word, condition] of Object.entries({required, enabled, readOnly})) {
      const here = `${path}.${name}.${word}`;
      if (condition === undefined || condition === true || !conditionIs(world, here, condition, of, beside)) continue;
      if (builtInsIn(condition, resource).some(row => row.judge === undefined)) {
        world.say(here, `${called(condition)} só se sabe no servidor: um formulário não pode perguntá-la`);
      }
      const [stray] = fields === resource.fields ? [] : readWith(beside, condition).filter(one => !(one in fields));
      if (stray !== undefined) world.say(here, `${called(condition)} olha para "${stray}", que não é perguntado aqui`);
    }
  }
};

/** The way from a condition back to itself, by what each names; undefined where there is none. */
const roundOf = (name: string, conditions: NonNullable<Resource['conditions']>, way: readonly string[]): readonly string[] | undefined => {
  for (const next of namedIn(conditions[way.at(-1) ?? ''] ?? {})) {
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
  if (!nameIs(world, here, name) || builtInOf(name) === undefined) return;
  world.say(here, `"${name}" já é uma condição de todo recurso: use outro nome`);
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
    checkSpelled(world, here, condition, of, resource);
    checkRound(world, here, name, resource.conditions ?? {});
  }
};
