/** Names of people and conditions, conditions written in place, and where each may be used. */
import {findBuiltInCondition, IN_SCOPE_CONDITION} from '../conditions/builtIn.ts';
import {
  evaluateCondition, listConditionsOnReferences, collectNestedConditions, listReadFields, conditionReason, inlineConditionOf,
} from '../conditions/evaluate.ts';
import type {Condition, InlineCondition} from '../shapes/conditions.ts';
import {listDirectlyNestedConditions, mapConditionWords, listDirectlyReadFields, conditionWordNames} from '../conditions/wordTable.ts';
import type {Resource} from '../shapes/config.ts';
import {aggregateOfNoChildren, aggregateOf} from '../fields/calculation.ts';
import type {Fields} from '../shapes/fields.ts';
import {referencedValueOf} from '../fields/relatedFields.ts';
import {resolveShownField} from '../lists/columns.ts';
import {listVisibleAndEditableConditions} from '../conditions/fieldConditions.ts';
import {isWritable} from '../fields/validate.ts';
import {USERS} from '../systemFields.ts';
import {conditionWordChecks} from './conditionWords.ts';
import {checkNameFormat} from './fields.ts';
import {joinAlternatives} from './mistakeTexts.ts';
import type {ResourceCheckContext, CheckContext} from './checkContext.ts';

/** Returns why a built-in condition does not fit a resource, else `undefined`. */
const findMissingRequirement = (context: CheckContext, name: string, resourceName: string, {owner}: Resource): string | undefined => {
  const {of, part, owner: ownerPart} = findBuiltInCondition(name) ?? {};
  if (of !== undefined && of !== resourceName) return `só existe em ${of}`;
  if (part !== undefined && !context.declaresPart(resourceName, part)) return `precisa de "${part}"`;
  return ownerPart === undefined || owner?.[ownerPart] !== undefined ? undefined : `precisa de "owner.${ownerPart}"`;
};

const checkInlineCondition = (
  context: CheckContext, place: string, condition: InlineCondition, of: string, resource: Resource,
): boolean => {
  let isSound = true;
  const wordResults = mapConditionWords(condition, (word, value) => conditionWordChecks[word](value, {
    context, place: `${place}.${word}`, of, resource,
    checkNested: nested => {
      isSound = checkCondition(context, `${place}.${word}`, nested, of, resource) && isSound;
    },
    checkReferenced: (nestedPlace, nested, targetName) => {
      const target = context.config.resources[targetName];
      if (target !== undefined) checkRowCondition(context, nestedPlace, nested, targetName, target, 'condição de outro registro');
    },
  }));
  if (wordResults.length !== 1) context.report(place, `diga exatamente um de ${joinAlternatives(conditionWordNames)}`);
  return isSound && wordResults.length === 1;
};

/** Reports a condition that cannot be evaluated on a record of the resource. */
export const checkCondition = (context: CheckContext, place: string, condition: Condition, of: string, resource: Resource): boolean => {
  if (typeof condition !== 'string') return checkInlineCondition(context, place, condition, of, resource);
  if (context.conditionsOf(of)?.includes(condition) === false) return false;
  // A declared condition with a built-in name is reported at its declaration.
  const why = findMissingRequirement(context, condition, of, resource);
  if (why !== undefined) context.report(place, `"${condition}" ${why}`);
  return why === undefined;
};

type ConditionRef = readonly [of: string, name: string];

/** Lists the named conditions that a condition asks for, including those of referenced resources. */
const listNamedConditions = (context: CheckContext, of: string, condition: Condition): readonly ConditionRef[] => {
  if (typeof condition === 'string') return [[of, condition]];
  const referenced = Object.entries(condition.through ?? {}).flatMap(([name, nested]) => {
    const field = context.config.resources[of]?.fields[name];
    return field?.kind === 'referencia' ? listNamedConditions(context, field.to, nested) : [];
  });
  return [...listDirectlyNestedConditions(condition).flatMap(nested => listNamedConditions(context, of, nested)), ...referenced];
};

