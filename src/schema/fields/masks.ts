/**
 * Masks and stored forms of documents, telephones, CEPs, hours and days. A mask formats a text that can still become a valid value. Any
 * other text stays unchanged and is refused, because a mask that drops or moves characters would make it another value.
 */
import {formatDay, parseDay} from './dates.ts';

/**
 * Brazil's country code: after a plus or 00, or before a complete number with DDD. An 11-digit mobile number of DDD 55 begins like the code
 * and is excluded.
 */
const COUNTRY_CODE = /^(?:(?:\+|00)55(?=\d))*(?:55(?!9\d{9}$)(?=[1-9]\d{9,10}$))?/;

/** Longer texts are not parsed, because the expressions below are quadratic in their length. */
const MAX_READ_CHARACTERS = 100;
/** Unicode dashes; the minus sign is not in that category. */
const DASH = '\\p{Pd}\u2212\u2043';
const GAP = `[\\s/.,:${DASH}]`;
const QUOTES = '"\'“”‘’';
const SURROUNDING = new RegExp(`^[\\s${QUOTES}]+|[\\s.,;:${QUOTES}]+$`, 'gu');

/**
 * Returns a function that strips labels ('CNPJ: ', 'CPF/MF nº ', 'Tel.: '), mask characters and surrounding punctuation from a code. Points
 * stay.
 */
const createReader = (labels: string, signs: string) => {
  const label = new RegExp(
    `^(?:${labels}|n[º°])(?:${GAP}+(?:${labels})(?![\\p{L}\\d])|${GAP}*n[º°]|${GAP}+(?:no?\\.|no|n[úu]mero|sob\\s+o)(?=[\\s:]))*`
    + `(?:${GAP}+|(?<=[º°]))(?=[\\p{L}\\d(+])`, 'iu');
  const sign = new RegExp(`[\\s${signs}${DASH}]`, 'gu');
  return (text: string): string =>
    (text.length > MAX_READ_CHARACTERS ? text : text.replace(SURROUNDING, '').replace(label, '').replace(sign, ''));
};
const readDocument = createReader('cpf|cnpj|cgc|mf', '/');
const readTelephone = createReader('tel(?:efone)?|fone|cel(?:ular)?|whats(?:app)?|fax', '()');
const readCep = createReader('cep', '');

const withoutPoints = (code: string): string => code.replaceAll('.', '');
/** Removes points only after these numbers of characters, because a spreadsheet's `1310100.0` is not 13101000. */
const withoutMaskPoints = (code: string, ...positions: readonly number[]): string => {
  if (code.length > MAX_READ_CHARACTERS) return code;
  const points = [...code.matchAll(/\./g)].map(({index}, pointsBefore) => index - pointsBefore);
  return points.every(point => positions.includes(point)) ? withoutPoints(code) : code;
};
const CPF_CHARACTERS = 11;

/** Normalises a CPF or CNPJ for storage: no label, no mask, upper case. */
export const normaliseDocument = (text: string, only?: 'cpf' | 'cnpj'): string => {
  const code = readDocument(text).toUpperCase();
  const cpf = only === 'cnpj' ? code : withoutMaskPoints(code, 3, 6, 9);
  const isCpf = only === 'cpf' || withoutPoints(code).length === CPF_CHARACTERS;
  return isCpf || cpf !== code ? cpf : withoutMaskPoints(code, 2, 5, 8, 12);
};
export const normaliseCep = (text: string): string => withoutMaskPoints(readCep(text), 2, 5);

/**
 * Normalises a telephone without Brazil's country code. Another country's plus stays, and so does a point before one or two digits, which
 * are decimals.
 */
const readTelephoneDigits = (text: string): string => {
  const code = readTelephone(text);
  return (/\.\d\d?$/.test(code) ? code : withoutPoints(code)).replace(COUNTRY_CODE, '');
};
/** Numbers without DDD: 0300, 0500, 0800, 4004 and the like, and foreign ones. No DDD contains a zero. */
const WITHOUT_DDD = '0[358]00\\d{6,7}|[34]00\\d{5}|\\+(?!55)[1-9]\\d{7,14}';
const IS_WITHOUT_DDD = new RegExp(`^(?:${WITHOUT_DDD})$`);
/**
 * A stored telephone: DDD and number, or a number without DDD. 8001234567 is refused, because it is a 0800 number that a spreadsheet cut.
 */
export const TELEPHONE_PATTERN = new RegExp(`^(?:[1-9]{2}\\d{8,9}|${WITHOUT_DDD})$`);

