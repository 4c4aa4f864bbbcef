/**
 * Documents, telephones, CEPs, hours and days as they are typed and as they are kept. A mask takes what can still become a value; whatever
 * else is typed stays as it is, and is refused as such: a mask that cuts or moves what it has no place for makes another value of it.
 */
import {formatDay, parseDay} from './dates.ts';

/**
 * Brazil's code. It is certain behind a plus or 00; without them it stands before a whole telephone alone, and not where the digits begin
 * as a mobile number of DDD 55, which have one too many.
 */
const COUNTRY = /^(?:(?:\+|00)55(?=\d))*(?:55(?!9\d{9}$)(?=[1-9]\d{9,10}$))?/;

/** Longer texts are read as nothing, because expressions over what is around a value take the square of its length. */
const MAX_READ_CHARACTERS = 100;
/** Any dash of Unicode; the minus sign is not of that category. */
const DASH = '\\p{Pd}\u2212\u2043';
const GAP = `[\\s/.,:${DASH}]`;
const QUOTES = '"\'“”‘’';
const AROUND = new RegExp(`^[\\s${QUOTES}]+|[\\s.,;:${QUOTES}]+$`, 'gu');

/** Reads a code without what it is called ('CNPJ: ', 'CPF/MF nº ', 'Tel.: '), the signs of its mask and the punctuation around it. */
const reader = (labels: string, signs: string) => {
  const label = new RegExp(
    `^(?:${labels}|n[º°])(?:${GAP}+(?:${labels})(?![\\p{L}\\d])|${GAP}*n[º°]|${GAP}+(?:no?\\.|no|n[úu]mero|sob\\s+o)(?=[\\s:]))*`
    + `(?:${GAP}+|(?<=[º°]))(?=[\\p{L}\\d(+])`, 'iu');
  const sign = new RegExp(`[\\s${signs}${DASH}]`, 'gu');
  return (text: string): string =>
    (text.length > MAX_READ_CHARACTERS ? text : text.replace(AROUND, '').replace(label, '').replace(sign, ''));
};
/** These keep their points. */
const readDocument = reader('cpf|cnpj|cgc|mf', '/');
const readTelephone = reader('tel(?:efone)?|fone|cel(?:ular)?|whats(?:app)?|fax', '()');
const readCep = reader('cep', '');

const withoutPoints = (code: string): string => code.replaceAll('.', '');
/** The same where points stand only after these numbers of characters: a spreadsheet's `1310100.0` is not 13101000. */
const withoutMaskPoints = (code: string, ...places: readonly number[]): string => {
  if (code.length > MAX_READ_CHARACTERS) return code;
  const points = [...code.matchAll(/\./g)].map(({index}, before) => index - before);
  return points.every(point => places.includes(point)) ? withoutPoints(code) : code;
};
const CPF_CHARACTERS = 11;

/** What is stored of a CPF or CNPJ: no label, no mask, letters in upper case. */
export const bareDocument = (text: string, only?: 'cpf' | 'cnpj'): string => {
  const code = readDocument(text).toUpperCase();
  const cpf = only === 'cnpj' ? code : withoutMaskPoints(code, 3, 6, 9);
  const isCpf = only === 'cpf' || withoutPoints(code).length === CPF_CHARACTERS;
  return isCpf || cpf !== code ? cpf : withoutMaskPoints(code, 2, 5, 8, 12);
};
export const bareCep = (text: string): string => withoutMaskPoints(readCep(text), 2, 5);

/** A telephone without Brazil's code. Another country's plus stays; so does a point before one or two digits, which are decimals. */
const digitsOf = (text: string): string => {
  const code = readTelephone(text);
  return (/\.\d\d?$/.test(code) ? code : withoutPoints(code)).replace(COUNTRY, '');
};
/** Numbers that no DDD stands before: 0300, 0500 and 0800, 4004 and its like, another country's. No DDD has a zero in it. */
const WITHOUT_DDD = '0[358]00\\d{6,7}|[34]00\\d{5}|\\+(?!55)[1-9]\\d{7,14}';
const IS_WITHOUT_DDD = new RegExp(`^(?:${WITHOUT_DDD})$`);
/** A telephone as it is stored: DDD and number, or one that no DDD stands before. 8001234567 is a 0800 that a spreadsheet cut. */
export const TELEPHONE = new RegExp(`^(?:[1-9]{2}\\d{8,9}|${WITHOUT_DDD})$`);