/** Lists the named conditions that a condition asks for of the record itself. */
const listOwnConditionNames = (condition: Condition): readonly string[] =>
  (typeof condition === 'string' ? [condition] : listDirectlyNestedConditions(condition).flatMap(listOwnConditionNames));

const describeCondition = (condition: Condition): string => (typeof condition === 'string' ? `"${condition}"` : 'esta condição');
/** Lists the built-in conditions within a condition. */
export const collectNestedBuiltIns = (condition: Condition, resource: Resource) =>
  [...collectNestedConditions(resource, condition)].flatMap(
    nested => (typeof nested === 'string' ? findBuiltInCondition(nested) ?? [] : []),
  );

/**
 * Reports a condition that cannot be a row filter, because it is evaluated record by record.
 *
 * @param purpose noun of the filter: `escopo`
 */
export const checkRowCondition = (
  context: CheckContext, place: string, condition: Condition, of: string, resource: Resource, purpose: string,
): void => {
  if (!checkCondition(context, place, condition, of, resource)) return;
  for (const conditionName of listOwnConditionNames(condition)) {
    if (collectNestedBuiltIns(conditionName, resource).every(({alone: isRecordOnly}) => isRecordOnly !== true)) continue;
    context.report(place, `"${conditionName}" não serve de ${purpose}: não há como procurar linhas por ela`);
  }
};

/** Reports a refusing condition without a reason. */
export const checkRefusingCondition = (
  context: CheckContext, place: string, condition: Condition, of: string, resource: Resource,
): void => {
  if (!checkCondition(context, place, condition, of, resource) || conditionReason(resource, condition) !== '') return;
  if (typeof condition !== 'string') return context.report(place, 'esta condição não diz por que recusa: falta "reason" nela');
  const isBuiltIn = findBuiltInCondition(condition) !== undefined;
  // An unreadable condition may have a reason.
  if (!isBuiltIn && resource.people?.[condition] === undefined && resource.conditions?.[condition] === undefined) return;
  const how = isBuiltIn ? 'declare uma com "reason" em "conditions"' : 'falta "reason" nela';
  context.report(place, `a condição "${condition}" não diz por que recusa: ${how}`);
};

/** Finds the path from a field back to itself through `visible` and `editable`, else `undefined`. */
const findFieldCycle = (
  formResource: Resource, startField: string, condition: Condition, visited = new Set<string>(),
): readonly string[] | undefined => {
  for (const next of listReadFields(formResource, condition)) {
    if (next === startField) return [next];
    const field = visited.has(next) ? undefined : formResource.fields[next];
    visited.add(next);
    for (const fieldCondition of field === undefined ? [] : listVisibleAndEditableConditions(field)) {
      const cycleTail = findFieldCycle(formResource, startField, fieldCondition, visited);
      if (cycleTail !== undefined) return [next, ...cycleTail];
    }
  }
  return undefined;
};

