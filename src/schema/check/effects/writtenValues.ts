/** Values that the config writes: `sets` of actions, records that actions create, forms of follow-up records. */
import {decimalsOf} from '../../fields/decimals.ts';
import {isRetiredChoice, kindRuleOf} from '../../fields/kinds.ts';
import {filterOperatorRowOf} from '../../fields/filterOperators.ts';
import {resolveMoment} from '../../fields/moments.ts';
import {isRelativeMoment} from '../../fields/relativeMoments.ts';
import {recordFieldIn, type WrittenValue} from '../../lifeCycle/writtenValues.ts';
import {resolveShownField} from '../../lists/columns.ts';
import type {Field} from '../../shapes/fields.ts';
import {wordValueType} from '../conditionWords.ts';
import {FILE_VALUE_TYPE, fieldValueType, isFieldValue, NUMBER_VALUE_TYPE, refuseServerWritten, TEXT_VALUE_TYPE} from '../fields.ts';
import {checkWrittenMoment} from './moments.ts';
import type {CheckContext, ResourceCheckContext} from '../checkContext.ts';

const maxLengthOf = (field: Field): number => ('maxLength' in field ? field.maxLength : 0);
const choiceIdsOf = (field: Field): readonly unknown[] => ('choices' in field ? field.choices.map(({id}) => id) : []);
const listOf = (field: Field): unknown => ('list' in field ? field.list : undefined);
/** Tells whether values are codes of rows, and no text or number for people. */
const holdsCodes = (field: Field): boolean => 'choices' in field || 'list' in field;

/** Returns why a field cannot hold the values of another one, else `undefined`. */
const misfitOf = (target: Field, source: Field): string | undefined => {
  const [targetType, sourceType] = [fieldValueType(target), fieldValueType(source)];
  if (targetType !== sourceType) return `é ${sourceType}, e não ${targetType}`;
  const isSameKind = source.kind === target.kind && listOf(source) === listOf(target);
  const isCopied = isSameKind || !(holdsCodes(source) || holdsCodes(target));
  const isSecret = [source, target].some(field => field.kind === 'senha');
  if (!isCopied || isSecret || targetType === FILE_VALUE_TYPE) {
    return `é um campo ${source.kind}, que não cabe num campo ${target.kind}`;
  }
  if (targetType === NUMBER_VALUE_TYPE && decimalsOf(source) > decimalsOf(target)) return 'tem mais casas decimais do que cabem aqui';
  if (targetType === TEXT_VALUE_TYPE && maxLengthOf(source) > maxLengthOf(target)) return 'pode ser mais longo do que cabe aqui';
  const ids = choiceIdsOf(target);
  return choiceIdsOf(source).every(id => ids.includes(id)) ? undefined : 'tem opções que aqui não há';
};

/** Checks a value that is read from the record. An unknown field is reported where it is named. */
const checkRecordValue = (
  {context: {config, report}, name, resource}: ResourceCheckContext, place: string, target: Field, source: string,
): void => {
  const field: Field | undefined = source === 'id' ? {kind: 'referencia', label: '', to: name} : resource.fields[source];
  if (field === undefined) return;
  const misfit = misfitOf(target, resolveShownField(config, resource.fields, field));
  if (misfit !== undefined) report(place, `"${source}" ${misfit}`);
};

const reportWrongValue = (context: CheckContext, place: string, target: Field, value: WrittenValue): void => {
  const kindName = target.kind === 'referencia' ? `referencia a ${target.to}` : target.kind;
  context.report(place, `${JSON.stringify(value)} não é um valor de um campo ${kindName}`);
};

/**
 * Checks one value that the config writes into a field.
 *
 * @param resourceContext the record from which `record.…` is read
 * @param target the written field
 */
export const checkWrittenValue = (
  resourceContext: ResourceCheckContext, place: string, [name, target]: readonly [string, Field], value: WrittenValue,
): void => {
  const {context} = resourceContext;
  if (!kindRuleOf(target).own) return context.report(place, `um campo ${target.kind} não se grava`);
  refuseServerWritten(context, place, target);
  if (value === null) {
    if (target.required === true) context.report(place, `"${name}" é obrigatório e não pode ficar vazio`);
    return;
  }
  if (isRelativeMoment(value)) return void checkWrittenMoment(context, place, resourceContext.resource.fields, target, value);
  const source = recordFieldIn(value);
  if (source !== undefined) return checkRecordValue(resourceContext, place, target, source);
  if (target.kind === 'escolha' && target.choices.some(choice => choice.id === value && isRetiredChoice(choice))) {
    context.report(place, `${JSON.stringify(value)} é uma opção arquivada, que nenhum registro recebe mais`);
  }
  // An unknown word of the session is reported where it is named.
  const isSession = typeof value === 'string' && value.startsWith('session.');
  const sessionType = isSession ? wordValueType(value) ?? fieldValueType(target) : undefined;
  const isMoment = typeof value === 'string' && resolveMoment(value) !== undefined && filterOperatorRowOf(target).dated === true;
  const takesSession = sessionType === fieldValueType(target) && !holdsCodes(target) && target.kind !== 'senha';
  // A literal id is refused, because that record may not exist.
  const fits = sessionType !== undefined ? takesSession
    : isMoment ? value.startsWith('agora') || wordValueType(value) === fieldValueType(target)
    : kindRuleOf(target).column === 'value' && isFieldValue(context, target, value);
  if (!fits) reportWrongValue(context, place, target, value);
};