/** Returns the stored form of a telephone without DDD; undefined for any other text. */
export const telephoneWithoutDdd = (text: string): string | undefined => {
  const digits = readTelephoneDigits(text);
  return IS_WITHOUT_DDD.test(digits) ? digits : undefined;
};
/**
 * Normalises a telephone for storage: no label, no mask, no country code of Brazil. A number without DDD is accepted only in its stored
 * form, which the portal sends after the person confirms it. With any other character it stays unchanged and is refused.
 */
export const normaliseTelephone = (text: string): string => (telephoneWithoutDdd(text) === undefined ? readTelephoneDigits(text) : text);

/** Normalises part of a code for a search: its characters without the mask. */
export const normaliseDocumentPart = (text: string): string => withoutPoints(readDocument(text)).toUpperCase();
export const normaliseTelephonePart = (text: string): string => withoutPoints(readTelephoneDigits(text));
export const normaliseCepPart = (text: string): string => withoutPoints(readCep(text));

/** Lays characters into a mask, in which `0` is a digit's place. The mask ends with the text. */
const applyMask = (text: string, mask: string): string => {
  let position = 0;
  let masked = '';
  for (const sign of mask) {
    if (position >= text.length) break;
    masked += sign === '0' ? text[position++] : sign;
  }
  return masked;
};

/**
 * Formats a text with a mask, also while it is typed. Undefined if it cannot become a valid value.
 *
 * @param text with or without characters of the mask
 */
export type ApplyMask = (text: string) => string | undefined;

/** Formats a CPF or CNPJ (`000.000.000-00`, `00.000.000/0000-00`; rules: Fields 2). A letter or more than 11 characters make it a CNPJ. */
export const applyDocumentMask = (text: string, only?: 'cpf' | 'cnpj'): string | undefined => {
  const bare = normaliseDocument(text, only);
  if (only !== 'cnpj' && /^\d{0,11}$/.test(bare)) return applyMask(bare, '000.000.000-00');
  // Alphanumeric since July 2026, except the check digits.
  return only !== 'cpf' && /^(?:[\dA-Z]{0,12}|[\dA-Z]{12}\d{1,2})$/.test(bare) ? applyMask(bare, '00.000.000/0000-00') : undefined;
};

/** Country code and the rest of the number (ITU-T E.164). */
const FOREIGN_TELEPHONE = /^(\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-46-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d))(\d{1,13})$/;

/** Formats a telephone: `(00) 0000-0000`, `(00) 00000-0000` (rules: Fields 2), `0800 000 0000`, `4004-0000`, `+1 0000000000`. */
export const applyTelephoneMask: ApplyMask = text => {
  const bare = readTelephoneDigits(text);
  if (/^0[358]00\d{0,7}$/.test(bare)) return applyMask(bare, '0000 000 0000');
  if (/^[34]00\d{0,5}$/.test(bare)) return applyMask(bare, '0000-0000');
  if (/^\d{0,11}$/.test(bare)) return applyMask(bare, bare.length > 10 ? '(00) 00000-0000' : '(00) 0000-0000');
  return FOREIGN_TELEPHONE.test(bare) ? bare.replace(FOREIGN_TELEPHONE, '$1 $2') : undefined;
};

export const applyCepMask: ApplyMask = text => {
  const bare = normaliseCep(text);
  return /^\d{0,8}$/.test(bare) ? applyMask(bare, '00000-000') : undefined;
};

/** Lays digits into a mask, with other characters only where the mask has them, so that `8:30` does not become `83:0`. */
export const applyDigitMask = (text: string, mask: string): string | undefined => {
  let position = 0;
  for (const sign of text.trim()) {
    if (/\d/.test(sign)) while (position < mask.length && mask[position] !== '0') position += 1;
    if (mask[position] !== (/\d/.test(sign) ? '0' : sign)) return undefined;
    position += 1;
  }
  return applyMask(text.replace(/\D/g, ''), mask);
};

export const applyHourMask: ApplyMask = text => applyDigitMask(text, '00:00');

/** `2026-01-05` with the slash that the mask inserted while it was typed. */
const PARTLY_MASKED_DAY = /^(\d\d)\/(\d\d-)/;
/** Formats a day as `dd/mm/yyyy`, also from `yyyy-mm-dd`. */
export const applyDayMask: ApplyMask = text => {
  const day = text.includes('-') ? parseDay(text.trim().replace(PARTLY_MASKED_DAY, '$1$2')) : undefined;
  return day === undefined ? applyDigitMask(text, '00/00/0000') : formatDay(day);
};