/** The stored form of a telephone that no DDD stands before; undefined for any other text. */
export const telephoneWithoutDdd = (text: string): string | undefined => {
  const digits = digitsOf(text);
  return IS_WITHOUT_DDD.test(digits) ? digits : undefined;
};
/**
 * What is stored of a telephone: no label, no mask, no code of Brazil. A number without DDD is taken in its stored form alone, which the
 * portal gives it when somebody says that it is right; with any sign it stays as it is, and is refused.
 */
export const bareTelephone = (text: string): string => (telephoneWithoutDdd(text) === undefined ? digitsOf(text) : text);

/** What a list looks for of a part of a code: its characters, wherever signs stand. */
export const soughtDocument = (text: string): string => withoutPoints(readDocument(text)).toUpperCase();
export const soughtTelephone = (text: string): string => withoutPoints(digitsOf(text));
export const soughtCep = (text: string): string => withoutPoints(readCep(text));

/** Lays characters into a mask (`0` is a place); what is not typed yet is left out. */
const laid = (text: string, mask: string): string => {
  let at = 0;
  let out = '';
  for (const sign of mask) {
    if (at >= text.length) break;
    out += sign === '0' ? text[at++] : sign;
  }
  return out;
};

/**
 * A text under a mask, while it is typed too; undefined where it can become no value of it.
 *
 * @param text with any signs of the mask, or none
 */
export type Lay = (text: string) => string | undefined;

/** CPF or CNPJ (`000.000.000-00`, `00.000.000/0000-00`; rules: Fields 2). A letter or more than 11 characters make it a CNPJ. */
export const layDocument = (text: string, only?: 'cpf' | 'cnpj'): string | undefined => {
  const bare = bareDocument(text, only);
  if (only !== 'cnpj' && /^\d{0,11}$/.test(bare)) return laid(bare, '000.000.000-00');
  // Alphanumeric since July 2026, but for its check digits.
  return only !== 'cpf' && /^(?:[\dA-Z]{0,12}|[\dA-Z]{12}\d{1,2})$/.test(bare) ? laid(bare, '00.000.000/0000-00') : undefined;
};

/** A country's code and the rest of its number (ITU-T E.164). */
const ABROAD = /^(\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-46-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d))(\d{1,13})$/;

/** `(00) 0000-0000`, or `(00) 00000-0000` with 11 digits (rules: Fields 2); `0800 000 0000`, `4004-0000`, `+1 0000000000`. */
export const layTelephone: Lay = text => {
  const bare = digitsOf(text);
  if (/^0[358]00\d{0,7}$/.test(bare)) return laid(bare, '0000 000 0000');
  if (/^[34]00\d{0,5}$/.test(bare)) return laid(bare, '0000-0000');
  if (/^\d{0,11}$/.test(bare)) return laid(bare, bare.length > 10 ? '(00) 00000-0000' : '(00) 0000-0000');
  return ABROAD.test(bare) ? bare.replace(ABROAD, '$1 $2') : undefined;
};

export const layCep: Lay = text => {
  const bare = bareCep(text);
  return /^\d{0,8}$/.test(bare) ? laid(bare, '00000-000') : undefined;
};

/** Digits with no other signs than the mask has, each in its place: `8:30` is no `83:0`. */
export const layInOrder = (text: string, mask: string): string | undefined => {
  let at = 0;
  for (const sign of text.trim()) {
    if (/\d/.test(sign)) while (at < mask.length && mask[at] !== '0') at += 1;
    if (mask[at] !== (/\d/.test(sign) ? '0' : sign)) return undefined;
    at += 1;
  }
  return laid(text.replace(/\D/g, ''), mask);
};

export const layHour: Lay = text => layInOrder(text, '00:00');

/** What the mask makes of `2026-01-05` while it is typed. */
const PARTED = /^(\d\d)\/(\d\d-)/;
/** `dd/mm/yyyy`, also of a day as the API writes it. */
export const layDay: Lay = text => {
  const day = text.includes('-') ? parseDay(text.trim().replace(PARTED, '$1$2')) : undefined;
  return day === undefined ? layInOrder(text, '00/00/0000') : formatDay(day);
};
