/** Exact numbers with digits after the comma, which a number of JSON keeps to the last one, and a sum of the database's does. */

/** More a number of JSON does not keep. */
export const MOST_DIGITS = 15;

/** Where it is not two, and no field says it. */
const USUAL: Readonly<Record<string, number>> = {numero: 0};
/** Digits after the comma: of money two, and where a field does not say; of what is counted none. */
export const decimalsOf = ({kind, decimals, count}: {kind: string; decimals?: number | undefined; count?: true | undefined}): number =>
  decimals ?? (count === true ? 0 : USUAL[kind] ?? 2);

/** Whether a number has no more digits than it may have after the comma, and in all. */
export const isExact = (value: number, decimals: number): boolean =>
  Number(value.toFixed(decimals)) === value && Math.abs(value) < 10 ** (MOST_DIGITS - decimals);

/** As Brazil writes it: points between thousands, a comma before the rest. Nobody writes 0.500 of five hundred. */
const BRAZILIAN = /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d*)?$/;

/**
 * The number that a text says, as Brazil writes it ('R$ 1.234,56') or as programs do ('1234.56'); undefined where it says none, or one
 * of more digits than are kept.
 *
 * @param typed by a person, of whom '1.234' is a thousand and more; of a program it is one and a bit
 */
export const parseDecimal = (text: string, typed = false): number | undefined => {
  const said = text.replace(/^(-?)\s*R\$\s*/, '$1');
  const isOurs = BRAZILIAN.test(said) && (typed || said !== text || said.includes(',') || said.split('.').length > 2);
  const plain = isOurs ? said.replaceAll('.', '').replace(',', '.') : said;
  return /^-?\d+(?:\.\d*)?$/.test(plain) && plain.replace(/\D/g, '').length <= MOST_DIGITS ? Number(plain) : undefined;
};

/** A thousand or one, where nothing says who writes it. */
const THOUSAND_OR_ONE = /^-?[1-9]\d{0,2}\.\d{3}$/;
/** Whether a text may be a thousand times what it says to a program: '1.000' where no field has three digits after the comma. */
export const isUnclear = (text: string, decimals: number): boolean => decimals < 3 && THOUSAND_OR_ONE.test(text);

/** As a person reads it: '1.234,56', '-R$ 5,00', with every digit that it has; nothing for what is no number. */
export const formatDecimal = (value: unknown, decimals: number, sign = ''): string => {
  if (typeof value !== 'number') return '';
  const digits = Math.abs(value).toLocaleString('pt-BR', {minimumFractionDigits: decimals, maximumFractionDigits: MOST_DIGITS});
  return `${value < 0 ? '-' : ''}${sign}${digits}`;
};