/** Checks conditions of fields in a form, because the browser evaluates them while somebody types. */
export const checkFormConditions = (context: CheckContext, path: string, fields: Fields, of: string, resource: Resource): void => {
  const formResource = {...resource, fields};
  for (const [name, field] of Object.entries(fields)) {
    const {required, visible, editable, readOnly, whenOff, archived} = field;
    const isTyped = isWritable(field);
    const switchConditions = Object.entries({visible, editable});
    if (whenOff !== undefined && switchConditions.every(([, condition]) => condition === undefined)) {
      context.report(`${path}.${name}.whenOff`, 'só tem sentido com "visible" ou "editable"');
    }
    if (editable !== undefined && readOnly === true) {
      context.report(
        `${path}.${name}.editable`, 'o campo é "readOnly": ninguém o edita nunca',
      );
    }
    for (const [word, condition] of switchConditions) {
      // An archived field is shown by its value and cannot be typed.
      const cycle = condition === undefined || archived === true ? undefined : findFieldCycle(formResource, name, condition);
      if (cycle !== undefined) context.report(`${path}.${name}.${word}`, `depende de si mesmo: ${[name, ...cycle].join(' → ')}`);
    }
    for (const [word, condition] of Object.entries({required, visible, editable, readOnly})) {
      const place = `${path}.${name}.${word}`;
      if (condition === undefined || condition === true || !checkCondition(context, place, condition, of, formResource)) continue;
      const isServerOnly = collectNestedBuiltIns(condition, resource).some(row => row.judge === undefined)
        || listConditionsOnReferences(formResource, condition).length > 0;
      if (isServerOnly) {
        context.report(place, `${describeCondition(condition)} só se sabe no servidor: um formulário não pode perguntá-la`);
      }
      const read = listReadFields(formResource, condition);
      // A field that nobody types is evaluated on a stored record.
      const shown = isTyped ? read.find(fieldName => fields[fieldName]?.kind === 'relacionado') : undefined;
      if (shown !== undefined) {
        context.report(
          place, `${describeCondition(condition)} olha para "${shown}", que só se sabe no servidor: um formulário não pode perguntá-la`,
        );
      }
      const [outsideField] = fields === resource.fields ? [] : read.filter(fieldName => !(fieldName in fields));
      if (outsideField !== undefined) {
        context.report(
          place, `${describeCondition(condition)} olha para "${outsideField}", que não é perguntado aqui`,
        );
      }
    }
  }
};

/** Tells whether a condition fails on a record's known values for every caller. */
export const alwaysFails = (resource: Resource, condition: Condition, record: Readonly<Record<string, unknown>>): boolean => {
  const readsCaller = [...collectNestedConditions(resource, condition)].some(nested =>
    listDirectlyReadFields(inlineConditionOf(resource, nested), resource).some(name => name?.startsWith('session.')));
  const session = {id: 0, perfil: '', idEmpresa: null, codigoExterno: ''};
  return !readsCaller && evaluateCondition(condition, {resource, record, session}) === false;
};

/** Finds an aggregate that makes a rule refuse every new record, because that has no children yet. */
const findUnmetAggregate = (resource: Resource, rule: Condition): string | undefined => {
  const {fields} = resource;
  const aggregateField = listReadFields(resource, rule).find(name => aggregateOf(fields[name]) !== undefined);
  if (aggregateField === undefined || resource.access.create.length === 0) return undefined;
  const record = Object.fromEntries(
    Object.keys(fields).flatMap(name => (aggregateOf(fields[name]) ? [[name, aggregateOfNoChildren(fields[name])]] : [])),
  );
  return alwaysFails(resource, rule, record) ? aggregateField : undefined;
};

export const checkRules = ({context, name, resource, path}: ResourceCheckContext): void => {
  for (const [field, rules] of Object.entries(resource.rules ?? {})) {
    const place = `${path}.rules.${field}`;
    for (const rule of rules) {
      checkRefusingCondition(context, place, rule, name, resource);
      const recordOnlyName = listOwnConditionNames(rule).find(
        conditionName => collectNestedBuiltIns(conditionName, resource).some(row => row.judge === undefined),
      );
      if (recordOnlyName !== undefined) context.report(place, `"${recordOnlyName}" só se sabe de um registro que já existe`);
      const unmetField = findUnmetAggregate(resource, rule);
      if (unmetField !== undefined) {
        context.report(place, `recusa todo registro novo, que ainda não tem o que "${unmetField}" conta: diga {any: [{not: 'criado'}, …]}`);
      }
    }
  }
};

