/** Validation messages, and the replacement of `{name}` placeholders. Messages of a single resource are in the config. */

/** Validation messages of one place: generated forms and the API (rules: Forms 3), or the fields of a ticket's template. */
export interface Words {
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
  large: string;
  /** A number outside its limits: both limits, the lower one alone, the upper one alone. */
  between: string;
  least: string;
  most: string;
  date: string;
  hour: string;
  link: string;
  unsent: string;
}

export const formWords: Words = {
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
  large: 'O resultado passa de {digits} dígitos.',
  between: 'De {min} a {max}.',
  least: 'No mínimo {min}.',
  most: 'No máximo {max}.',
  date: 'Data inválida.',
  hour: 'Hora inválida.',
  link: 'Informe um endereço que comece com https://.',
  unsent: 'O arquivo ainda não foi enviado.',
};

const INVALID_FORMAT = 'Formato inválido';

/** Messages of a ticket's own items (rules: Items 2). */
export const itemWords: Words = {
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
  decimal: formWords.decimal,
  large: INVALID_FORMAT,
  between: INVALID_FORMAT,
  least: INVALID_FORMAT,
  most: INVALID_FORMAT,
  date: INVALID_FORMAT,
  hour: INVALID_FORMAT,
  link: formWords.link,
  unsent: INVALID_FORMAT,
};

/** Replaces every message about an invalid value with one sentence. */
export const withInvalid = (messages: Words, invalid: string): Words => ({
  ...messages,
  invalid, email: invalid, document: invalid, telephone: invalid, cep: invalid, digits: invalid, decimal: invalid,
  between: invalid, least: invalid, most: invalid, date: invalid, hour: invalid, link: invalid,
});

/** Prefixes a message with the label of its field, for places where the field is not visible: 'Ano: use somente números.' */
export const about = (label: string, sentence: string): string => `${label}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** Form messages, each prefixed with the label. */
export const wordsAbout = (label: string): Words =>
  Object.fromEntries(Object.entries(formWords).map(([name, sentence]) => [name, about(label, sentence as string)])) as unknown as Words;

export const wrongParam = (param: string): string => `Parâmetro inválido: ${param}.`;

const PLACEHOLDER = /\{([\w.]+)\}/g;

/** Lists the placeholders of a sentence: `{name}`, `{session.name}`. */
export const namesIn = (sentence: string): string[] => [...sentence.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Replaces `{name}` placeholders. A placeholder without a value stays. */
export const fill = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replace(PLACEHOLDER, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
