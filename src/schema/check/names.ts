/** Checks every name in the config: it must exist and be of a fitting kind. The shapes tell where names are. */
import type * as z from 'zod';
import {rootShapes, type Resource} from '../shapes/config.ts';
import {DELETE_OPERATION, UPDATE_OPERATION} from '../lifeCycle/consequences.ts';
import {recordFieldIn} from '../lifeCycle/writtenValues.ts';
import {fieldShapes, type Field, type Fields} from '../shapes/fields.ts';
import {resolveTime} from '../fields/moments.ts';
import {momentStarts, splitMomentPath} from '../fields/relativeMoments.ts';
import {iconNames} from '../words/icons.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {listPlaceholders} from '../words/messages.ts';
import {isFieldShape, namingOf, placeholderScopeOf, type NameKind, type Naming, type PlaceholderScope} from '../shapes/nameShapes.ts';
import {USERS} from '../systemFields.ts';
import {TEAM} from '../words/notices.ts';
import {pagePaths} from '../pages.ts';
import {webhookOperations} from '../words/webhookEvents.ts';
import {sessionKeys} from '../session.ts';
import {commonTurnHolders} from '../statuses/turnHolders.ts';
import {declaresTurnHolders, TURN_HOLDER_KEY} from '../statuses/responseKeys.ts';
import {ANY_OPEN_STATUS} from '../lifeCycle/workflow.ts';
import {checkFieldKind} from './fields.ts';
import {listStatusKeys} from './lifeCycle.ts';
import {zodDefinition} from './shape.ts';
import {joinAlternatives} from './mistakeTexts.ts';
import type {KnownNames, CheckContext} from './checkContext.ts';

type Schema = z.core.$ZodType;
type PlainObject = Readonly<Record<string, unknown>>;

/** Allowed names with their description: `um campo de empresas`. */
type Candidates = readonly [names: KnownNames, description: string];
interface SiblingFields {
  candidates: Candidates;
  fields: Fields;
}

/** Position of a word in the config. */
interface WordPosition {
  world: CheckContext;
  /** The resource that owns the names. Without one, resource-specific names cannot be checked. */
  of?: string | undefined;
  /** Fields at the same level. */
  siblings: SiblingFields;
  /** The enclosing object, the inputs of the enclosing action, and the key of the enclosing record entry. */
  object: PlainObject;
  asks: object | undefined;
  key: string;
}

const keysOf = (value: object | undefined): readonly string[] => Object.keys(value ?? {});
const resourceAt = ({world: context, of}: WordPosition): Resource | undefined =>
  (of === undefined ? undefined : context.config.resources[of]);

const fieldsAt = ({world: context, of = ''}: WordPosition, ...more: readonly string[]): Candidates => {
  const names = context.fieldsOf(of);
  return [names && [...more, ...names], `um campo de ${of}`];
};
const statusesAt = (position: WordPosition): KnownNames => {
  const resource = resourceAt(position);
  return resource && listStatusKeys(position.world, position.of ?? '', resource);
};
const conditionsAt = ({world: context, of = ''}: WordPosition): Candidates => [context.conditionsOf(of), `uma condição de ${of}`];

const peopleAt = (position: WordPosition, ...more: readonly string[]): KnownNames => {
  const {world: context, of = ''} = position;
  return context.profiles && context.conditionsOf(of) && [...more, ...keysOf(resourceAt(position)?.people), ...context.profiles];
};
const userFields = (resource: Resource | undefined): readonly string[] =>
  Object.entries(resource?.fields ?? {}).flatMap(([name, field]) => (field.kind === 'referencia' && field.to === USERS ? [name] : []));

/** Paths to the people of referenced records: `idFilial.idResponsavel`. */
const referencedPeople = (position: WordPosition): readonly string[] =>
  Object.entries(resourceAt(position)?.fields ?? {}).flatMap(([reference, field]) => (field.kind === 'referencia'
    ? userFields(position.world.config.resources[field.to]).map(userField => `${reference}.${userField}`) : []));

