/** Normalisation and comparison of texts. */
import {cnpj, cpf} from 'cpf-cnpj-validator';
import {replaceLookAlikes, collapseBlanks} from './lookAlikes.ts';

/** Accents and variation selectors. Marks of other alphabets are not included, because they are letters there. */
export const COMBINING_MARKS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]/g;

/** More marks on one character than any script uses (Unicode: Stream-Safe Text Format). */
const STACKED_MARKS = /\p{M}{31}/u;
/** Normalises a text, except one with stacked marks, because that is quadratic in their number: two seconds for 80,000. */
const normalizeUnicode = (form: 'NFC' | 'NFD', text: string): string => (STACKED_MARKS.test(text) ? text : text.normalize(form));
/** Composes letters and accents (NFC), as the database's search expects. Some systems send decomposed accents. */
export const composeUnicode = (text: string): string => normalizeUnicode('NFC', text);

const fold = (decomposed: string): string => collapseBlanks(replaceLookAlikes(decomposed).toLowerCase());
/**
 * Folds case, look-alike characters and blanks, so that texts that look the same are equal. Unique values are compared by it. The database
 * function `balcao_igual` does the same.
 */
export const foldText = (text: string): string => fold(normalizeUnicode('NFD', text));
/** Folds accents too. Names are compared and searched by it. The database function `balcao_norm` does the same. */
export const toComparableText = (text: string): string => fold(normalizeUnicode('NFD', text).replace(COMBINING_MARKS, ''));

/** Replacement character for a letter lost by decoding with the wrong charset. */
export const REPLACEMENT_CHARACTER = '\uFFFD';

// oxlint-disable-next-line no-control-regex -- PostgreSQL refuses NUL, and no other control character belongs in a form
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Tells whether a text has replacement characters or lone surrogates, which no database stores. */
export const hasLostCharacters = (text: string): boolean => text.includes(REPLACEMENT_CHARACTER) || !text.isWellFormed();
/** Tells whether a text has characters that no form accepts: control characters except line breaks, garbled ones, stacked marks. */
export const hasForbiddenCharacters = (text: string): boolean => CONTROL.test(text) || hasLostCharacters(text) || STACKED_MARKS.test(text);

/** Invisible characters and bidirectional controls, without joiners and the tags of flag emoji. */
const INVISIBLE = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])\p{Cf}/gu;
const JOINERS = '\\u034F\\u200C\\u200D';
/**
 * Joiners and variation selectors without effect: after Latin or ASCII characters (except in a keycap), or before Latin letters and digits.
 */
const IDLE_JOINERS = new RegExp(
  `(?<=^|[\\p{Script=Latin}\\p{ASCII}\\u0300-\\u036F])[${JOINERS}\\uFE00-\\uFE0F\\u{E0020}-\\u{E007F}]+(?!\\u20E3)`
  + `|[${JOINERS}]+(?=[\\p{Script=Latin}\\d])`, 'gu');
export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '').replace(IDLE_JOINERS, '');
const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/**
 * Normalises typed text: no invisible characters, trimmed, composed.
 *
 * @param multiline keeps line breaks, as `\n`, and tabs; otherwise they become blanks
 * @returns null if nothing is visible
 */
export const normaliseText = (raw: string, multiline = false): string | null => {
  const visible = removeInvisible(raw);
  const text = multiline ? visible.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n') : visible.replace(/[\t\n\r\u0085\u2028\u2029]+/g, ' ');
  return VISIBLE.test(text) ? composeUnicode(text.trim()) : null;
};
/** Normalises typed text; `''` if nothing is visible. */
export const normaliseTextOrEmpty = (text: string): string => normaliseText(text) ?? '';
/** Normalises a text; returns any other value unchanged, and `null` for undefined. */
export const normaliseIfText = (raw: unknown, multiline?: boolean): unknown =>
  (typeof raw === 'string' ? normaliseText(raw, multiline) : raw ?? null);

export const isValidDocument = (text: string, only?: 'cpf' | 'cnpj'): boolean => {
  if (only !== 'cnpj' && text.length === 11 && cpf.isValid(text)) return true;
  return only !== 'cpf' && text.length === 14 && cnpj.isValid(text);
};

/** Tells whether the parsed host is the written one. Browsers read 0x7f.1 as 127.0.0.1, 1.2 as 1.0.0.2, and a%2ecom as a.com. */
const isHostAsWritten = (host: string, {hostname}: URL): boolean => {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return /^\p{ASCII}*$/u.test(name) ? name === hostname : name === name.normalize('NFKC');
};

/** Tells whether a text is a safe link: https, a host name with a dot, no credentials. */
export const isSafeLink = (text: string): boolean => {
  const [, host = ''] = /^https:\/\/([^\s/?#@\\]+)(?:[/?#][^\s\\]*)?$/i.exec(text) ?? [];
  // A dot that is neither first nor last.
  return host.slice(1, -1).includes('.') && URL.canParse(text) && isHostAsWritten(host, new URL(text));
};
