/** Fields that are calculated: of what, whether their values fit, and that none follows from itself. */
import {aggregateOf, calculationOf, AGGREGATE_OPERATIONS, CALCULATION_OPERATORS} from '../fields/calculation.ts';
import {decimalsOf} from '../fields/decimals.ts';
import type {Config} from '../shapes/config.ts';
import type {FieldOf} from '../shapes/fields.ts';
import {either} from './words.ts';
import type {Here} from './world.ts';

type Calculation = FieldOf<'calculo'>;

const WORDS = [
  ...new Set([...Object.keys(CALCULATION_OPERATORS), ...AGGREGATE_OPERATIONS]),
] as ('product' | 'difference' | (typeof AGGREGATE_OPERATIONS)[number])[];

/** What is wrong with the words that it says; undefined where it says one, and what that asks for. */
const saidWrong = (field: Calculation): string | undefined => {
  const said = WORDS.filter(word => field[word] !== undefined);
  const [word] = said;
  if (said.length !== 1 || word === undefined) return `diga uma só conta: ${either(WORDS)}`;
  const operands = field[word];
  if (typeof operands === 'object') {
    const isElsewhere = field.of !== undefined || field.by !== undefined;
    if (isElsewhere) return `"${word}" de uma lista é dos campos do próprio registro: tire "of" e "by"`;
    return operands.length < 2 ? `"${word}" precisa de pelo menos dois campos` : undefined;
  }
  return field.of === undefined || field.by === undefined ? `"${word}" de outro recurso precisa de "of" e "by"` : undefined;
};

/** The fields that a field follows from at once, wherever they are. */
const followedBy = ({resources}: Pick<Config, 'resources'>, of: string, name: string): [of: string, name: string][] => {
  const field = resources[of]?.fields[name];
  const kept = aggregateOf(field);
  return [
    ...(calculationOf(field)?.operands ?? []).map((one): [string, string] => [of, one]),
    ...(kept === undefined || kept.value === '' ? [] : [[kept.of, kept.value] as [string, string]]),
  ];
};

/** Whether a field follows from itself. */
const isRound = (config: Pick<Config, 'resources'>, of: string, name: string): boolean => {
  const seen = new Set<string>();
  const reaches = ([at, one]: [string, string]): boolean => {
    if (at === of && one === name) return true;
    if (seen.has(`${at}.${one}`)) return false;
    seen.add(`${at}.${one}`);
    return followedBy(config, at, one).some(reaches);
  };
  return followedBy(config, of, name).some(reaches);
};

const checkOne = ({world, name, path}: Here, own: string, field: Calculation): void => {
  const here = `${path}.fields.${own}`;
  const wrong = saidWrong(field);
  if (wrong !== undefined) return world.say(here, wrong);
  const {resources} = world.config;
  const kept = aggregateOf(field);
  const child = kept === undefined ? undefined : resources[kept.of];
  const reference = kept === undefined ? undefined : child?.fields[kept.by];
  if (kept !== undefined && reference?.kind === 'referencia') {
    const through = child?.owner?.through;
    if (reference.to !== name) world.say(`${here}.by`, `"${kept.by}" de ${kept.of} é uma referência a ${reference.to}, e não a ${name}`);
    else if (through !== undefined && through !== kept.by) {
      world.say(`${here}.by`, `${kept.of} some com o registro de "${through}" ("owner.through"): só se calcula por essa referência`);
    }
  }
  if (field.count !== undefined && field.decimals !== undefined) world.say(`${here}.decimals`, 'o que se conta é inteiro');
  if (field.money !== undefined && decimalsOf(field) !== 2) world.say(`${here}.money`, 'reais têm duas casas decimais');
  if (isRound(world.config, name, own)) return world.say(here, 'é calculado a partir de si mesmo');
  // A product is rounded; of anything else the digits that it has not would be lost.
  if (field.product !== undefined) return;
  for (const [of, one] of followedBy(world.config, name, own)) {
    const operand = resources[of]?.fields[one];
    if (operand === undefined || decimalsOf(operand) <= decimalsOf(field)) continue;
    world.say(`${here}.decimals`, `"${one}" tem ${decimalsOf(operand)} casas decimais, e o resultado só ${decimalsOf(field)}`);
  }
};

export const checkCalculations = (here: Here): void => {
  for (const [own, field] of Object.entries(here.resource.fields)) if (field.kind === 'calculo') checkOne(here, own, field);
};