/** Names in a moment: fields in the same place, and fields of what its references name. */
const momentNames = ({world: context, siblings}: WordPosition, word: string): Candidates => {
  const [reference, referenced] = splitMomentPath(word);
  const field = siblings.fields[reference];
  if (referenced === undefined || field?.kind !== 'referencia') return siblings.candidates;
  return [context.fieldsOf(field.to)?.map(name => `${reference}.${name}`), `um campo de ${field.to}`];
};

/** Candidates by kind of name. An access entry (`perfil:condicao`) is checked in two steps. */
const candidatesByKind: Readonly<Record<NameKind, (position: WordPosition, word: string) => Candidates>> = {
  field: position => fieldsAt(position),
  value: position => fieldsAt(position, 'id'),
  beside: ({siblings: beside}) => beside.candidates,
  compared: ({siblings: beside}, word) =>
    (word.startsWith('session.') ? [sessionKeys.map(key => `session.${key}`), 'um valor da sessão'] : beside.candidates),
  against: (position, word) => (resolveTime(word) === undefined ? candidatesByKind.compared(position, word) : [undefined, '']),
  start: (position, word) => (momentStarts.some(start => start === word) ? [undefined, ''] : momentNames(position, word)),
  amount: (position, word) => momentNames(position, word),
  written: (position, word) => {
    if (recordFieldIn(word) === undefined) return word.startsWith('session.') ? candidatesByKind.compared(position, word) : [undefined, ''];
    const [names, description] = fieldsAt(position, 'id');
    return [names?.map(name => `record.${name}`), description];
  },
  shown: position => {
    const resource = resourceAt(position);
    const hasTurnHolders = resource !== undefined && (declaresTurnHolders(resource) || statusesAt(position) === undefined);
    return fieldsAt(position, 'id', ...(hasTurnHolders ? [TURN_HOLDER_KEY] : []));
  },
  user: (position, word) => fieldsAt(position, ...(word.includes('.') ? referencedPeople(position) : [])),
  status: position => [statusesAt(position), `um status de ${position.of}`],
  // A missing status field is reported instead of its statuses.
  left: position => {
    const statuses = resourceAt(position)?.status === undefined ? undefined : statusesAt(position);
    return [statuses && [...statuses, ANY_OPEN_STATUS], `um status de ${position.of}`];
  },
  profile: ({world: context}) => [context.profiles, 'um perfil'],
  entry: ({world: context}) => [context.profiles, 'um perfil'],
  condition: conditionsAt,
  found: conditionsAt,
  told: position => {
    const people = peopleAt(position, TEAM);
    return [
      people && [...people, ...referencedPeople(position)],
      `uma pessoa de ${position.of}, nem um perfil, "${TEAM}" ou alguém por uma referência`,
    ];
  },
  waiter: position => {
    const people = peopleAt(position, ...commonTurnHolders);
    return [people, `uma pessoa de ${position.of}, nem um perfil, ${joinAlternatives(commonTurnHolders)}`];
  },
  action: ({world: context, of = ''}) => [context.actionsOf(of), `uma ação de ${of}`],
  doing: position => {
    const actions = position.world.actionsOf(position.of ?? '');
    const more = [DELETE_OPERATION, ...(position.of === USERS ? [UPDATE_OPERATION] : [])];
    return [
      actions && [...more, ...actions, ...keysOf(resourceAt(position)?.children)],
      `"${DELETE_OPERATION}", uma ação ou um filho de ${position.of}`,
    ];
  },
  tab: position => {
    const isUnreadable = position.world.unreadablePlaces.has(`resources.${position.of}.tabs`);
    return [isUnreadable ? undefined : keysOf(resourceAt(position)?.tabs), `uma aba da lista de ${position.of}`];
  },
  filter: position => {
    const isUnreadable = position.world.unreadablePlaces.has(`resources.${position.of}.list`);
    return [isUnreadable ? undefined : keysOf(resourceAt(position)?.list.filters), `um filtro da lista de ${position.of}`];
  },
  event: position => {
    const statuses = resourceAt(position)?.status === undefined ? [] : statusesAt(position);
    return [statuses && [...webhookOperations, ...statuses], `um status de ${position.of}, nem ${joinAlternatives(webhookOperations)}`];
  },
  resource: ({world: context}) => [context.resources, 'um recurso'],
  list: ({world: context}) => [context.lists, 'uma lista'],
  icon: () => [iconNames, 'um ícone'],
  place: ({world: {config, resources, unreadablePlaces}}) => {
    const all = unreadablePlaces.has('dashboards') ? undefined : resources && [...pagePaths, ...keysOf(config.dashboards), ...resources];
    return [all, 'uma página, nem um painel ou um recurso'];
  },
};
/** Kinds that do not depend on a resource. */
const GLOBAL_KINDS: readonly NameKind[] = [
  'beside', 'compared', 'against', 'start', 'amount', 'profile', 'entry', 'resource', 'list', 'icon',
  'place',
];

