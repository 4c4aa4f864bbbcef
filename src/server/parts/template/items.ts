/** A record's form: the template's items frozen when it is made, filled in, and told in one line. */
import * as z from 'zod';
import type {Config, Resource, Template} from '../../../schema/config/config.ts';
import {changeOfItem, itemField, validateItem, type Item} from '../../../schema/fields/items.ts';
import {itemValue, prefilled} from '../../../schema/lifeCycle/answers.ts';
import {rowName, ruleOf} from '../../../schema/fields/kinds.ts';
import type {Session} from '../../../schema/session.ts';
import {normalised} from '../../../schema/fields/text.ts';
import {formAnswers, type FieldError} from '../../../schema/wire.ts';
import {invalid} from '../../errors.ts';
import {repeatedField} from '../../http/json.ts';

export interface FormItem extends Item {
  /** As the call names it: the template item's id on a new record, the record's own item on an old one. */
  id: number;
  /** Of an old record: the template's item that it was. */
  item?: number | null;
  mostrarConsultaTicket: boolean;
  valor: string;
  /** What a robot found wrong with the value. */
  aviso: string | null;
}

/** Values, with what was asked as the form that was filled in said it. */
const answersShape = z.array(formAnswers.element);

/** What became of a question since its form was drawn; undefined: it is the same, or the call does not say what it was. */
const changeOf = (item: FormItem, {descricao = item.descricao, tipoCampo = item.tipoCampo}: z.infer<typeof formAnswers>[number]) => {
  const change = changeOfItem({descricao, tipoCampo}, item);
  if (change === 'descricao') return `“${descricao}” agora é “${item.descricao}”. Confira a resposta e salve de novo.`;
  return change && 'Este campo agora se preenche de outra forma. Confira a resposta e salve de novo.';
};

/**
 * Of a new record: nobody's answer stands below a question that they were not asked.
 *
 * @throws Refusal VALIDACAO with a sentence for each item that is another than the one that was answered
 */
export const refuseChanged = (campo: string, items: readonly FormItem[], sent: unknown): void => {
  const answers = new Map(answersShape.parse(sent).map(answer => [answer.id, answer]));
  const errors = items.flatMap(item => {
    const answer = answers.get(item.id);
    // Where nothing is answered nothing stands below another question.
    const mensagem = answer === undefined || (answer.valor ?? '') === '' ? undefined : changeOf(item, answer);
    return mensagem === undefined ? [] : [{campo: `${campo}.${item.id}`, mensagem}];
  });
  if (errors.length > 0) throw invalid(errors);
};

/**
 * The values sent for a form, by item id.
 *
 * @param campo what the form is called
 * @throws Refusal VALIDACAO where the list is missing or is none, or names an item the form does not have, or one twice
 */
export const answersOf = (config: Config, campo: string, items: readonly FormItem[], sent: unknown): Map<number, unknown> => {
  const refuse = (mensagem: string) => invalid([{campo, mensagem}]);
  const result = answersShape.safeParse(sent ?? []);
  if (!result.success) throw refuse('Os campos do formulário são inválidos.');
  if (result.data.length === 0 || items.length === 0) throw refuse(config.messages.formEmpty);
  const known = new Set(items.map(item => item.id));
  if (!result.data.every(answer => known.has(answer.id))) throw refuse('O formulário mudou. Confira os campos e salve de novo.');
  const answers = new Map<number, unknown>();
  for (const {id, valor} of result.data) {
    if (answers.has(id)) throw repeatedField(`${campo}.${id}`);
    answers.set(id, valor);
  }
  return answers;
};

/** What is wrong with each item as it stands: what a robot found too, until somebody changes the value or confirms it. */
export const itemErrors = (config: Config, campo: string, items: readonly FormItem[]): FieldError[] =>
  items.flatMap(item => {
    const mensagem = validateItem(config, item, item.valor) ?? item.aviso ?? undefined;
    return mensagem === undefined ? [] : [{campo: `${campo}.${item.id}`, mensagem}];
  });

