/** Checks of moments counted from a start. Unknown names are reported where names are checked. */
import {decimalsOf} from '../../fields/decimals.ts';
import {kindRuleOf} from '../../fields/kinds.ts';
import {countsInDays, momentStarts, needsCalendar, splitMomentPath, type RelativeMoment} from '../../fields/relativeMoments.ts';
import {resolveShownField} from '../../lists/columns.ts';
import type {Field, Fields} from '../../shapes/fields.ts';
import {DAY_VALUE_TYPE, fieldValueType, INSTANT_VALUE_TYPE, NUMBER_VALUE_TYPE} from '../fields.ts';
import type {CheckContext} from '../checkContext.ts';

/** Returns the field whose value a name of a moment reads; undefined for an unknown one. */
const findField = ({config}: CheckContext, fields: Fields, path: string): Field | undefined => {
  const [own, referenced] = splitMomentPath(path);
  const field = fields[own];
  if (field === undefined || referenced === undefined) return field && resolveShownField(config, fields, field);
  const target = field.kind === 'referencia' ? config.resources[field.to]?.fields : undefined;
  return target?.[referenced] && resolveShownField(config, target, target[referenced]);
};

const valueTypeOf = (field: Field): string => (kindRuleOf(field).column === 'none' ? `um campo ${field.kind}` : fieldValueType(field));

/** Returns the value type of a start; undefined for an unknown field, or for one that is reported. */
const startType = (context: CheckContext, place: string, fields: Fields, start: string): string | undefined => {
  if (momentStarts.some(word => word === start)) return start === 'hoje' ? DAY_VALUE_TYPE : INSTANT_VALUE_TYPE;
  const field = findField(context, fields, start);
  const type = field && valueTypeOf(field);
  if (type === undefined || type === DAY_VALUE_TYPE || type === INSTANT_VALUE_TYPE) return type;
  context.report(place, `um momento começa com um dia ou um instante, e "${start}" é ${type}`);
  return undefined;
};

const checkAmount = (context: CheckContext, place: string, fields: Fields, amount: string): boolean => {
  const field = findField(context, fields, amount);
  if (field === undefined) return false;
  const type = valueTypeOf(field);
  const mistake = type !== NUMBER_VALUE_TYPE ? `é ${type}` : decimalsOf(field) > 0 ? 'tem casas decimais' : undefined;
  if (mistake !== undefined) context.report(place, `a quantidade de um momento é um número inteiro, e "${amount}" ${mistake}`);
  return mistake === undefined;
};

/**
 * Checks a moment.
 *
 * @param fields in the same place
 * @returns its value type: a day or an instant; undefined where it has a mistake
 */
export const checkMoment = (
  context: CheckContext, place: string, fields: Fields, [start, , amount, unit]: RelativeMoment,
): string | undefined => {
  const type = startType(context, place, fields, start);
  const isAmount = typeof amount === 'number' || checkAmount(context, place, fields, amount);
  if (needsCalendar(unit)) context.report(place, `"${unit}" precisa de um calendário`);
  if (type === undefined || !isAmount || needsCalendar(unit)) return undefined;
  return countsInDays(unit) ? type : INSTANT_VALUE_TYPE;
};

/** Checks a moment that is written into a field: a day field takes any, an instant field only an instant. */
export const checkWrittenMoment = (
  context: CheckContext, place: string, fields: Fields, target: Field, moment: RelativeMoment,
): boolean => {
  const targetType = valueTypeOf(target);
  if (!kindRuleOf(target).own || (targetType !== DAY_VALUE_TYPE && targetType !== INSTANT_VALUE_TYPE)) {
    context.report(place, `um momento não é um valor de um campo ${target.kind}`);
    return false;
  }
  const type = checkMoment(context, place, fields, moment);
  const fits = type !== undefined && (type === targetType || targetType === DAY_VALUE_TYPE);
  if (type !== undefined && !fits) context.report(place, `este momento é ${type}, e não ${targetType}`);
  return fits;
};
