/** What the server alone writes: somebody has to say when, and nobody may send it instead. */
import type {Resource} from '../config/config.ts';
import type {Fields} from '../fields/fields.ts';
import {isComment, isCreation, ruleOf} from '../fields/kinds.ts';
import {needed, PASSWORDLESS, USERS} from '../needed.ts';
import {statusesOf} from '../lifeCycle/statuses.ts';
import {demandReadOnly} from './fields.ts';
import type {World} from './world.ts';

/** Written by the product, as it is; nobody declares when. */
const byProduct = (name: string): string[] =>
  [...Object.keys(needed[name as keyof typeof needed] ?? {}), ...(name === USERS ? [PASSWORDLESS] : [])];

const named = (...parts: readonly (object | undefined)[]): string[] => parts.flatMap(part => Object.keys(part ?? {}));

/** The fields that something declared writes. */
const writtenFields = (resource: Resource): ReadonlySet<string | undefined> => {
  const {status, since, order, toggle, template, owner, people = {}, actions = {}} = resource;
  return new Set([
    status, since, order, toggle?.field, owner?.empresa, template?.summary, template?.version, ...named(template?.keep, template?.keepItem),
    ...statusesOf(resource).map(({stamps}) => stamps),
    ...Object.values(people).flatMap(({field, stamps}) => (stamps === undefined ? [] : [field])),
    ...Object.values(actions).flatMap(({sets, asks}) => named(sets, asks)),
  ]);
};

/** What is stamped is said by nobody. */
const checkStamps = (world: World, name: string, resource: Resource): void => {
  const path = `resources.${name}`;
  const {fields, people = {}} = resource;
  const demand = (here: string, field: string, when: string): void => demandReadOnly(world, here, resource, field, when);
  for (const {stamps} of statusesOf(resource)) {
    if (stamps !== undefined) demand(`${path}.fields.${resource.status ?? ''}.choices`, stamps, 'pelas ações');
  }
  for (const [person, {field, stamps}] of Object.entries(people)) {
    if (stamps !== undefined) demand(`${path}.people.${person}.field`, field, 'na criação');
  }
  const created = Object.entries(fields).filter(([, field]) => isCreation(field));
  for (const [field] of created) demand(`${path}.fields.${field}`, field, 'na criação');
  for (const word of ['stamps', 'attends'] as const) {
    const some = Object.values(people).filter(one => one[word] !== undefined);
    if (some.length > 1) world.say(`${path}.people`, `"${word}" vale para uma só pessoa`);
  }
};

const checkComments = (world: World, name: string, {fields, actions = {}}: Resource): void => {
  const comments = (among: Fields): string[] =>
    Object.entries(among).flatMap(([own, field]) => (isComment(field) ? [own] : []));
  for (const own of comments(fields)) world.say(`resources.${name}.fields.${own}`, '"comment" só tem sentido no que uma ação pergunta');
  for (const [key, {asks = {}}] of Object.entries(actions)) {
    if (comments(asks).length > 1) world.say(`resources.${name}.actions.${key}.asks`, '"comment" vale para uma só pergunta');
  }
};

export const checkWritten = (world: World, name: string, resource: Resource): void => {
  checkStamps(world, name, resource);
  checkComments(world, name, resource);
};

/** To be asked where nothing else is wrong: whoever writes a field may be who is misspelt. */
export const checkFilled = ({say}: World, name: string, resource: Resource): void => {
  const written = writtenFields(resource);
  const products = byProduct(name);
  for (const [own, field] of Object.entries(resource.fields)) {
    const isFilled = field.readOnly !== true || !ruleOf(field).own || ('default' in field && field.default !== undefined)
      || isCreation(field) || written.has(own) || products.includes(own);
    if (!isFilled) say(`resources.${name}.fields.${own}`, 'é "readOnly" e nada o grava: ficaria vazio para sempre');
  }
};
