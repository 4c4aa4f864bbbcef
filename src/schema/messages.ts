/** Sentences of validation, and how `{name}` in a sentence is filled. What belongs to one resource stands in the config. */

/** The words of one place: generated forms and the API (rules: Forms 3), or the fields of a ticket's template. */
export interface Words {
  required: string;
  invalid: string;
  email: string;
  tooLong: string;
  tooShort: string;
  digits: string;
  date: string;
}

export const formWords: Words = {
  required: 'Esse campo é obrigatório.',
  invalid: 'Campo inválido.',
  email: 'E-mail inválido.',
  tooLong: 'Limite de {max} caracteres excedido.',
  tooShort: 'Informe pelo menos {min} caracteres.',
  digits: 'Use somente números.',
  date: 'Data inválida.',
};

/** Of a ticket's own items (rules: Items 2). */
export const itemWords: Words = {
  required: 'Campo obrigatório',
  invalid: 'Formato inválido',
  email: 'Email inválido',
  tooLong: 'Limite de caracteres excedido',
  tooShort: 'Formato inválido',
  digits: 'Formato inválido',
  date: 'Formato inválido',
};

/** Fills `{name}` in a sentence; a name without a value stays as it is. */
export const fill = (sentence: string, values: Readonly<Record<string, unknown>>): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
