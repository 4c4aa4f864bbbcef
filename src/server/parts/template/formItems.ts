/** A record's form: template items frozen at creation, filled in, and summarised in one line. */
import * as z from 'zod';
import type {Config, Resource, TemplatePart} from '../../../schema/shapes/config.ts';
import {changedItemProperty, itemField, validateItem, type TemplateItem} from '../../../schema/fields/items.ts';
import {storedItemValue, prefillFromSession} from '../../../schema/lifeCycle/answers.ts';
import {fixedRowText, kindRuleOf} from '../../../schema/fields/kinds.ts';
import type {Session} from '../../../schema/session.ts';
import {toComparableText} from '../../../schema/fields/text.ts';
import {formAnswers, type FieldError} from '../../../schema/apiShapes.ts';
import {invalid} from '../../errors.ts';
import {repeatedFieldRefusal} from '../../http/json.ts';

export interface StoredFormItem extends TemplateItem {
  /** Id in calls: the template item's on a new record, the record's own item on an existing one. */
  id: number;
  item?: number | null;
  mostrarConsultaTicket: boolean;
  valor: string;
  aviso: string | null;
}

const answersShape = z.array(formAnswers.element);

/** Error for a question that changed after the form was shown; undefined: unchanged, or the call did not send it. */
const questionChange = (
  item: StoredFormItem, {descricao = item.descricao, tipoCampo = item.tipoCampo}: z.infer<typeof formAnswers>[number],
) => {
  const change = changedItemProperty({descricao, tipoCampo}, item);
  if (change === 'descricao') return `“${descricao}” agora é “${item.descricao}”. Confira a resposta e salve de novo.`;
  return change && 'Este campo agora se preenche de outra forma. Confira a resposta e salve de novo.';
};

/**
 * Refuses answers of a new record to questions that have changed since.
 *
 * @throws Refusal VALIDACAO with a sentence for each changed item
 */
export const refuseChangedQuestions = (campo: string, items: readonly StoredFormItem[], input: unknown): void => {
  const answers = new Map(answersShape.parse(input).map(answer => [answer.id, answer]));
  const errors = items.flatMap(item => {
    const answer = answers.get(item.id);
    // An empty answer is safe under any question.
    const mensagem = answer === undefined || (answer.valor ?? '') === '' ? undefined : questionChange(item, answer);
    return mensagem === undefined ? [] : [{campo: `${campo}.${item.id}`, mensagem}];
  });
  if (errors.length > 0) throw invalid(errors);
};

/**
 * Answers of a form, by item id.
 *
 * @param campo name of the form
 * @throws Refusal VALIDACAO for a missing or malformed list, an unknown item, or a repeated one
 */
export const parseFormAnswers = (config: Config, campo: string, items: readonly StoredFormItem[], input: unknown): Map<number, unknown> => {
  const refuse = (mensagem: string) => invalid([{campo, mensagem}]);
  const result = answersShape.safeParse(input ?? []);
  if (!result.success) throw refuse('Os campos do formulário são inválidos.');
  if (result.data.length === 0 || items.length === 0) throw refuse(config.messages.formEmpty);
  const itemIds = new Set(items.map(item => item.id));
  if (!result.data.every(answer => itemIds.has(answer.id))) throw refuse('O formulário mudou. Confira os campos e salve de novo.');
  const answers = new Map<number, unknown>();
  for (const {id, valor} of result.data) {
    if (answers.has(id)) throw repeatedFieldRefusal(`${campo}.${id}`);
    answers.set(id, valor);
  }
  return answers;
};

/** Errors of stored items; a robot's warning counts until a person changes or confirms the value. */
export const itemErrors = (config: Config, campo: string, items: readonly StoredFormItem[]): FieldError[] =>
  items.flatMap(item => {
    const mensagem = validateItem(config, item, item.valor) ?? item.aviso ?? undefined;
    return mensagem === undefined ? [] : [{campo: `${campo}.${item.id}`, mensagem}];
  });