/** 'O robô marcou: Placa, CNPJ.', and what to do about it. */
export const markedReason = (items: readonly FormItem[]): string => {
  const marked = items.filter(({aviso}) => Boolean(aviso)).map(({descricao}) => descricao);
  return marked.length === 0 ? '' : `O robô marcou: ${marked.join(', ')}. Corrija, ou diga que está certo assim.`;
};

/**
 * The form with the values sent; what is not sent stays, and what a person's own record fills in (a supplier's
 * Transportadora) is never what they sent. A value that changes loses the robot's warning.
 *
 * @throws Refusal VALIDACAO with a sentence for each item that is wrong
 */
export const fillItems = (
  config: Config, campo: string, items: readonly FormItem[], answers: ReadonlyMap<number, unknown>, session: Session,
): FormItem[] => {
  const own = items.map(item => prefilled(config, item, session));
  const raw = items.map((item, index) => {
    const prefill = own[index];
    if (prefill !== undefined) return prefill.value || item.valor;
    return answers.has(item.id) ? answers.get(item.id) : item.valor;
  });
  const errors = items.flatMap((item, index) => {
    const mensagem = validateItem(config, item, raw[index]);
    if (mensagem === undefined) return [];
    return [{campo: `${campo}.${item.id}`, mensagem: raw[index] === '' ? (own[index]?.missing ?? mensagem) : mensagem}];
  });
  if (errors.length > 0) throw invalid(errors);
  return items.map((item, index) => {
    const valor = itemValue(config, item, raw[index]);
    return {...item, valor, aviso: valor === item.valor ? item.aviso : null};
  });
};

/** An item's value as a person reads it. */
const readable = (config: Config, item: FormItem): string => {
  const field = itemField(config, item);
  return rowName(field, config.lists, item.valor) ?? ruleOf(field).format(item.valor, field);
};

const FIRST_FEW = 3;

/** 'Placa: ABC1D23; Peso: 10' of the items flagged for the list, or of the first few where none is. */
const summaryOf = (config: Config, {fields, template}: Resource, items: readonly FormItem[]): string => {
  const flagged = items.filter(item => item.mostrarConsultaTicket);
  const chosen = flagged.length > 0 ? flagged : items.slice(0, FIRST_FEW);
  const field = fields[template?.summary ?? ''];
  const limit = field !== undefined && 'maxLength' in field ? field.maxLength : Infinity;
  const text = chosen.filter(item => item.valor !== '').map(item => `${item.descricao}: ${readable(config, item)}`).join('; ');
  return Array.from(text).slice(0, limit).join('');
};

const valueAt = (items: readonly FormItem[], descricao: string): string | null =>
  items.find(item => normalised(item.descricao) === normalised(descricao) && item.valor !== '')?.valor ?? null;

/** What the record itself keeps of its form: the summary, and the values of single items. */
export const keptOf = (
  config: Config, resource: Resource, {summary, keepItem}: Template, items: readonly FormItem[],
): Record<string, unknown> => ({
  ...(summary === undefined ? {} : {[summary]: summaryOf(config, resource, items)}),
  ...Object.fromEntries(Object.entries(keepItem ?? {}).map(([field, descricao]) => [field, valueAt(items, descricao)])),
});

/** 'Campos alterados: Placa: de ABC para DEF.'; `''` when no value changed. */
export const changesOf = (config: Config, before: readonly FormItem[], after: readonly FormItem[]): string => {
  const changed = after.flatMap((item, index) => {
    const old = before[index];
    if (old === undefined || old.valor === item.valor) return [];
    return [`${item.descricao}: de ${readable(config, old) || '(vazio)'} para ${readable(config, item) || '(vazio)'}`];
  });
  return changed.length === 0 ? '' : `Campos alterados: ${changed.join('; ')}.`;
};
