/** Calculated fields: one operation each, operands that fit, no cycle. */
import {aggregateOf, calculationOf, AGGREGATE_OPERATIONS, CALCULATION_OPERATORS} from '../fields/calculation.ts';
import {decimalsOf} from '../fields/decimals.ts';
import type {Config} from '../shapes/config.ts';
import type {FieldOf} from '../shapes/fields.ts';
import {joinAlternatives} from './mistakeTexts.ts';
import type {ResourceCheckContext} from './checkContext.ts';

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

const isCircular = (config: Pick<Config, 'resources'>, of: string, name: string): boolean => {
  const visited = new Set<string>();
  const reaches = ([resourceName, fieldName]: [string, string]): boolean => {
    if (resourceName === of && fieldName === name) return true;
    if (visited.has(`${resourceName}.${fieldName}`)) return false;
    visited.add(`${resourceName}.${fieldName}`);
    return listDirectOperands(config, resourceName, fieldName).some(reaches);
  };
  return listDirectOperands(config, of, name).some(reaches);
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