/** Resolves the position of a name that may belong to another resource. */
const resolveTarget = (position: WordPosition, naming: Naming): WordPosition => {
  if (naming.of === undefined) return position;
  const of = naming.of(position.object, position.key, resourceAt(position)?.fields ?? {});
  const target = {...position, of: typeof of === 'string' && position.world.resources?.includes(of) === true ? of : undefined};
  return {...target, siblings: {candidates: fieldsAt(target), fields: resourceAt(target)?.fields ?? {}}};
};

const checkWord = (position: WordPosition, place: string, word: string, naming: Naming): void => {
  const {world: context} = position;
  const target = resolveTarget(position, naming);
  if (target.of === undefined && !GLOBAL_KINDS.includes(naming.as)) return;
  const [name = '', condition, ...extraParts] = naming.as === 'entry' ? word.split(':') : [word];
  if (extraParts.length > 0) return context.report(place, `"${word}" tem mais de uma condição`);
  const exists = context.checkKnownName(place, name, ...candidatesByKind[naming.as](target, word));
  if (condition !== undefined) context.checkKnownName(place, condition, ...conditionsAt(target));
  if (!exists || naming.kinds === undefined) return;
  checkFieldKind(
    context, place, word, naming.as === 'beside' ? position.siblings.fields : resourceAt(target)?.fields ?? {},
    naming.kinds as Field['kind'][],
  );
};

/** Placeholder of the actor. */
const ACTOR = 'session.nome';

/** Lists the names that a sentence about a record may use as placeholders. */
const listRecordNames = (position: WordPosition, ...more: readonly string[]): KnownNames => fieldsAt(
  position, ...more, 'id', 'versao',
  ...Object.values(resourceAt(position)?.fields ?? {}).flatMap(field => (field.kind === 'escolha' ? field.nameAs ?? [] : [])),
)[0];

const placeholderNames: Readonly<Record<PlaceholderScope, (position: WordPosition) => Candidates>> = {
  record: position => [listRecordNames(position), `um campo de ${position.of}`],
  counted: position => [listRecordNames(position, 'total'), `um campo de ${position.of}, nem "total"`],
  total: () => [['total'], '"total"'],
  // The action's inputs, and fields that have a text form.
  told: position => {
    const fields = resourceAt(position)?.fields ?? {};
    const [all] = fieldsAt(position);
    const textFields = all?.filter(fieldName => fields[fieldName] === undefined || kindRuleOf(fields[fieldName]).column !== 'none');
    const suffix = position.asks === undefined ? '' : ', nem o que esta ação pergunta';
    return [textFields && ['id', ACTOR, ...keysOf(position.asks), ...textFields], `um campo de ${position.of}${suffix}`];
  },
};

/** Fields of one group see each other: a resource's fields, or the inputs of one action. */
const withSiblings = (position: WordPosition, fields: Fields): WordPosition =>
  (position.of === undefined || fields === resourceAt(position)?.fields
    ? position
    : {...position, siblings: {candidates: [keysOf(fields), 'uma entrada desta ação'], fields}});

