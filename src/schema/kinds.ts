/**
 * What each kind means: how a value is brought to its bare form, which values are valid, how it is read.
 * Portal and server use this one table.
 */
// The small half of zod: the portal carries these rules, and its methods are most of the library's weight.
import * as z from 'zod/mini';
import {formatDay, formatInstant, formatInstantDay, parseDay, parseInstant} from './dates.ts';
import type {Field, FieldOf, Kind} from './fields.ts';
import {fill, type Words} from './messages.ts';
import {hasControl, maskCep, maskDocument, maskTelephone, unmasked, validDocument} from './text.ts';

export interface KindRule<F> {
  /** The value as stored and sent: trimmed, without mask; `null` when nothing was given. What cannot be one is returned as it came. */
  bare(raw: unknown, field: F): unknown;
  /** The values allowed, of a bare value that is not null; messages in Portuguese. */
  schema(field: F, words: Words): z.ZodMiniType;
  /** As a person reads it. */
  format(value: unknown, field: F): string;
  /** What an answer carries for nothing (decisions: empty text is `''`, empty ids are `0`). */
  empty: unknown;
}

/** The largest id and integer PostgreSQL's `integer` holds. */
export const MAX_INTEGER = 2_147_483_647;

const trimmed = (raw: unknown): unknown => {
  if (raw === undefined || raw === null) return null;
  if (typeof raw !== 'string') return raw;
  // Composed, as the database's search expects: some systems type an accent as a sign of its own.
  return raw.trim() === '' ? null : raw.trim().normalize('NFC');
};
const withoutMask = (raw: unknown): unknown => {
  const value = trimmed(raw);
  return typeof value === 'string' ? unmasked(value) || value : value;
};
/** The number behind digits; anything else as it came, to be refused. */
const numeric = (raw: unknown): unknown => {
  const value = trimmed(raw);
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
};
/** Other portals send 0 for 'none'. */
const reference = (raw: unknown): unknown => {
  const value = numeric(raw);
  return value === 0 ? null : value;
};

const text = (words: Words, maxLength: number, minLength?: number) => {
  const base = z.string({error: words.invalid})
    .check(z.maxLength(maxLength, fill(words.tooLong, {max: maxLength})), z.refine(value => !hasControl(value), words.invalid));
  return minLength === undefined ? base : base.check(z.minLength(minLength, fill(words.tooShort, {min: minLength})));
};
const id = (words: Words) => z.int(words.invalid).check(z.gte(1, words.invalid), z.lte(MAX_INTEGER, words.invalid));
const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

export const kindRules: {[K in Kind]: KindRule<FieldOf<K>>} = {
  texto: {
    bare: trimmed,
    schema: (field, words) => text(words, field.maxLength, field.minLength),
    format: asText,
    empty: '',
  },
  email: {
    bare: trimmed,
    schema: (field, words) => text(words, field.maxLength).check(z.email(words.email)),
    format: asText,
    empty: '',
  },
  senha: {
    bare: raw => (raw === undefined || raw === '' ? null : raw),
    schema: (field, words) => text(words, field.maxLength, field.minLength),
    format: () => '',
    empty: '',
  },
  documento: {
    bare: withoutMask,
    schema: (field, words) => text(words, field.maxLength).check(z.refine(value => validDocument(value, field.only), words.invalid)),
    format: (value, field) => maskDocument(asText(value), field.only),
    empty: '',
  },
  telefone: {
    bare: withoutMask,
    schema: (field, words) => text(words, field.maxLength).check(z.regex(/^[1-9]\d{9,10}$/, words.invalid)),
    format: value => maskTelephone(asText(value)),
    empty: '',
  },
  cep: {
    bare: withoutMask,
    schema: (_field, words) => z.string(words.invalid).check(z.regex(/^\d{8}$/, words.invalid)),
    format: value => maskCep(asText(value)),
    empty: '',
  },
  digitos: {
    bare: raw => trimmed(typeof raw === 'number' ? String(raw) : raw),
    schema: (field, words) => text(words, field.maxLength).check(z.regex(/^\d+$/, words.digits)),
    format: asText,
    empty: '',
  },
  numero: {
    bare: numeric,
    schema: (field, words) =>
      z.int(words.digits).check(z.gte(field.min ?? -MAX_INTEGER, words.invalid), z.lte(field.max ?? MAX_INTEGER, words.invalid)),
    format: value => (typeof value === 'number' ? value.toLocaleString('pt-BR') : ''),
    empty: null,
  },
  data: {
    bare: raw => {
      const value = trimmed(raw);
      return typeof value === 'string' ? (parseDay(value) ?? value) : value;
    },
    schema: (_field, words) => z.iso.date(words.date).check(z.refine(value => parseDay(value) === value, words.date)),
    format: value => formatDay(asText(value)),
    empty: '',
  },
  dataHora: {
    bare: raw => {
      const value = trimmed(raw);
      return typeof value === 'string' ? (parseInstant(value) ?? value) : value;
    },
    schema: (_field, words) => z.iso.datetime({offset: true, error: words.date}).check(z.refine(value => parseInstant(value) === value, words.date)),
    format: (value, field) => (field.show === 'dia' ? formatInstantDay : formatInstant)(asText(value)),
    empty: '',
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
  },
  lista: {
    bare: trimmed,
    schema: (_field, words) => text(words, 100),
    format: asText,
    empty: '',
  },
  referencia: {
    bare: reference,
    schema: (_field, words) => id(words),
    format: asText,
    empty: 0,
  },
  relacionado: {
    bare: trimmed,
    schema: (_field, words) => z.never(words.invalid),
    format: asText,
    empty: '',
  },
  vinculos: {
    bare: raw => (Array.isArray(raw) && raw.length === 0 ? null : (raw ?? null)),
    schema: (field, words) =>
      z.array(
        z.object({[field.wire.id]: id(words), [field.wire.on]: z.boolean(words.invalid)}, words.invalid),
        words.invalid,
      ),
    format: value => (Array.isArray(value) ? String(value.length) : ''),
    empty: [],
  },
};

/** The row of a field's own kind, typed for any field. */
export const ruleOf = (field: Field): KindRule<Field> => kindRules[field.kind];
