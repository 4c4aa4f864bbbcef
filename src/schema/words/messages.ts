/** Sentences of validation, and how `{name}` in a sentence is filled. What belongs to one resource stands in the config. */

/** The words of one place: generated forms and the API (rules: Forms 3), or the fields of a ticket's template. */
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
  /** What is calculated, with more digits than are kept. */
  large: string;
  /** A number outside its limits: of two, of the lower one alone, of the upper one alone. */
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

const FORMAT = 'Formato inválido';

/** Of a ticket's own items (rules: Items 2). */
export const itemWords: Words = {
  required: 'Campo obrigatório',
  invalid: FORMAT,
  email: 'Email inválido',
  document: FORMAT,
  telephone: FORMAT,
  cep: FORMAT,
  tooLong: 'Limite de caracteres excedido',
  tooShort: FORMAT,
  digits: FORMAT,
  // Of kinds that are not the specification's: what they want nobody would find out.
  decimal: formWords.decimal,
  large: FORMAT,
  between: FORMAT,
  least: FORMAT,
  most: FORMAT,
  date: FORMAT,
  hour: FORMAT,
  link: formWords.link,
  unsent: FORMAT,
};

/** Words in which one sentence stands for every way of being invalid. */
export const withInvalid = (words: Words, invalid: string): Words => ({
  ...words,
  invalid, email: invalid, document: invalid, telephone: invalid, cep: invalid, digits: invalid, decimal: invalid,
  between: invalid, least: invalid, most: invalid, date: invalid, hour: invalid, link: invalid,
});

/** A sentence about something that is not in sight: 'Ano: use somente números.' */
export const about = (label: string, sentence: string): string => `${label}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

/** Words that name what they speak of. */
export const wordsAbout = (label: string): Words =>
  Object.fromEntries(Object.entries(formWords).map(([name, sentence]) => [name, about(label, sentence as string)])) as unknown as Words;

/** Of a parameter of an address that means nothing. */
export const wrongParam = (param: string): string => `Parâmetro inválido: ${param}.`;

const PLACE = /\{([\w.]+)\}/g;

/** The names of a sentence: `{name}`, `{session.name}`. */
export const namesIn = (sentence: string): string[] => [...sentence.matchAll(PLACE)].map(([, name = '']) => name);

/** Fills `{name}` in a sentence; a name without a value stays as it is. */
export const fill = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replace(PLACE, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
