/** Validation messages, and the replacement of `{name}` placeholders. Messages of a single resource are in the config. */

/** Validation messages of one place: generated forms and the API (rules: Forms 3), or the fields of a ticket's template. */
export interface ValidationMessages {
  required: string;
  invalid: string;
  email: string;
  document: string;
  telephone: string;
  cep: string;
  tooLong: string;
  tooShort: string;
  digits: string;
  decimal: string;
  /** A calculated number with more digits than can be stored. */
  tooManyDigits: string;
  /** A number outside its limits: both limits, the lower one alone, the upper one alone. */
  between: string;
  atLeast: string;
  atMost: string;
  date: string;
  hour: string;
  link: string;
  notUploaded: string;
}

export const formMessages: ValidationMessages = {
  required: 'Esse campo é obrigatório.',
  invalid: 'Campo inválido.',
  email: 'E-mail inválido.',
  document: '{documento} inválido: confira os dígitos.',
  telephone: 'Informe um telefone com DDD: 10 ou 11 dígitos.',
  cep: 'Informe um CEP com 8 dígitos.',
  tooLong: 'Limite de {max} caracteres excedido.',
  tooShort: 'Informe pelo menos {min} caracteres.',
  digits: 'Use somente números.',
  decimal: 'Use um número de até {digits} dígitos, {decimals} deles depois da vírgula.',
  tooManyDigits: 'O resultado passa de {digits} dígitos.',
  between: 'De {min} a {max}.',
  atLeast: 'No mínimo {min}.',
  atMost: 'No máximo {max}.',
  date: 'Data inválida.',
  hour: 'Hora inválida.',
  link: 'Informe um endereço que comece com https://.',
  notUploaded: 'O arquivo ainda não foi enviado.',
};

const INVALID_FORMAT = 'Formato inválido';

/** Messages of a ticket's own items (rules: Items 2). */
export const itemMessages: ValidationMessages = {
  required: 'Campo obrigatório',
  invalid: INVALID_FORMAT,
  email: 'Email inválido',
  document: INVALID_FORMAT,
  telephone: INVALID_FORMAT,
  cep: INVALID_FORMAT,
  tooLong: 'Limite de caracteres excedido',
  tooShort: INVALID_FORMAT,
  digits: INVALID_FORMAT,
  // The specification has no such kind, and 'Formato inválido' would not say which format is valid.
  decimal: formMessages.decimal,
  tooManyDigits: INVALID_FORMAT,
  between: INVALID_FORMAT,
  atLeast: INVALID_FORMAT,
  atMost: INVALID_FORMAT,
  date: INVALID_FORMAT,
  hour: INVALID_FORMAT,
  link: formMessages.link,
  notUploaded: INVALID_FORMAT,
};

/** Replaces every message about an invalid value with one sentence. */
export const withInvalidMessage = (messages: ValidationMessages, invalid: string): ValidationMessages => ({
  ...messages,
  invalid, email: invalid, document: invalid, telephone: invalid, cep: invalid, digits: invalid, decimal: invalid,
  between: invalid, atLeast: invalid, atMost: invalid, date: invalid, hour: invalid, link: invalid,
});

/** Prefixes a message with the label of its field, for places where the field is not visible: 'Ano: use somente números.' */
export const prefixLabel = (label: string, sentence: string): string => `${label}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** Form messages, each prefixed with the label. */
export const messagesWithLabel = (label: string): ValidationMessages =>
  Object.fromEntries(
    Object.entries(formMessages).map(([name, sentence]) => [name, prefixLabel(label, sentence as string)])
  ) as unknown as ValidationMessages;

export const invalidParamMessage = (param: string): string => `Parâmetro inválido: ${param}.`;

/** Shown where a value is empty: in lists, records, questions, notices and prints. */
export const EMPTY_VALUE = '—';

const PLACEHOLDER = /\{([\w.]+)\}/g;

/** Lists the placeholders of a sentence: `{name}`, `{session.name}`. */
export const listPlaceholders = (sentence: string): string[] => [...sentence.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Replaces `{name}` placeholders. A placeholder without a value stays. */
export const fillPlaceholders = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : placeholder;
  });
