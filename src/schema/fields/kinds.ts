/**
 * Table of field kinds: normalisation, validation, formatting, and the behaviour in lists. Portal and server both use it. Other code does
 * not test for kinds, except to follow relations, to offer choices, or to exclude passwords.
 */
// zod/mini, because the portal loads these rules, and the methods of the full library are most of its weight.
import * as z from 'zod/mini';
import type {Config} from '../shapes/config.ts';
import {fileKindRule} from './fileKind.ts';
import {formatDay, formatInstant, formatInstantDay, isLikelyDay, parseDay, parseInstant} from './dates.ts';
import type {FieldChoice, Field, FieldOf, Kind} from '../shapes/fields.ts';
import {toReferenceField, PLAIN_KIND, type KindRule, type FixedListRows} from './kindRule.ts';
import {fillPlaceholders, type ValidationMessages} from '../words/messages.ts';
import {
  normaliseCep, normaliseDocument, normaliseTelephone, applyCepMask, applyDocumentMask, applyTelephoneMask, normaliseCepPart,
  normaliseDocumentPart,
  normaliseTelephonePart, TELEPHONE_PATTERN,
} from './masks.ts';
import {MAX_INTEGER, numberKindRules, normaliseInteger} from './numberKinds.ts';
import {memoize, memoizePair} from '../memoize.ts';
import {choicesKindRule} from './choicesKind.ts';
import {compileFullMatchPattern} from '../shapes/patterns.ts';
import {hasForbiddenCharacters, isSafeLink, normaliseIfText, isValidDocument} from './text.ts';

export {MAX_INTEGER} from './numberKinds.ts';

const unmaskWith = (mask: (text: string) => string) => (raw: unknown): unknown => {
  const value = normaliseIfText(raw);
  return typeof value === 'string' ? mask(value) || value : value;
};
/** Other portals send 0 for none. */
const parseReference = (raw: unknown): unknown => {
  const value = normaliseInteger(raw);
  return value === 0 ? null : value;
};

/** `abort` skips the other checks of a text that is too long. */
const textSchema = (messages: ValidationMessages, maxLength: number, minLength?: number) => {
  const base = z.string({error: messages.invalid}).check(
    z.maxLength(maxLength, {error: fillPlaceholders(messages.tooLong, {max: maxLength}), abort: true}),
    z.refine(value => !hasForbiddenCharacters(value), messages.invalid),
  );
  return minLength === undefined ? base : base.check(z.minLength(minLength, fillPlaceholders(messages.tooShort, {min: minLength})));
};
const DOCUMENT_NAMES = {cpf: 'CPF', cnpj: 'CNPJ', any: 'CPF ou CNPJ'};
const idSchema = (messages: ValidationMessages) =>
  z.int(messages.invalid).check(z.gte(1, messages.invalid), z.lte(MAX_INTEGER, messages.invalid));
