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

/** What is stored of a CPF or CNPJ: no mask, letters in upper case. */
export const bareDocument = (text: string): string => text.replace(/[\s./\p{Pd}]/gu, '').toUpperCase();
/** What is stored of a telephone: no mask and no country's code. Another country's plus stays, and is refused. */
export const bareTelephone = (text: string): string => text.replace(/[\s.()\p{Pd}]/gu, '').replace(COUNTRY, '');
export const bareCep = (text: string): string => text.replace(/[\s.\p{Pd}]/gu, '');

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
  const bare = bareDocument(text);
  if (only !== 'cnpj' && /^\d{0,11}$/.test(bare)) return laid(bare, '000.000.000-00');
  // Alphanumeric since July 2026, but for its check digits.
  return only !== 'cpf' && /^(?:[\dA-Z]{0,12}|[\dA-Z]{12}\d{1,2})$/.test(bare) ? laid(bare, '00.000.000/0000-00') : undefined;
};

/** `(00) 0000-0000`, or `(00) 00000-0000` with 11 digits (rules: Fields 2). */
export const layTelephone: Lay = text => {
  const bare = bareTelephone(text);
  return /^\d{0,11}$/.test(bare) ? laid(bare, bare.length > 10 ? '(00) 00000-0000' : '(00) 0000-0000') : undefined;
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
