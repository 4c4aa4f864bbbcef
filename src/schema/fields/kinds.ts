/**
 * What each kind means: how a value is brought to its bare form, which values are valid, how it is read, and how lists
 * filter, show and sort by it. Portal and server use this one table; code elsewhere does not ask for kinds, except to
 * follow relations, to offer choices, or to leave passwords out.
 */
// The small half of zod: the portal carries these rules, and its methods are most of the library's weight.
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

const without = (mask: (text: string) => string) => (raw: unknown): unknown => {
  const value = trimmed(raw);
  return typeof value === 'string' ? mask(value) || value : value;
};
/** Other portals send 0 for 'none'. */
const reference = (raw: unknown): unknown => {
  const value = numeric(raw);
  return value === 0 ? null : value;
};

/** Of a text that is too long nothing else is judged. */
const text = (words: Words, maxLength: number, minLength?: number) => {
  const base = z.string({error: words.invalid}).check(
    z.maxLength(maxLength, {error: fill(words.tooLong, {max: maxLength}), abort: true}),
    z.refine(value => !hasControl(value), words.invalid),
  );
  return minLength === undefined ? base : base.check(z.minLength(minLength, fill(words.tooShort, {min: minLength})));
};
const DOCUMENTS = {cpf: 'CPF', cnpj: 'CNPJ', any: 'CPF ou CNPJ'};
const id = (words: Words) => z.int(words.invalid).check(z.gte(1, words.invalid), z.lte(MAX_INTEGER, words.invalid));
type Link = Readonly<Record<string, unknown>>;
/** Whether no record is switched both on and off. */
const isUnambiguous = (links: readonly Link[], {id, on}: FieldOf<'vinculos'>['wire']): boolean => {
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
    schema: ({maxLength, minLength, pattern}, words) => {
      const base = text(words, maxLength, minLength);
      return pattern ? base.check(z.regex(wholly(pattern.like), pattern.reason)) : base;
    },
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN, prose: true,
  },
  email: {
    bare: raw => trimmed(raw),
    schema: (field, words) => text(words, field.maxLength).check(z.email(words.email)),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN, prose: true,
  },
  senha: {
    bare: raw => (raw === undefined || raw === '' ? null : raw),
    schema: (field, words) => text(words, field.maxLength, field.minLength),
    format: () => '',
    empty: '',
    filter: 'none', ...PLAIN, column: 'none', alone: false,
  },
  documento: {
    bare: (raw, {only}) => without(text => bareDocument(text, only))(raw),
    sought: without(soughtDocument),
    schema: ({maxLength, only}, words) => {
      const sentence = fill(words.document, {documento: DOCUMENTS[only ?? 'any']});
      return text(words, maxLength).check(z.refine(value => validDocument(value, only), sentence));
    },
    format: (value, field) => layDocument(asText(value), field.only) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN,
  },
  telefone: {
    bare: without(bareTelephone),
    sought: without(soughtTelephone),
    schema: (field, words) => text(words, field.maxLength).check(z.regex(TELEPHONE, words.telephone)),
    format: value => layTelephone(asText(value)) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN,
  },
  cep: {
    bare: without(bareCep),
    sought: without(soughtCep),
    schema: (_field, words) => z.string(words.invalid).check(z.regex(/^\d{8}$/, words.cep)),
    format: value => layCep(asText(value)) ?? asText(value),
    empty: '',
    filter: 'part', ...PLAIN,
  },
  digitos: {
    bare: raw => trimmed(typeof raw === 'number' ? String(raw) : raw),
    schema: (field, words) => text(words, field.maxLength).check(z.regex(/^\d+$/, words.digits)),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN,
  },
  ...numberRules,
  data: {
    bare: raw => trimmed(raw),
    schema: (_field, words) => z.string(words.date).check(z.refine(value => parseDay(value) === value && isLikelyDay(value), words.date)),
    format: value => formatDay(asText(value)),
    empty: '',
    filter: 'period', ...PLAIN,
  },
  dataHora: {
    bare: raw => {
      const value = trimmed(raw);
      return typeof value === 'string' ? (parseInstant(value) ?? value) : value;
    },
    schema: (_field, words) => z.string(words.date).check(z.refine(
      value => parseInstant(value) === value && isLikelyDay(parseDay(formatInstantDay(value)) ?? ''), words.date)),
    format: (value, field) => (field.show === 'dia' ? formatInstantDay : formatInstant)(asText(value)),
    empty: '',
    filter: 'period', ...PLAIN,
  },
  hora: {
    bare: raw => trimmed(raw),
    schema: (_field, words) => z.string(words.hour).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, words.hour)),
    format: asText,
    empty: '',
    filter: 'hours', ...PLAIN,
    filtered: ({label}) => ({kind: 'hora', label}),
  },
  url: {
    bare: raw => trimmed(raw),
    schema: (field, words) => text(words, field.maxLength).check(z.refine(isLink, words.link)),
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
    schema: (_field, words) => z.boolean(words.invalid),
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
    schema: (field, words) => z.literal(field.choices.map(choice => choice.id), words.invalid),
    format: (value, field) => field.choices.find(choice => choice.id === value)?.name ?? '',
    empty: '',
    filter: 'equal', ...PLAIN,
    offered: field => field.choices,
    // Unless 0 is one of them.
    isZeroNone: field => field.choices.every(({id: one}) => typeof one === 'number' && one !== 0),
  },
  opcoes: several,
  arquivo: attached,
  lista: {
    bare: raw => trimmed(raw),
    schema: (_field, words) => text(words, 100),
    format: asText,
    empty: '',
    filter: 'equal', ...PLAIN,
    filtered: ({label, list}) => ({kind: 'lista', label, list}),
    rows: (field, lists) => lists[field.list]?.rows ?? {},
  },
  referencia: {
    bare: reference,
    schema: (_field, words) => id(words),
    format: asText,
    empty: 0,
    filter: 'equal', ...PLAIN, column: 'reference', prose: true,
    filtered: oneRecord,
    isZeroNone: () => true,
  },
  relacionado: {
    bare: raw => trimmed(raw),
    schema: (_field, words) => z.never(words.invalid),
    format: asText,
    empty: '',
    filter: 'part', ...PLAIN, own: false, alone: false,
  },
  vinculos: {
    bare: raw => (Array.isArray(raw) && raw.length === 0 ? null : (raw ?? null)),
    // By hand: nothing else of the portal needs the library's objects, which weigh more than all of these rules.
    schema: ({wire}, words) => z.array(z.unknown(), words.invalid).check(z.refine(all => all.every(one => {
      const link = (one ?? {}) as Readonly<Record<string, unknown>>;
      return id(words).safeParse(link[wire.id]).success && typeof link[wire.on] === 'boolean';
    }), {error: words.invalid, abort: true}), z.refine(all => isUnambiguous(all as readonly Link[], wire), words.invalid)),
    format: value => (Array.isArray(value) ? String(value.length) : ''),
    empty: [] as readonly Readonly<Record<string, number | boolean>>[],
    filter: 'equal', ...PLAIN, column: 'none', alone: false,
    filtered: oneRecord,
  },
} satisfies {[K in Kind]: KindRule<FieldOf<K>>};