/** Names in a list are reported at the list's place. */
const isName = (schema: Schema, value: unknown): boolean =>
  typeof value === 'string' && [schema, ...zodDefinition(schema).options ?? []].some(option => namingOf(option) !== undefined);

const walk = (schema: Schema, value: unknown, place: string, position: WordPosition): void => {
  if (value === undefined || value === null || position.world.unreadablePlaces.has(place)) return;
  const naming = namingOf(schema);
  const placeholderScope = placeholderScopeOf(schema);
  const {innerType, options, shape, keyType, valueType, element, items} = zodDefinition(schema);
  // An untitled section has the place of its parent.
  const childPlace = (key: string): string => (place === '' ? key : key === '' ? place : `${place}.${key}`);
  if (innerType) walk(innerType, value, place, position);
  else if (naming && typeof value === 'string') checkWord(position, place, value, naming);
  else if (placeholderScope && typeof value === 'string') {
    for (const word of listPlaceholders(value)) position.world.checkKnownName(place, word, ...placeholderNames[placeholderScope](position));
  } else if (isFieldShape(schema)) walk(fieldShapes[(value as Field).kind], value, place, position);
  else if (options) {
    const target = naming === undefined ? position : resolveTarget(position, naming);
    // Names of an unknown resource cannot be checked.
    const matchingOptions = target.of === undefined && naming?.of !== undefined ? [] : options.filter(option => matchesType(option, value));
    for (const option of matchingOptions) walk(option, value, place, target);
  }
  else if (shape) {
    const object = value as PlainObject;
    const asks = schema === rootShapes.action ? object['asks'] as object ?? {} : position.asks;
    for (const [key, part] of Object.entries(shape)) walk(part, object[key], childPlace(key), {...position, object, asks});
  } else if (valueType) {
    const fieldsPosition = isFieldShape(valueType) ? withSiblings(position, value as Fields) : position;
    for (const [key, part] of Object.entries(value)) {
      if (keyType) walk(keyType, key, place, fieldsPosition);
      walk(valueType, part, childPlace(key), {...fieldsPosition, key});
    }
  } else if (element ?? items) (value as unknown[]).forEach((item, index) => {
    const part = element ?? items?.[index];
    if (part) walk(part, item, isName(part, item) ? place : `${place}[${index}]`, position);
  });
};

/** Tells whether a value matches the JSON type of a schema: scalar, array or object. */
const matchesType = (schema: Schema, value: unknown): boolean => {
  const {innerType, options, shape, valueType, element, items} = zodDefinition(schema);
  if (innerType) return matchesType(innerType, value);
  if (options) return options.some(option => matchesType(option, value));
  if (Array.isArray(value)) return (element ?? items) !== undefined;
  return typeof value === 'object' ? (shape ?? valueType) !== undefined : (shape ?? valueType ?? element ?? items) === undefined;
};

const {dashboards, ...general} = rootShapes.config.omit({resources: true}).shape;
const dashboard = dashboards.unwrap().valueType;

/** Reports every unknown name. */
export const checkNames = (context: CheckContext): void => {
  const position: WordPosition = {
    world: context, siblings: {candidates: [[], 'um campo ao lado deste'], fields: {}}, object: {}, asks: undefined, key: '',
  };
  for (const [key, shape] of Object.entries(general)) walk(shape, context.config[key as keyof typeof general], key, position);
  for (const [name, counted] of Object.entries(context.config.dashboards)) {
    // Without statuses only that is reported, and no status name.
    const {of, steps} = counted;
    const hasStatus = context.config.resources[of]?.status !== undefined;
    const isResource = context.resources?.includes(of) === true;
    walk(dashboard, hasStatus ? counted : {of, steps}, `dashboards.${name}`, {...position, of: isResource ? of : undefined});
  }
  for (const [name, resource] of Object.entries(context.config.resources)) {
    const resourcePosition: WordPosition = {...position, of: name};
    walk(rootShapes.resource, resource, `resources.${name}`, {
      ...resourcePosition, siblings: {candidates: fieldsAt(resourcePosition), fields: resource.fields},
    });
  }
};