/** Lists the named conditions behind a name; `noEscopo` stands for all scope rules of the resource. */
const listConditionsBehind = (context: CheckContext, [of, name]: ConditionRef): readonly ConditionRef[] => {
  const {conditions, scope = {}} = context.config.resources[of] ?? {};
  const rules = name === IN_SCOPE_CONDITION ? Object.values(scope).flat() : conditions?.[name] ?? [];
  return [rules].flat().flatMap(rule => listNamedConditions(context, of, rule));
};

/** Finds the path from a condition back to itself, else `undefined`. */
const findConditionCycle = (
  context: CheckContext, start: ConditionRef, path: readonly ConditionRef[] = [start], visited = new Set<string>(),
): readonly ConditionRef[] | undefined => {
  for (const next of listConditionsBehind(context, path.at(-1) ?? start)) {
    if (String(next) === String(start)) return [...path, next];
    const isNew = !visited.has(String(next));
    visited.add(String(next));
    const cycle = isNew ? findConditionCycle(context, start, [...path, next], visited) : undefined;
    if (cycle !== undefined) return cycle;
  }
  return undefined;
};

/** Reports a circular condition once, at the first condition of the cycle. */
const checkConditionCycle = (context: CheckContext, place: string, start: ConditionRef): void => {
  const cycle = findConditionCycle(context, start);
  const conditionOrder = Object.entries(context.config.resources)
    .flatMap(([of, {conditions}]) => [...Object.keys(conditions ?? {}), IN_SCOPE_CONDITION].map(name => String([of, name])));
  const orderOf = (ref: ConditionRef): number => conditionOrder.indexOf(String(ref));
  if (cycle?.every(ref => orderOf(ref) >= orderOf(start)) !== true) return;
  const cycleText = cycle.map(([of, name]) => (of === start[0] ? name : `${of}.${name}`)).join(' → ');
  context.report(place, `volta a si mesma: ${cycleText}`);
};

const checkConditionName = (context: CheckContext, place: string, name: string): void => {
  if (!checkNameFormat(context, place, name) || findBuiltInCondition(name) === undefined) return;
  context.report(place, `"${name}" já é uma condição de todo recurso: use outro nome`);
};

/** Checks the field of a person: a reference to users, or one that is read through another reference. */
const checkPerson = (
  context: CheckContext, place: string, {field, ...words}: NonNullable<Resource['people']>[string], resource: Resource,
): void => {
  const isReferenced = referencedValueOf(resource, field) !== undefined;
  for (const word of ['stamps', 'attends'] as const) {
    if (!isReferenced || words[word] === undefined) continue;
    context.report(`${place}.${word}`, 'só tem sentido num campo do próprio registro: a pessoa é de outro');
  }
  const declared = resource.fields[field];
  const named = declared && resolveShownField(context.config, resource.fields, declared, 1);
  const to = named?.kind === 'referencia' ? named.to : undefined;
  if (named === undefined || to === USERS) return;
  if (to !== undefined) context.report(`${place}.field`, `"${field}" deve ser uma referência a ${USERS}, e é a ${to}`);
  else if (isReferenced) {
    context.report(`${place}.field`, `"${field}" deve mostrar uma referência a ${USERS}, e mostra um campo ${named.kind}`);
  }
};

export const checkConditions = ({context, name: of, resource, path}: ResourceCheckContext): void => {
  for (const [name, person] of Object.entries(resource.people ?? {})) {
    checkConditionName(context, `${path}.people`, name);
    checkPerson(context, `${path}.people.${name}`, person, resource);
  }
  for (const [name, condition] of Object.entries(resource.conditions ?? {})) {
    const place = `${path}.conditions.${name}`;
    checkConditionName(context, `${path}.conditions`, name);
    if (resource.people?.[name] !== undefined) context.report(`${path}.conditions`, `"${name}" já está em "people"`);
    checkInlineCondition(context, place, condition, of, resource);
    mapConditionWords(condition, word => checkConditionCycle(context, `${place}.${word}`, [of, name]));
  }
  checkConditionCycle(context, `${path}.scope`, [of, IN_SCOPE_CONDITION]);
};