export const kindRules: {[K in Kind]: KindRule<FieldOf<K>>} = rules;

/** The values of each kind as answers carry them; those of a choice are its own ids. */
export type KindValues = {[K in Kind]: (typeof rules)[K]['empty']};

/** The row of a field's own kind, typed for any field. */
export const ruleOf = (field: Field): KindRule<Field> => kindRules[field.kind];

/** What a list looks for of a text that is searched in part. */
export const soughtOf = (field: Field, text: unknown): unknown => {
  const rule = ruleOf(field);
  return rule.sought === undefined ? rule.bare(text, field) : rule.sought(text, field);
};

/** The values that a field allows, of a bare value that is not null, refused in these words; made once for each field. */
export const schemaOf = onceForEach((field: Field, words: Words) => ruleOf(field).schema(field, words));

/** The field whose values a filter by this one takes. */
export const filteredField = onceFor((field: Field): Field => ruleOf(field).filtered?.(field) ?? field);

/** The rows of which a field's value must be one, names by codes; undefined where any valid one will do. */
export const rowsOf = (field: Field, lists: Config['lists']): Rows | undefined => ruleOf(field).rows?.(field, lists);
/** What the row is called that a value is; undefined where it is none. */
export const rowName = (field: Field, lists: Config['lists'], value: unknown): string | undefined => {
  const rows = rowsOf(field, lists) ?? {};
  return Object.hasOwn(rows, String(value)) ? rows[String(value)] : undefined;
};

/** Whether it holds the instant at which its record was made. */
export const isCreation = (field: Field): boolean => 'stamps' in field && field.stamps === 'create';
/** Whether no record gets a choice any more. */
export const isRetired = ({archived, to}: Pick<Choice, 'archived' | 'to'>): boolean => archived === true || to !== undefined;
/** Whether what an action asks with it is said about the record, and told as a comment. */
export const isComment = (field: Field): boolean => 'comment' in field && field.comment === true;
