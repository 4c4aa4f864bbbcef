/** Exact decimals, with at most as many digits as a JSON number stores exactly. */

/** Maximum number of significant digits that a JSON number stores exactly. */
export const MAX_DIGITS = 15;

/** Decimals by kind, where they are not two and the field has no `decimals`. */
const DEFAULT_DECIMALS: Readonly<Record<string, number>> = {numero: 0};
/** Returns a field's number of decimals. Default: 2, for a count 0. */
export const decimalsOf = ({kind, decimals, count}: {kind: string; decimals?: number | undefined; count?: true | undefined}): number =>
  decimals ?? (count === true ? 0 : DEFAULT_DECIMALS[kind] ?? 2);

export const fitsDecimals = (value: number, decimals: number): boolean =>
  Number(value.toFixed(decimals)) === value && Math.abs(value) < 10 ** (MAX_DIGITS - decimals);

/** Brazilian notation: points between thousands, a comma before the decimals. 0.500 is not 500 in it. */
const BRAZILIAN = /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d*)?$/;

/**
 * Parses a number in Brazilian ('R$ 1.234,56') or programming notation ('1234.56'). Undefined if it is neither, or has too many digits.
 *
 * @param typed by a person, for whom '1.234' is 1234; for a program it is 1.234
 */
export const parseDecimal = (text: string, typed = false): number | undefined => {
  const amount = text.replace(/^(-?)\s*R\$\s*/, '$1');
  const isBrazilian = BRAZILIAN.test(amount) && (typed || amount !== text || amount.includes(',') || amount.split('.').length > 2);
  const plain = isBrazilian ? amount.replaceAll('.', '').replace(',', '.') : amount;
  return /^-?\d+(?:\.\d*)?$/.test(plain) && plain.replace(/\D/g, '').length <= MAX_DIGITS ? Number(plain) : undefined;
};

/** A number such as 1.000, which is 1000 or 1 depending on its author. */
const THOUSAND_OR_ONE = /^-?[1-9]\d{0,2}\.\d{3}$/;
/** Tells whether a text is ambiguous by a factor of 1000: '1.000' for a field with less than three decimals. */
export const isAmbiguousDecimal = (text: string, decimals: number): boolean => decimals < 3 && THOUSAND_OR_ONE.test(text);

/** Formats a number in Brazilian notation with all its digits: '1.234,56', '-R$ 5,00'. Returns `''` for any other value. */
export const formatDecimal = (value: unknown, decimals: number, sign = ''): string => {
  if (typeof value !== 'number') return '';
  const digits = Math.abs(value).toLocaleString('pt-BR', {minimumFractionDigits: decimals, maximumFractionDigits: MAX_DIGITS});
  return `${value < 0 ? '-' : ''}${sign}${digits}`;
};
