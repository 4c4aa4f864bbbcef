/** Names of people and conditions, what each says, and where each can be asked; so those in place. */
import {findBuiltInCondition, IN_SCOPE_CONDITION} from '../conditions/builtIn.ts';
import {
  evaluateCondition, listConditionsOnReferences, collectNestedConditions, listReadFields, conditionReason, inlineConditionOf,
} from '../conditions/evaluate.ts';
import type {Condition, InlineCondition} from '../shapes/conditions.ts';
import {listDirectlyNestedConditions, mapConditionWords, listDirectlyReadFields, conditionWordNames} from '../conditions/wordTable.ts';
import type {Resource} from '../shapes/config.ts';
import {aggregateOfNoChildren, aggregateOf} from '../fields/calculation.ts';
import type {Fields} from '../shapes/fields.ts';
import {listVisibleAndEditableConditions} from '../conditions/fieldConditions.ts';
import {isWritable} from '../fields/validate.ts';
import {USERS} from '../systemFields.ts';
import {wordChecks} from './conditionWords.ts';
import {nameIs} from './fields.ts';
import {either} from './words.ts';
import type {Here, World} from './world.ts';

/** What a built-in condition needs that not every resource has; undefined where it is there. */
const misfit = (world: World, name: string, here: string, {owner}: Resource): string | undefined => {
  const {of, part, owner: place} = findBuiltInCondition(name) ?? {};
  if (of !== undefined && of !== here) return `só existe em ${of}`;
  if (part !== undefined && !world.declares(here, part)) return `precisa de "${part}"`;
  return place === undefined || owner?.[place] !== undefined ? undefined : `precisa de "owner.${place}"`;
};