/** 'O robô marcou: Placa, CNPJ.', with advice. */
export const markedItemsReason = (items: readonly StoredFormItem[]): string => {
  const marked = items.filter(({aviso}) => Boolean(aviso)).map(({descricao}) => descricao);
  return marked.length === 0 ? '' : `O robô marcou: ${marked.join(', ')}. Corrija, ou diga que está certo assim.`;
};

/**
 * Fills in answers; unanswered items keep their values, and a changed value loses its robot warning.
 * Values prefilled from the caller's own record (a supplier's Transportadora) override what was sent.
 *
 * @throws Refusal VALIDACAO with a sentence for each wrong item
 */
export const fillItems = (
  config: Config, campo: string, items: readonly StoredFormItem[], answers: ReadonlyMap<number, unknown>, session: Session,
): StoredFormItem[] => {
  const prefills = items.map(item => prefillFromSession(config, item, session));
  const rawValues = items.map((item, index) => {
    const prefill = prefills[index];
    if (prefill !== undefined) return prefill.value || item.valor;
    return answers.has(item.id) ? answers.get(item.id) : item.valor;
  });
  const errors = items.flatMap((item, index) => {
    const mensagem = validateItem(config, item, rawValues[index]);
    if (mensagem === undefined) return [];
    return [{campo: `${campo}.${item.id}`, mensagem: rawValues[index] === '' ? (prefills[index]?.missing ?? mensagem) : mensagem}];
  });
  if (errors.length > 0) throw invalid(errors);
  return items.map((item, index) => {
    const valor = storedItemValue(config, item, rawValues[index]);
    return {...item, valor, aviso: valor === item.valor ? item.aviso : null};
  });
};

const formatItem = (config: Config, item: StoredFormItem): string => {
  const field = itemField(config, item);
  return fixedRowText(field, config.lists, item.valor) ?? kindRuleOf(field).format(item.valor, field);
};

const MAX_SUMMARY_ITEMS = 3;

/** 'Placa: ABC1D23; Peso: 10' from the items flagged for lists, or from the first few. */
const summaryOf = (config: Config, {fields, template}: Resource, items: readonly StoredFormItem[]): string => {
  const flagged = items.filter(item => item.mostrarConsultaTicket);
  const chosen = flagged.length > 0 ? flagged : items.slice(0, MAX_SUMMARY_ITEMS);
  const field = fields[template?.summary ?? ''];
  const limit = field !== undefined && 'maxLength' in field ? field.maxLength : Infinity;
  const text = chosen.filter(item => item.valor !== '').map(item => `${item.descricao}: ${formatItem(config, item)}`).join('; ');
  return Array.from(text).slice(0, limit).join('');
};

const valueAt = (items: readonly StoredFormItem[], descricao: string): string | null =>
  items.find(item => toComparableText(item.descricao) === toComparableText(descricao) && item.valor !== '')?.valor ?? null;

/** Values that the record keeps of its form: summary and single items. */
export const valuesKeptFromForm = (
  config: Config, resource: Resource, {summary, keepItem}: TemplatePart, items: readonly StoredFormItem[],
): Record<string, unknown> => ({
  ...(summary === undefined ? {} : {[summary]: summaryOf(config, resource, items)}),
  ...Object.fromEntries(Object.entries(keepItem ?? {}).map(([field, descricao]) => [field, valueAt(items, descricao)])),
});

/** 'Campos alterados: Placa: de ABC para DEF.'; `''`: no value changed. */
export const describeFormChanges = (config: Config, before: readonly StoredFormItem[], after: readonly StoredFormItem[]): string => {
  const changed = after.flatMap((item, index) => {
    const previous = before[index];
    if (previous === undefined || previous.valor === item.valor) return [];
    return [`${item.descricao}: de ${formatItem(config, previous) || '(vazio)'} para ${formatItem(config, item) || '(vazio)'}`];
  });
  return changed.length === 0 ? '' : `Campos alterados: ${changed.join('; ')}.`;
};
