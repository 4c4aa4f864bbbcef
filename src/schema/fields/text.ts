/** Text compared and displayed the Brazilian way. */
import {cnpj, cpf} from 'cpf-cnpj-validator';

/** Accents and the like, and what turns a sign into an emoji; the marks of other alphabets are letters. */
const MARKS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]/g;

/** Without case and accents: how names are compared and searched. The database's `balcao_norm` does the same. */
export const normalised = (text: string): string => text.trim().normalize('NFD').replace(MARKS, '').toLowerCase();

// oxlint-disable-next-line no-control-regex -- PostgreSQL refuses NUL, and no other control character belongs in a form
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Characters that no text of a form or search may hold, and half ones, which no database keeps; line breaks and tabs are none. */
export const hasControl = (text: string): boolean => CONTROL.test(text) || !text.isWellFormed();

/** A regular expression that a whole text has to be like. */
export const wholly = (like: string): RegExp => new RegExp(`^(?:${like})$`, 'u');
/** Whether it is one. */
export const isPattern = (like: string): boolean => {
  try {
    return wholly(like).test('') || true;
  } catch {
    return false;
  }
};

/** Whether it names small letters, which nothing in capitals has; classes of signs (`\d`, `\p{Lu}`) are not what they are spelt with. */
export const hasSmall = (like: string): boolean => /\p{Ll}/u.test(like.replace(/\\(?:[pPux]\{[^}]*\}|.)|\(\?<\w+>/gu, ''));

/** What nobody sees and what turns the order of what is seen; not what joins letters, nor what tells a flag's country. */
const UNSEEN = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])\p{Cf}/gu;
const SEEN = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/**
 * What was typed, without what nobody sees around and in it; composed, as the database's search expects: some systems type an accent
 * as a sign of its own.
 *
 * @param multiline keeps line breaks and tabs; otherwise they are blanks
 * @returns null where nothing is seen
 */
export const typed = (raw: string, multiline = false): string | null => {
  const seen = raw.replace(UNSEEN, '');
  const text = multiline ? seen.replace(/[\u0085\u2028\u2029]/g, '\n') : seen.replace(/[\t\n\r\u0085\u2028\u2029]+/g, ' ');
  return SEEN.test(text) ? text.trim().normalize('NFC') : null;
};
/** A text as it is kept; anything else as it came, and nothing as `null`. */
export const trimmed = (raw: unknown, multiline?: boolean): unknown => (typeof raw === 'string' ? typed(raw, multiline) : raw ?? null);

// A telephone copied with the country's code is the same telephone; no document begins with a plus.
const bare = (text: string): string => text.replace(/^\s*\+\s*55(?=\D*\d)/, '').replace(/[\s./()+-]/g, '').toUpperCase();

/** What is stored of a document, telephone or CEP: no mask, letters in upper case. */
export const unmasked = bare;

/** A letter or more than 11 characters make it a CNPJ (alphanumeric since July 2026). */
const isCnpj = (text: string): boolean => /[A-Z]/.test(text) || text.length > 11;

export const validDocument = (text: string, only?: 'cpf' | 'cnpj'): boolean => {
  if (only !== 'cnpj' && text.length === 11 && cpf.isValid(text)) return true;
  return only !== 'cpf' && text.length === 14 && cnpj.isValid(text);
};

/** An address that a browser may be sent to: encrypted, of a named machine, and with nobody's password in it. */
export const isLink = (text: string): boolean =>
  /^https:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/i.test(text) && URL.canParse(text);

/** Lays the characters of `text` into `mask` (`0` is a place); what is not typed yet is left out. */
const laid = (text: string, mask: string): string => {
  let at = 0;
  let out = '';
  for (const sign of mask) {
    if (at >= text.length) break;
    out += sign === '0' ? text[at++] : sign;
  }
  return out;
};

/** CPF or CNPJ as it is read, also while it is typed: `000.000.000-00`, `00.000.000/0000-00` (rules: Fields 2). */
export const maskDocument = (text: string, only?: 'cpf' | 'cnpj'): string => {
  const value = bare(text);
  return only === 'cnpj' || (only !== 'cpf' && isCnpj(value)) ? laid(value, '00.000.000/0000-00') : laid(value, '000.000.000-00');
};

/** `(00) 0000-0000`, or `(00) 00000-0000` with 11 digits (rules: Fields 2). */
export const maskTelephone = (text: string): string => {
  const digits = text.replace(/\D/g, '');
  return laid(digits, digits.length > 10 ? '(00) 00000-0000' : '(00) 0000-0000');
};

export const maskCep = (text: string): string => laid(text.replace(/\D/g, ''), '00000-000');
export const maskHour = (text: string): string => laid(text.replace(/\D/g, ''), '00:00');
