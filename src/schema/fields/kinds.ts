/**
 * Table of field kinds: normalisation, validation, formatting, and the behaviour in lists. Portal and server both use it. Other code does
 * not test for kinds, except to follow relations, to offer choices, or to exclude passwords.
 */
// zod/mini, because the portal loads these rules, and the methods of the full library are most of its weight.
import * as z from 'zod/mini';
import type {Config} from '../config/config.ts';
import {attached} from './attached.ts';
import {formatDay, formatInstant, formatInstantDay, isLikelyDay, parseDay, parseInstant} from './dates.ts';
import type {Choice, Field, FieldOf, Kind} from '../config/fields.ts';
import {oneRecord, PLAIN, type KindRule, type Rows} from './kindRule.ts';
import {fill, type Words} from '../words/messages.ts';
import {
  bareCep, bareDocument, bareTelephone, layCep, layDocument, layTelephone, soughtCep, soughtDocument, soughtTelephone, TELEPHONE,
} from './masks.ts';
import {MAX_INTEGER, numberRules, numeric} from './numbers.ts';
import {onceFor, onceForEach} from '../onceFor.ts';
import {several} from './several.ts';
import {wholly} from '../config/patterns.ts';
import {hasControl, isLink, trimmed, validDocument} from './text.ts';

export {MAX_INTEGER} from './numbers.ts';

const unmaskWith = (mask: (text: string) => string) => (raw: unknown): unknown => {
  const value = trimmed(raw);
  return typeof value === 'string' ? mask(value) || value : value;
};
/** Other portals send 0 for none. */
const parseReference = (raw: unknown): unknown => {
  const value = numeric(raw);
  return value === 0 ? null : value;
};

/** `abort` skips the other checks of a text that is too long. */
const textSchema = (messages: Words, maxLength: number, minLength?: number) => {
  const base = z.string({error: messages.invalid}).check(
    z.maxLength(maxLength, {error: fill(messages.tooLong, {max: maxLength}), abort: true}),
    z.refine(value => !hasControl(value), messages.invalid),
  );
  return minLength === undefined ? base : base.check(z.minLength(minLength, fill(messages.tooShort, {min: minLength})));
};
const DOCUMENT_NAMES = {cpf: 'CPF', cnpj: 'CNPJ', any: 'CPF ou CNPJ'};
const idSchema = (messages: Words) => z.int(messages.invalid).check(z.gte(1, messages.invalid), z.lte(MAX_INTEGER, messages.invalid));
type Link = Readonly<Record<string, unknown>>;
/** Whether no record is linked both on and off. */
const hasNoConflict = (links: readonly Link[], {id, on}: FieldOf<'vinculos'>['wire']): boolean => {
  const switches = new Map(links.map(link => [link[id], link[on]]));
  return links.every(link => switches.get(link[id]) === link[on]);
};
const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const rules = {
  texto: {
    bare: (raw, {multiline, case: inCapitals}) => {
      const value = trimmed(raw, multiline);
      return inCapitals && typeof value === 'string' ? value.toUpperCase() : value;
    },
    schema: ({maxLength, minLength, pattern}, messages) => {
      const base = textSchema(messages, maxLength, minLength);
      return pattern ? base.check(z.regex(wholly(pattern.like), pattern.reason)) : base;
    },
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN, prose: true,
  },
  email: {
    bare: raw => trimmed(raw),
    schema: (field, messages) => textSchema(messages, field.maxLength).check(z.email(messages.email)),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN, prose: true,
  },
  senha: {
    bare: raw => (raw === undefined || raw === '' ? null : raw),
    schema: (field, messages) => textSchema(messages, field.maxLength, field.minLength),
    format: () => '',
    empty: '',
    filter: 'none', ...PLAIN, column: 'none', alone: false,
  },
  documento: {
    bare: (raw, {only}) => unmaskWith(text => bareDocument(text, only))(raw),
    sought: unmaskWith(soughtDocument),
    schema: ({maxLength, only}, messages) => {
      const sentence = fill(messages.document, {documento: DOCUMENT_NAMES[only ?? 'any']});
      return textSchema(messages, maxLength).check(z.refine(value => validDocument(value, only), sentence));
    },
    format: (value, field) => layDocument(asText(value), field.only) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN,
  },
  telefone: {
    bare: unmaskWith(bareTelephone),
    sought: unmaskWith(soughtTelephone),
    schema: (field, messages) => textSchema(messages, field.maxLength).check(z.regex(TELEPHONE, messages.telephone)),
    format: value => layTelephone(asText(value)) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN,
  },
  cep: {
    bare: unmaskWith(bareCep),
    sought: unmaskWith(soughtCep),
    schema: (_field, messages) => z.string(messages.invalid).check(z.regex(/^\d{8}$/, messages.cep)),
    format: value => layCep(asText(value)) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN,
  },
  digitos: {
    bare: raw => trimmed(typeof raw === 'number' ? String(raw) : raw),
    schema: (field, messages) => textSchema(messages, field.maxLength).check(z.regex(/^\d+$/, messages.digits)),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN,
  },
  ...numberRules,
  data: {
    bare: raw => trimmed(raw),
    schema: (_field, messages) => z.string(messages.date)
      .check(z.refine(value => parseDay(value) === value && isLikelyDay(value), messages.date)),
    format: value => formatDay(asText(value)),
    empty: '',
    filter: 'period', ...PLAIN,
  },
  dataHora: {
    bare: raw => {
      const value = trimmed(raw);
      return typeof value === 'string' ? (parseInstant(value) ?? value) : value;
    },
    schema: (_field, messages) => z.string(messages.date).check(z.refine(
      value => parseInstant(value) === value && isLikelyDay(parseDay(formatInstantDay(value)) ?? ''), messages.date)),
    format: (value, field) => (field.show === 'dia' ? formatInstantDay : formatInstant)(asText(value)),
    empty: '',
    filter: 'period', ...PLAIN,
  },
  hora: {
    bare: raw => trimmed(raw),
    schema: (_field, messages) => z.string(messages.hour).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.hour)),
    format: asText,
    empty: '',
    filter: 'hours', ...PLAIN,
    filtered: ({label}) => ({kind: 'hora', label}),
  },
  url: {
    bare: raw => trimmed(raw),
    schema: (field, messages) => textSchema(messages, field.maxLength).check(z.refine(isLink, messages.link)),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN, prose: true,
  },
  booleano: {
    bare: (raw, field) => {
      if (raw === undefined || raw === null || raw === '') return field.default ?? false;
      if (raw === 'true' || raw === 1) return true;
      return raw === 'false' || raw === 0 ? false : raw;
    },
    schema: (_field, messages) => z.boolean(messages.invalid),
    format: value => (value === true ? 'Sim' : 'Não'),
    empty: false,
    filter: 'equal', ...PLAIN,
    offered: () => [{id: 'true', name: 'Sim'}, {id: 'false', name: 'Não'}],
  },
  escolha: {
    bare: (raw, field) => {
      const value = trimmed(raw);
      if (value === null) return field.default ?? null;
      const chosen = field.choices.find(choice => String(choice.id) === asText(value));
      return chosen ? chosen.id : value;
    },
    schema: (field, messages) => z.literal(field.choices.map(choice => choice.id), messages.invalid),
    format: (value, field) => field.choices.find(choice => choice.id === value)?.name ?? '',
    empty: '',
    filter: 'equal', ...PLAIN,
    offered: field => field.choices,
    // 0 can be the id of a choice.
    isZeroNone: field => field.choices.every(({id: choiceId}) => typeof choiceId === 'number' && choiceId !== 0),
  },
  opcoes: several,
  arquivo: attached,
  lista: {
    bare: raw => trimmed(raw),
    schema: (_field, messages) => textSchema(messages, 100),
    format: asText,
    empty: '',
    filter: 'equal', ...PLAIN,
    filtered: ({label, list}) => ({kind: 'lista', label, list}),
    rows: (field, lists) => lists[field.list]?.rows ?? {},
  },
  referencia: {
    bare: parseReference,
    schema: (_field, messages) => idSchema(messages),
    format: asText,
    empty: 0,
    filter: 'equal', ...PLAIN, column: 'reference', prose: true,
    filtered: oneRecord,
    isZeroNone: () => true,
  },
  relacionado: {
    bare: raw => trimmed(raw),
    schema: (_field, messages) => z.never(messages.invalid),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN, own: false, alone: false,
  },
  vinculos: {
    bare: raw => (Array.isArray(raw) && raw.length === 0 ? null : (raw ?? null)),
    // Checked by hand, because `z.object` would weigh more in the portal than all of these rules, and nothing else there needs it.
    schema: ({wire}, messages) => z.array(z.unknown(), messages.invalid).check(z.refine(links => links.every(item => {
      const link = (item ?? {}) as Readonly<Record<string, unknown>>;
      return idSchema(messages).safeParse(link[wire.id]).success && typeof link[wire.on] === 'boolean';
    }), {error: messages.invalid, abort: true}), z.refine(links => hasNoConflict(links as readonly Link[], wire), messages.invalid)),
    format: value => (Array.isArray(value) ? String(value.length) : ''),
    empty: [] as readonly Readonly<Record<string, number | boolean>>[],
    filter: 'equal', ...PLAIN, column: 'none', alone: false,
    filtered: oneRecord,
  },
} satisfies {[K in Kind]: KindRule<FieldOf<K>>};

