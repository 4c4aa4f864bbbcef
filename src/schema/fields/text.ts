/** Text compared and displayed the Brazilian way. */
import {cnpj, cpf} from 'cpf-cnpj-validator';
import {plainSigns, singleBlanks} from './alike.ts';

/** Accents and the like, and what turns a sign into an emoji; the marks of other alphabets are letters. */
export const MARKS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F]/g;

/** More marks on one sign than any script puts there (Unicode: Stream-Safe Text Format). */
const STACKED = /\p{M}{31}/u;
/** Stacked marks stay as they are, because ordering them takes the square of their number: of 80,000 two seconds. */
const inForm = (form: 'NFC' | 'NFD', text: string): string => (STACKED.test(text) ? text : text.normalize(form));
/** Letters and their accents as one sign each, as the database's search expects: some systems type an accent as a sign of its own. */
export const composed = (text: string): string => inForm('NFC', text);

const folded = (decomposed: string): string => singleBlanks(plainSigns(decomposed).toLowerCase());
/**
 * Without case, and with plain signs and blanks: texts that look the same are equal. So are codes and values that must be unique told
 * apart. The database's `balcao_igual` does the same.
 */
export const foldText = (text: string): string => folded(inForm('NFD', text));
/** The same without accents: how names are compared and searched. The database's `balcao_norm` does the same. */
export const normalised = (text: string): string => folded(inForm('NFD', text).replace(MARKS, ''));

/** Stands for a letter that was lost on its way, because its bytes were in another charset. */
export const LOST_LETTER = '\uFFFD';

// oxlint-disable-next-line no-control-regex -- PostgreSQL refuses NUL, and no other control character belongs in a form
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** Whether letters were lost, or a sign is half a one, which no database keeps. */
export const isGarbled = (text: string): boolean => text.includes(LOST_LETTER) || !text.isWellFormed();
/** Characters that no text of a form or search may hold, garbled ones and stacked marks too; line breaks are none. */
export const hasControl = (text: string): boolean => CONTROL.test(text) || isGarbled(text) || STACKED.test(text);

/** What nobody sees and what turns the order of what is seen; not what joins letters, nor what tells a flag's country. */
const UNSEEN = /(?!\u200C|\u200D|[\u{E0020}-\u{E007F}])\p{Cf}/gu;
const JOINERS = '\\u034F\\u200C\\u200D';
/** Joiners, and what chooses a sign's form, where they do nothing: behind Latin letters and ASCII, but in a keycap, or before them. */
const IDLE = new RegExp(
  `(?<=^|[\\p{Script=Latin}\\p{ASCII}\\u0300-\\u036F])[${JOINERS}\\uFE00-\\uFE0F\\u{E0020}-\\u{E007F}]+(?!\\u20E3)`
  + `|[${JOINERS}]+(?=[\\p{Script=Latin}\\d])`, 'gu');
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '').replace(IDLE, '');
const SEEN = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/**
 * What was typed, without what nobody sees around and in it; composed.
 *
 * @param multiline keeps line breaks, each as one sign, and tabs; otherwise they are blanks
 * @returns null where nothing is seen
 */
export const typed = (raw: string, multiline = false): string | null => {
  const seen = withoutUnseen(raw);
  const text = multiline ? seen.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n') : seen.replace(/[\t\n\r\u0085\u2028\u2029]+/g, ' ');
  return SEEN.test(text) ? composed(text.trim()) : null;
};
/** The same; `''` where nothing is seen. */
export const keptText = (text: string): string => typed(text) ?? '';
/** A text as it is kept; anything else as it came, and nothing as `null`. */
export const trimmed = (raw: unknown, multiline?: boolean): unknown => (typeof raw === 'string' ? typed(raw, multiline) : raw ?? null);

export const validDocument = (text: string, only?: 'cpf' | 'cnpj'): boolean => {
  if (only !== 'cnpj' && text.length === 11 && cpf.isValid(text)) return true;
  return only !== 'cpf' && text.length === 14 && cnpj.isValid(text);
};

/** Whether a machine is the one that is read: 0x7f.1 is 127.0.0.1, 1.2 is 1.0.0.2, and a%2ecom is a.com. */
const isAsRead = (machine: string, {hostname}: URL): boolean => {
  const name = machine.replace(/:\d*$/, '').toLowerCase();
  return /^\p{ASCII}*$/u.test(name) ? name === hostname : name === name.normalize('NFKC');
};

/** An address that a browser may be sent to: encrypted, of a named machine, and with nobody's password in it. */
export const isLink = (text: string): boolean => {
  const [, machine = ''] = /^https:\/\/([^\s/?#@\\]+)(?:[/?#][^\s\\]*)?$/i.exec(text) ?? [];
  // A dot with something on either side.
  return machine.slice(1, -1).includes('.') && URL.canParse(text) && isAsRead(machine, new URL(text));
};
