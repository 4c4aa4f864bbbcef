/** Calculated fields: one operation each, operands that fit, no cycle. */
import {aggregateOf, calculationOf, AGGREGATE_OPERATIONS, CALCULATION_OPERATORS} from '../fields/calculation.ts';
import {decimalsOf} from '../fields/decimals.ts';
import {collectNestedConditions, inlineConditionOf, listReadFields} from '../conditions/evaluate.ts';
import {listDirectlyReadFields, readsRecordAlone} from '../conditions/wordTable.ts';
import type {Condition} from '../shapes/conditions.ts';
import type {Config, Resource} from '../shapes/config.ts';
import type {FieldOf} from '../shapes/fields.ts';
import {checkCondition} from './conditions.ts';
import {joinAlternatives} from './mistakeTexts.ts';
import type {CheckContext, ResourceCheckContext} from './checkContext.ts';

type Calculation = FieldOf<'calculo'>;

const OPERATION_WORDS = [
  ...new Set([...Object.keys(CALCULATION_OPERATORS), ...AGGREGATE_OPERATIONS]),
] as ('product' | 'difference' | (typeof AGGREGATE_OPERATIONS)[number])[];

/** Returns the mistake in a calculation's words, else `undefined`. */
const findMistake = (field: Calculation): string | undefined => {
  const operations = OPERATION_WORDS.filter(word => field[word] !== undefined);
  const [word] = operations;
  if (operations.length !== 1 || word === undefined) return `diga uma só conta: ${joinAlternatives(OPERATION_WORDS)}`;
  const operands = field[word];
  if (field.where !== undefined && (typeof operands === 'object' || field.of === undefined)) {
    return '"where" é de uma conta sobre os registros de outro recurso: precisa de "of" e "by"';
  }
  if (typeof operands === 'object') {
    const namesOtherResource = field.of !== undefined || field.by !== undefined;
    if (namesOtherResource) return `"${word}" de uma lista é dos campos do próprio registro: tire "of" e "by"`;
    return operands.length < 2 ? `"${word}" precisa de pelo menos dois campos` : undefined;
  }
  return field.of === undefined || field.by === undefined ? `"${word}" de outro recurso precisa de "of" e "by"` : undefined;
};

const listDirectOperands = ({resources}: Pick<Config, 'resources'>, of: string, name: string): [of: string, name: string][] => {
  const field = resources[of]?.fields[name];
  const aggregate = aggregateOf(field);
  return [
    ...(calculationOf(field)?.operands ?? []).map((operand): [string, string] => [of, operand]),
    ...(aggregate === undefined || aggregate.value === '' ? [] : [[aggregate.of, aggregate.value] as [string, string]]),
  ];
};

/** Lists the fields that a calculated field depends on directly, those of its condition included. */
const listDirectSources = (config: Pick<Config, 'resources'>, of: string, name: string): [of: string, name: string][] => {
  const aggregate = aggregateOf(config.resources[of]?.fields[name]);
  const child = config.resources[aggregate?.of ?? ''];
  const read = child === undefined || aggregate?.where === undefined ? [] : listReadFields(child, aggregate.where);
  return [...listDirectOperands(config, of, name), ...read.map((field): [string, string] => [aggregate?.of ?? '', field])];
};

const isCircular = (config: Pick<Config, 'resources'>, of: string, name: string): boolean => {
  const visited = new Set<string>();
  const reaches = ([resourceName, fieldName]: [string, string]): boolean => {
    if (resourceName === of && fieldName === name) return true;
    if (visited.has(`${resourceName}.${fieldName}`)) return false;
    visited.add(`${resourceName}.${fieldName}`);
    return listDirectSources(config, resourceName, fieldName).some(reaches);
  };
  return listDirectSources(config, of, name).some(reaches);
};

/** Finds a word of a condition that a record's own values do not decide, else `undefined`. */
const findForeignWord = (child: Resource, where: Condition): string | undefined => {
  for (const nested of collectNestedConditions(child, where)) {
    if (typeof nested === 'string' && (child.people?.[nested] !== undefined || child.conditions?.[nested] === undefined)) return nested;
    const inline = inlineConditionOf(child, nested);
    const foreignField = listDirectlyReadFields(inline, child)
      .find(name => name?.startsWith('session.') === true || child.fields[name ?? '']?.kind === 'relacionado');
    // For whom a record waits depends on its comments too.
    const word = inline.waits === undefined ? foreignField : 'waits';
    if (word !== undefined) return word;
    if (!readsRecordAlone(inline)) return inline.through === undefined ? [inline.compare?.[2]].flat().join(' ') : 'through';
  }
  return undefined;
};

/** The database evaluates the condition when a child is written, so nothing else may change its result. */
const checkWhere = (context: CheckContext, place: string, of: string, where: Condition): void => {
  const child = context.config.resources[of];
  if (child === undefined || !checkCondition(context, place, where, of, child)) return;
  const foreignWord = findForeignWord(child, where);
  if (foreignWord === undefined) return;
  context.report(
    place, `"${foreignWord}" não se sabe só pelos valores do registro de ${of}, e a conta só muda quando ele é gravado`,
  );
};

const checkCalculation = ({context, name, path}: ResourceCheckContext, fieldName: string, field: Calculation): void => {
  const place = `${path}.fields.${fieldName}`;
  const mistake = findMistake(field);
  if (mistake !== undefined) return context.report(place, mistake);
  const {resources} = context.config;
  const aggregate = aggregateOf(field);
  const child = aggregate === undefined ? undefined : resources[aggregate.of];
  const reference = aggregate === undefined ? undefined : child?.fields[aggregate.by];
  if (aggregate !== undefined && reference?.kind === 'referencia') {
    const through = child?.owner?.through;
    if (reference.to !== name) {
      context.report(
        `${place}.by`, `"${aggregate.by}" de ${aggregate.of} é uma referência a ${reference.to}, e não a ${name}`,
      );
    }
    else if (through !== undefined && through !== aggregate.by) {
      context.report(
        `${place}.by`, `${aggregate.of} some com o registro de "${through}" ("owner.through"): só se calcula por essa referência`,
      );
    }
  }
  if (field.of !== undefined && field.where !== undefined) checkWhere(context, `${place}.where`, field.of, field.where);
  if (field.count !== undefined && field.decimals !== undefined) context.report(`${place}.decimals`, 'o que se conta é inteiro');
  if (field.money !== undefined && decimalsOf(field) !== 2) context.report(`${place}.money`, 'reais têm duas casas decimais');
  if (isCircular(context.config, name, fieldName)) return context.report(place, 'é calculado a partir de si mesmo');
  // A product is rounded; any other operation would lose the operands' decimals.
  if (field.product !== undefined) return;
  for (const [of, operandName] of listDirectOperands(context.config, name, fieldName)) {
    const operand = resources[of]?.fields[operandName];
    if (operand === undefined || decimalsOf(operand) <= decimalsOf(field)) continue;
    context.report(
      `${place}.decimals`, `"${operandName}" tem ${decimalsOf(operand)} casas decimais, e o resultado só ${decimalsOf(field)}`,
    );
  }
};

export const checkCalculations = (resourceContext: ResourceCheckContext): void => {
  for (const [fieldName, field] of Object.entries(resourceContext.resource.fields))
    if (field.kind === 'calculo') checkCalculation(resourceContext, fieldName, field);
};
