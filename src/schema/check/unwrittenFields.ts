/** Fields that only the server writes: something must be declared that writes them. */
import type {Resource} from '../shapes/config.ts';
import type {Field, Fields} from '../shapes/fields.ts';
import {isComment, kindRuleOf} from '../fields/kinds.ts';
import {listReadFields} from '../conditions/evaluate.ts';
import {systemFields, PASSWORDLESS_FIELD, USERS} from '../systemFields.ts';
import {statusesOf} from '../statuses/statuses.ts';
import {alwaysFails} from './conditions.ts';
import {listDuplicates} from './mistakeTexts.ts';
import type {ResourceCheckContext, CheckContext} from './checkContext.ts';

const listSystemFields = (name: string): string[] =>
  [...Object.keys(systemFields[name as keyof typeof systemFields] ?? {}), ...(name === USERS ? [PASSWORDLESS_FIELD] : [])];

const listKeys = (...parts: readonly (object | undefined)[]): string[] => parts.flatMap(part => Object.keys(part ?? {}));

/** @param excludedAction an action that does not count */
const writtenFields = (resource: Resource, excludedAction?: string): ReadonlySet<string | undefined> => {
  const {status, since, order, toggle, template, owner, people = {}} = resource;
  const {[excludedAction ?? '']: _excluded, ...actions} = resource.actions ?? {};
  return new Set([
    status, since, order, toggle?.field, owner?.empresa, template?.summary, template?.version,
    ...listKeys(template?.keep, template?.keepItem),
    ...statusesOf(resource).map(({stamps}) => stamps),
    ...Object.values(people).flatMap(({field, stamps}) => (stamps === undefined ? [] : [field])),
    ...Object.values(actions).flatMap(({sets, asks}) => listKeys(sets, asks)),
  ]);
};

const stampOf = (field: Field): unknown => ('stamps' in field ? field.stamps : undefined);

const checkStamps = ({context, resource: {people = {}}, path}: ResourceCheckContext): void => {
  for (const word of ['stamps', 'attends'] as const) {
    const [duplicate] = listDuplicates(Object.values(people).flatMap(person => person[word] ?? []));
    if (duplicate !== undefined) context.report(`${path}.people`, `"${word}" vale para uma só pessoa`);
  }
};

const checkComments = ({context, resource: {fields, actions = {}}, path}: ResourceCheckContext): void => {
  const comments = (among: Fields): string[] =>
    Object.entries(among).flatMap(([fieldName, field]) => (isComment(field) ? [fieldName] : []));
  for (const fieldName of comments(fields)) {
    context.report(
      `${path}.fields.${fieldName}`, '"comment" só tem sentido no que uma ação pergunta',
    );
  }
  for (const [key, {asks = {}}] of Object.entries(actions)) {
    if (comments(asks).length > 1) context.report(`${path}.actions.${key}.asks`, '"comment" vale para uma só pergunta');
  }
};

export const checkStampsAndComments = (resourceContext: ResourceCheckContext): void => {
  checkStamps(resourceContext);
  checkComments(resourceContext);
};

/** @param excludedAction an action that does not count */
const listUnwrittenFields = (name: string, resource: Resource, excludedAction?: string): [string, Field][] => {
  const written = writtenFields(resource, excludedAction);
  const systemFieldNames = listSystemFields(name);
  return Object.entries(resource.fields).filter(([fieldName, field]) => {
    const isTyped = field.readOnly !== true && field.see?.length !== 0;
    return !(isTyped || field.archived === true || !kindRuleOf(field).own || field.default !== undefined
      || stampOf(field) !== undefined || ('sequence' in field && field.sequence !== undefined)
      || written.has(fieldName) || systemFieldNames.includes(fieldName));
  });
};

/** Reports a precondition that only its own action could satisfy. */
const checkNeeds = ({report}: CheckContext, name: string, resource: Resource): void => {
  for (const [key, action] of Object.entries(resource.actions ?? {})) {
    const unwrittenFields = listUnwrittenFields(name, resource, key);
    const record = Object.fromEntries(unwrittenFields.map(([fieldName, field]) => [fieldName, kindRuleOf(field).bare(undefined, field)]));
    for (const need of action.needs ?? []) {
      const own = listReadFields(resource, need).find(readField => readField in record);
      if (own === undefined || !alwaysFails(resource, need, record)) continue;
      report(`resources.${name}.actions.${key}.needs`, `só esta ação grava "${own}", que se pede antes dela: nunca seria feita`);
    }
  }
};

/** Reports fields that stay empty forever. Runs on a config without other mistakes, because a misspelt word could be the writer. */
export const checkUnwrittenFields = (context: CheckContext, name: string, resource: Resource): void => {
  for (const [fieldName, field] of listUnwrittenFields(name, resource)) {
    const why = field.readOnly === true ? 'é "readOnly"' : 'ninguém o vê ("see")';
    context.report(`resources.${name}.fields.${fieldName}`, `${why} e nada o grava: ficaria vazio para sempre`);
  }
  checkNeeds(context, name, resource);
};