/** What a condition says by its words, in place or under its name. */
const checkSpelled = (world: World, here: string, condition: InlineCondition, of: string, resource: Resource): boolean => {
  let isSound = true;
  const said = mapConditionWords(condition, (word, value) => wordChecks[word](value, {
    world, here: `${here}.${word}`, of, resource,
    ask: other => {
      isSound = conditionIs(world, `${here}.${word}`, other, of, resource) && isSound;
    },
    askThere: (place, other, there) => {
      const target = world.config.resources[there];
      if (target !== undefined) findsBy(world, place, other, there, target, 'condição de outro registro');
    },
  }));
  if (said.length !== 1) world.say(here, `diga exatamente um de ${either(conditionWordNames)}`);
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

/** A condition by its resource and its name. */
type Called = readonly [of: string, name: string];

/** The names that a condition asks for where it is asked; one in place, all of its own. */
const namedIn = (world: World, of: string, condition: Condition): readonly Called[] => {
  if (typeof condition === 'string') return [[of, condition]];
  const there = Object.entries(condition.through ?? {}).flatMap(([name, one]) => {
    const field = world.config.resources[of]?.fields[name];
    return field?.kind === 'referencia' ? namedIn(world, field.to, one) : [];
  });
  return [...listDirectlyNestedConditions(condition).flatMap(one => namedIn(world, of, one)), ...there];
};

/** The names that it asks for of the record itself. */
const namesIn = (condition: Condition): readonly string[] =>
  (typeof condition === 'string' ? [condition] : listDirectlyNestedConditions(condition).flatMap(namesIn));

/** As sentences speak of one. */
const called = (condition: Condition): string => (typeof condition === 'string' ? `"${condition}"` : 'esta condição');
/** Those that are built in, of all that is asked. */
export const builtInsIn = (condition: Condition, resource: Resource) =>
  [...collectNestedConditions(resource, condition)].flatMap(one => (typeof one === 'string' ? findBuiltInCondition(one) ?? [] : []));

/** A condition by which rows are found: not what is looked up record by record. @param what they are found for: `escopo` */
export const findsBy = (world: World, here: string, condition: Condition, of: string, resource: Resource, what: string): void => {
  if (!conditionIs(world, here, condition, of, resource)) return;
  for (const one of namesIn(condition)) {
    if (builtInsIn(one, resource).every(({alone}) => alone !== true)) continue;
    world.say(here, `"${one}" não serve de ${what}: não há como procurar linhas por ela`);
  }
};

/** A condition that an action refuses by: one there is, and whose refusal has words. */
export const refusesBy = (world: World, here: string, condition: Condition, of: string, resource: Resource): void => {
  if (!conditionIs(world, here, condition, of, resource) || conditionReason(resource, condition) !== '') return;
  if (typeof condition !== 'string') return world.say(here, 'esta condição não diz por que recusa: falta "reason" nela');
  const isBuiltIn = findBuiltInCondition(condition) !== undefined;
  // One that could not be read may well say it.
  if (!isBuiltIn && resource.people?.[condition] === undefined && resource.conditions?.[condition] === undefined) return;
  const how = isBuiltIn ? 'declare uma com "reason" em "conditions"' : 'falta "reason" nela';
  world.say(here, `a condição "${condition}" não diz por que recusa: ${how}`);
};

/** The way from a field back to itself, by what opens one and what opens that; undefined where there is none. */
const openedBy = (beside: Resource, first: string, condition: Condition, seen = new Set<string>()): readonly string[] | undefined => {
  for (const next of listReadFields(beside, condition)) {
    if (next === first) return [next];
    const field = seen.has(next) ? undefined : beside.fields[next];
    seen.add(next);
    for (const one of field === undefined ? [] : listVisibleAndEditableConditions(field)) {
      const rest = openedBy(beside, first, one, seen);
      if (rest !== undefined) return [next, ...rest];
    }
  }
  return undefined;
};

/** Conditions of the fields of one place: judged as they are typed, by the browser too, on what is typed there. */
export const checkTyped = (world: World, path: string, fields: Fields, of: string, resource: Resource): void => {
  const beside = {...resource, fields};
  for (const [name, field] of Object.entries(fields)) {
    const {required, visible, editable, readOnly, whenOff, archived} = field;
    const isTyped = isWritable(field);
    const off = Object.entries({visible, editable});
    if (whenOff !== undefined && off.every(([, one]) => one === undefined)) {
      world.say(`${path}.${name}.whenOff`, 'só tem sentido com "visible" ou "editable"');
    }
    if (editable !== undefined && readOnly === true) world.say(`${path}.${name}.editable`, 'o campo é "readOnly": ninguém o edita nunca');
    for (const [word, condition] of off) {
      // What is archived is shown where it has a value, and typed by nobody.
      const round = condition === undefined || archived === true ? undefined : openedBy(beside, name, condition);
      if (round !== undefined) world.say(`${path}.${name}.${word}`, `depende de si mesmo: ${[name, ...round].join(' → ')}`);
    }
    for (const [word, condition] of Object.entries({required, visible, editable, readOnly})) {
      const here = `${path}.${name}.${word}`;
      if (condition === undefined || condition === true || !conditionIs(world, here, condition, of, beside)) continue;
      const isOfServer = builtInsIn(condition, resource).some(row => row.judge === undefined)
        || listConditionsOnReferences(beside, condition).length > 0;
      if (isOfServer) {
        world.say(here, `${called(condition)} só se sabe no servidor: um formulário não pode perguntá-la`);
      }
      const read = listReadFields(beside, condition);
      // Of what nobody types it is asked of a record that there is.
      const shown = isTyped ? read.find(one => fields[one]?.kind === 'relacionado') : undefined;
      if (shown !== undefined) {
        world.say(here, `${called(condition)} olha para "${shown}", que só se sabe no servidor: um formulário não pode perguntá-la`);
      }
      const [stray] = fields === resource.fields ? [] : read.filter(one => !(one in fields));
      if (stray !== undefined) world.say(here, `${called(condition)} olha para "${stray}", que não é perguntado aqui`);
    }
  }
};

/** Whether a condition fails on what is known of a record, whoever asks and whatever else there is. */
export const alwaysFails = (resource: Resource, condition: Condition, record: Readonly<Record<string, unknown>>): boolean => {
  const asksWho = [...collectNestedConditions(resource, condition)].some(one =>
    listDirectlyReadFields(inlineConditionOf(resource, one), resource).some(name => name?.startsWith('session.')));
  const session = {id: 0, perfil: '', idEmpresa: null, codigoExterno: ''};
  return !asksWho && evaluateCondition(condition, {resource, record, session}) === false;
};

/** A number of others that a rule demands of every record, also of one that is being made, which has none yet. */
const demandedOfNew = (resource: Resource, rule: Condition): string | undefined => {
  const {fields} = resource;
  const kept = listReadFields(resource, rule).find(name => aggregateOf(fields[name]) !== undefined);
  if (kept === undefined || resource.access.create.length === 0) return undefined;
  const record = Object.fromEntries(
    Object.keys(fields).flatMap(name => (aggregateOf(fields[name]) ? [[name, aggregateOfNoChildren(fields[name])]] : []))
  );
  return alwaysFails(resource, rule, record) ? kept : undefined;
};

/** Rules between fields: told where they do not hold, of what is made too. */
export const checkRules = ({world, name, resource, path}: Here): void => {
  for (const [field, rules] of Object.entries(resource.rules ?? {})) {
    const here = `${path}.rules.${field}`;
    for (const rule of rules) {
      refusesBy(world, here, rule, name, resource);
      const alone = namesIn(rule).find(one => builtInsIn(one, resource).some(row => row.judge === undefined));
      if (alone !== undefined) world.say(here, `"${alone}" só se sabe de um registro que já existe`);
      const demanded = demandedOfNew(resource, rule);
      if (demanded !== undefined) {
        world.say(here, `recusa todo registro novo, que ainda não tem o que "${demanded}" conta: diga {any: [{not: 'criado'}, …]}`);
      }
    }
  }
};

/** What a condition asks for by its name: `noEscopo` the rules of whoever it is. */
const behind = (world: World, [of, name]: Called): readonly Called[] => {
  const {conditions, scope = {}} = world.config.resources[of] ?? {};
  const rules = name === IN_SCOPE_CONDITION ? Object.values(scope).flat() : conditions?.[name] ?? [];
  return [rules].flat().flatMap(rule => namedIn(world, of, rule));
};

/** The way from a condition back to itself, by what each names; undefined where there is none. */
const roundOf = (
  world: World, first: Called, way: readonly Called[] = [first], seen = new Set<string>(),
): readonly Called[] | undefined => {
  for (const next of behind(world, way.at(-1) ?? first)) {
    if (String(next) === String(first)) return [...way, next];
    const isNew = !seen.has(String(next));
    seen.add(String(next));
    const round = isNew ? roundOf(world, first, [...way, next], seen) : undefined;
    if (round !== undefined) return round;
  }
  return undefined;
};

/** Says so of a condition that would have to be answered before itself, once: at the first of those on the way. */
const checkRound = (world: World, here: string, first: Called): void => {
  const round = roundOf(world, first);
  const places = Object.entries(world.config.resources)
    .flatMap(([of, {conditions}]) => [...Object.keys(conditions ?? {}), IN_SCOPE_CONDITION].map(name => String([of, name])));
  const place = (one: Called): number => places.indexOf(String(one));
  if (round?.every(one => place(one) >= place(first)) !== true) return;
  const told = round.map(([of, name]) => (of === first[0] ? name : `${of}.${name}`)).join(' → ');
  world.say(here, `volta a si mesma: ${told}`);
};

const checkName = (world: World, here: string, name: string): void => {
  if (!nameIs(world, here, name) || findBuiltInCondition(name) === undefined) return;
  world.say(here, `"${name}" já é uma condição de todo recurso: use outro nome`);
};

export const checkConditions = ({world, name: of, resource, path}: Here): void => {
  for (const [name, {field}] of Object.entries(resource.people ?? {})) {
    checkName(world, `${path}.people`, name);
    const reference = resource.fields[field];
    if (reference?.kind !== 'referencia' || reference.to === USERS) continue;
    world.say(`${path}.people.${name}.field`, `"${field}" deve ser uma referência a ${USERS}, e é a ${reference.to}`);
  }
  for (const [name, condition] of Object.entries(resource.conditions ?? {})) {
    const here = `${path}.conditions.${name}`;
    checkName(world, `${path}.conditions`, name);
    if (resource.people?.[name] !== undefined) world.say(`${path}.conditions`, `"${name}" já está em "people"`);
    checkSpelled(world, here, condition, of, resource);
    mapConditionWords(condition, word => checkRound(world, `${here}.${word}`, [of, name]));
  }
  checkRound(world, `${path}.scope`, [of, IN_SCOPE_CONDITION]);
};