export const kindRules: {[K in Kind]: KindRule<FieldOf<K>>} = rules;

/** Types of the values in answers, by kind. A choice has the types of its own ids. */
export type KindValues = {[K in Kind]: (typeof rules)[K]['empty']};

export const ruleOf = (field: Field): KindRule<Field> => kindRules[field.kind];

export const soughtOf = (field: Field, text: unknown): unknown => {
  const rule = ruleOf(field);
  return rule.sought === undefined ? rule.bare(text, field) : rule.sought(text, field);
};

/** Returns the schema of a field's bare values that are not null, cached by field and messages. */
export const schemaOf = onceForEach((field: Field, messages: Words) => ruleOf(field).schema(field, messages));

export const filteredField = onceFor((field: Field): Field => ruleOf(field).filtered?.(field) ?? field);

/** Returns the list rows that contain the field's values, texts by code; undefined for a field without a list. */
export const rowsOf = (field: Field, lists: Config['lists']): Rows | undefined => ruleOf(field).rows?.(field, lists);
/** Returns the text of the list row that a value names; undefined if there is none. */
export const rowName = (field: Field, lists: Config['lists'], value: unknown): string | undefined => {
  const rows = rowsOf(field, lists) ?? {};
  return Object.hasOwn(rows, String(value)) ? rows[String(value)] : undefined;
};

export const isCreation = (field: Field): boolean => 'stamps' in field && field.stamps === 'create';
export const isRetired = ({archived, to}: Pick<Choice, 'archived' | 'to'>): boolean => archived === true || to !== undefined;
/** Whether an action's answer is stored as the step's comment. */
export const isComment = (field: Field): boolean => 'comment' in field && field.comment === true;