type Link = Readonly<Record<string, unknown>>;
/** Refuses a list that links one record both on and off. */
const hasNoConflict = (links: readonly Link[], {id, on}: FieldOf<'vinculos'>['wire']): boolean => {
  const switches = new Map(links.map(link => [link[id], link[on]]));
  return links.every(link => switches.get(link[id]) === link[on]);
};
const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const rules = {
  texto: {
    inTitle: 'stored',
    bare: (raw, {multiline, case: inCapitals}) => {
      const value = normaliseIfText(raw, multiline);
      return inCapitals && typeof value === 'string' ? value.toUpperCase() : value;
    },
    schema: ({maxLength, minLength, pattern}, messages) => {
      const base = textSchema(messages, maxLength, minLength);
      return pattern ? base.check(z.regex(compileFullMatchPattern(pattern.like), pattern.reason)) : base;
    },
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN_KIND, prose: true,
  },
  email: {
    inTitle: 'stored',
    bare: raw => normaliseIfText(raw),
    schema: (field, messages) => textSchema(messages, field.maxLength).check(z.email(messages.email)),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN_KIND, prose: true,
  },
  senha: {
    bare: raw => (raw === undefined || raw === '' ? null : raw),
    schema: (field, messages) => textSchema(messages, field.maxLength, field.minLength),
    format: () => '',
    empty: '',
    filter: 'none', ...PLAIN_KIND, column: 'none', alone: false,
  },
  documento: {
    bare: (raw, {only}) => unmaskWith(text => normaliseDocument(text, only))(raw),
    searchValue: unmaskWith(normaliseDocumentPart),
    schema: ({maxLength, only}, messages) => {
      const sentence = fillPlaceholders(messages.document, {documento: DOCUMENT_NAMES[only ?? 'any']});
      return textSchema(messages, maxLength).check(z.refine(value => isValidDocument(value, only), sentence));
    },
    format: (value, field) => applyDocumentMask(asText(value), field.only) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN_KIND,
  },
  telefone: {
    bare: unmaskWith(normaliseTelephone),
    searchValue: unmaskWith(normaliseTelephonePart),
    schema: (field, messages) => textSchema(messages, field.maxLength).check(z.regex(TELEPHONE_PATTERN, messages.telephone)),
    format: value => applyTelephoneMask(asText(value)) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN_KIND,
  },
  cep: {
    bare: unmaskWith(normaliseCep),
    searchValue: unmaskWith(normaliseCepPart),
    schema: (_field, messages) => z.string(messages.invalid).check(z.regex(/^\d{8}$/, messages.cep)),
    format: value => applyCepMask(asText(value)) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN_KIND,
  },
  digitos: {
    inTitle: 'stored',
    bare: raw => normaliseIfText(typeof raw === 'number' ? String(raw) : raw),
    schema: (field, messages) => textSchema(messages, field.maxLength).check(z.regex(/^\d+$/, messages.digits)),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN_KIND,
  },
  ...numberKindRules,
  data: {
    inTitle: 'formatted',
    bare: raw => normaliseIfText(raw),
    schema: (_field, messages) => z.string(messages.date)
      .check(z.refine(value => parseDay(value) === value && isLikelyDay(value), messages.date)),
    format: value => formatDay(asText(value)),
    empty: '',
    filter: 'period', ...PLAIN_KIND,
  },
  dataHora: {
    bare: raw => {
      const value = normaliseIfText(raw);
      return typeof value === 'string' ? (parseInstant(value) ?? value) : value;
    },
    schema: (_field, messages) => z.string(messages.date).check(z.refine(
      value => parseInstant(value) === value && isLikelyDay(parseDay(formatInstantDay(value)) ?? ''), messages.date)),
    format: (value, field) => (field.show === 'dia' ? formatInstantDay : formatInstant)(asText(value)),
    empty: '',
    filter: 'period', ...PLAIN_KIND,
  },
  hora: {
    inTitle: 'stored',
    bare: raw => normaliseIfText(raw),
    schema: (_field, messages) => z.string(messages.hour).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.hour)),
    format: asText,
    empty: '',
    filter: 'hours', ...PLAIN_KIND,
    filterField: ({label}) => ({kind: 'hora', label}),
  },
  url: {
    bare: raw => normaliseIfText(raw),
    schema: (field, messages) => textSchema(messages, field.maxLength).check(z.refine(isSafeLink, messages.link)),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN_KIND, prose: true,
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
    filter: 'equal', ...PLAIN_KIND,
    filterOptions: () => [{id: 'true', name: 'Sim'}, {id: 'false', name: 'Não'}],
  },
  escolha: {
    inTitle: 'formatted',
    bare: (raw, field) => {
      const value = normaliseIfText(raw);
      if (value === null) return field.default ?? null;
      const chosen = field.choices.find(choice => String(choice.id) === asText(value));
      return chosen ? chosen.id : value;
    },
    schema: (field, messages) => z.literal(field.choices.map(choice => choice.id), messages.invalid),
    format: (value, field) => field.choices.find(choice => choice.id === value)?.name ?? '',
    empty: '',
    filter: 'equal', ...PLAIN_KIND,
    filterOptions: field => field.choices,
    // 0 can be the id of a choice.
    isZeroNone: field => field.choices.every(({id: choiceId}) => typeof choiceId === 'number' && choiceId !== 0),
  },
  opcoes: choicesKindRule,
  arquivo: fileKindRule,
  lista: {
    bare: raw => normaliseIfText(raw),
    schema: (_field, messages) => textSchema(messages, 100),
    format: asText,
    empty: '',
    filter: 'equal', ...PLAIN_KIND,
    filterField: ({label, list}) => ({kind: 'lista', label, list}),
    rows: (field, lists) => lists[field.list]?.rows ?? {},
  },
  referencia: {
    bare: parseReference,
    schema: (_field, messages) => idSchema(messages),
    format: asText,
    empty: 0,
    filter: 'equal', ...PLAIN_KIND, column: 'reference', prose: true,
    filterField: toReferenceField,
    isZeroNone: () => true,
  },
  relacionado: {
    bare: raw => normaliseIfText(raw),
    schema: (_field, messages) => z.never(messages.invalid),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN_KIND, own: false, alone: false,
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
    filter: 'equal', ...PLAIN_KIND, column: 'none', alone: false,
    filterField: toReferenceField,
  },
} satisfies {[K in Kind]: KindRule<FieldOf<K>>};

export const kindRules: {[K in Kind]: KindRule<FieldOf<K>>} = rules;

/** Types of the values in answers, by kind. A choice has the types of its own ids. */
export type KindValues = {[K in Kind]: (typeof rules)[K]['empty']};

export const kindRuleOf = (field: Field): KindRule<Field> => kindRules[field.kind];

export const normaliseSearchText = (field: Field, text: unknown): unknown => {
  const rule = kindRuleOf(field);
  return rule.searchValue === undefined ? rule.bare(text, field) : rule.searchValue(text, field);
};

/** Returns the schema of a field's bare values that are not null, cached by field and messages. */
export const valueSchemaOf = memoizePair((field: Field, messages: ValidationMessages) => kindRuleOf(field).schema(field, messages));

export const toFilterField = memoize((field: Field): Field => kindRuleOf(field).filterField?.(field) ?? field);

/** Returns the list rows that contain the field's values, texts by code; undefined for a field without a list. */
export const fixedRowsOf = (field: Field, lists: Config['lists']): FixedListRows | undefined => kindRuleOf(field).rows?.(field, lists);
/** Returns the text of the list row that a value names; undefined if there is none. */
export const fixedRowText = (field: Field, lists: Config['lists'], value: unknown): string | undefined => {
  const rows = fixedRowsOf(field, lists) ?? {};
  return Object.hasOwn(rows, String(value)) ? rows[String(value)] : undefined;
};

export const isCreation = (field: Field): boolean => 'stamps' in field && field.stamps === 'create';
export const isRetiredChoice = ({archived, to}: Pick<FieldChoice, 'archived' | 'to'>): boolean => archived === true || to !== undefined;
/** Tells whether an action's answer is stored as the step's comment. */
export const isComment = (field: Field): boolean => 'comment' in field && field.comment === true;
