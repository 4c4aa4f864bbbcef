/** What the server alone writes: somebody has to say when. */
import type {Resource} from '../shapes/config.ts';
import type {Field, Fields} from '../shapes/fields.ts';
import {isComment, kindRuleOf} from '../fields/kinds.ts';
import {listReadFields} from '../conditions/evaluate.ts';
import {systemFields, PASSWORDLESS_FIELD, USERS} from '../systemFields.ts';
import {statusesOf} from '../statuses/statuses.ts';
import {alwaysFails} from './conditions.ts';
import {repeated} from './words.ts';
import type {Here, World} from './world.ts';

/** Written by the product, as it is; nobody declares when. */
const byProduct = (name: string): string[] =>
  [...Object.keys(systemFields[name as keyof typeof systemFields] ?? {}), ...(name === USERS ? [PASSWORDLESS_FIELD] : [])];

const named = (...parts: readonly (object | undefined)[]): string[] => parts.flatMap(part => Object.keys(part ?? {}));

/**
 * The fields that something declared writes.
 *
 * @param but an action that does not count
 */
const writtenFields = (resource: Resource, but?: string): ReadonlySet<string | undefined> => {
  const {status, since, order, toggle, template, owner, people = {}} = resource;
  const {[but ?? '']: _but, ...actions} = resource.actions ?? {};
  return new Set([
    status, since, order, toggle?.field, owner?.empresa, template?.summary, template?.version, ...named(template?.keep, template?.keepItem),
    ...statusesOf(resource).map(({stamps}) => stamps),
    ...Object.values(people).flatMap(({field, stamps}) => (stamps === undefined ? [] : [field])),
    ...Object.values(actions).flatMap(({sets, asks}) => named(sets, asks)),
  ]);
};

const stampsIn = (field: Field): unknown => ('stamps' in field ? field.stamps : undefined);

const checkStamps = ({world, resource: {people = {}}, path}: Here): void => {
  for (const word of ['stamps', 'attends'] as const) {
    const [twice] = repeated(Object.values(people).flatMap(one => one[word] ?? []));
    if (twice !== undefined) world.say(`${path}.people`, `"${word}" vale para uma só pessoa`);
  }
};

const checkComments = ({world, resource: {fields, actions = {}}, path}: Here): void => {
  const comments = (among: Fields): string[] =>
    Object.entries(among).flatMap(([own, field]) => (isComment(field) ? [own] : []));
  for (const own of comments(fields)) world.say(`${path}.fields.${own}`, '"comment" só tem sentido no que uma ação pergunta');
  for (const [key, {asks = {}}] of Object.entries(actions)) {
    if (comments(asks).length > 1) world.say(`${path}.actions.${key}.asks`, '"comment" vale para uma só pergunta');
  }
};

export const checkWritten = (one: Here): void => {
  checkStamps(one);
  checkComments(one);
};

/** The fields that nothing ever gives a value. @param but an action that does not count */
const emptyFields = (name: string, resource: Resource, but?: string): [string, Field][] => {
  const written = writtenFields(resource, but);
  const products = byProduct(name);
  return Object.entries(resource.fields).filter(([own, field]) => {
    const isTyped = field.readOnly !== true && field.see?.length !== 0;
    return !(isTyped || field.archived === true || !kindRuleOf(field).own || field.default !== undefined
      || stampsIn(field) !== undefined || ('sequence' in field && field.sequence !== undefined)
      || written.has(own) || products.includes(own));
  });
};

/** What an action needs of a record before it is done, and alone would give it. */
const checkNeeds = ({say}: World, name: string, resource: Resource): void => {
  for (const [key, action] of Object.entries(resource.actions ?? {})) {
    const empty = emptyFields(name, resource, key);
    const record = Object.fromEntries(empty.map(([own, field]) => [own, kindRuleOf(field).bare(undefined, field)]));
    for (const need of action.needs ?? []) {
      const own = listReadFields(resource, need).find(one => one in record);
      if (own === undefined || !alwaysFails(resource, need, record)) continue;
      say(`resources.${name}.actions.${key}.needs`, `só esta ação grava "${own}", que se pede antes dela: nunca seria feita`);
    }
  }
};

/** To be asked where nothing else is wrong: whoever writes a field may be who is misspelt. */
export const checkFilled = (world: World, name: string, resource: Resource): void => {
  for (const [own, field] of emptyFields(name, resource)) {
    const why = field.readOnly === true ? 'é "readOnly"' : 'ninguém o vê ("see")';
    world.say(`resources.${name}.fields.${own}`, `${why} e nada o grava: ficaria vazio para sempre`);
  }
  checkNeeds(world, name, resource);
};
