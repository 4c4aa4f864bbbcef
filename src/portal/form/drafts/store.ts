/**
 * What somebody typed and has not saved, kept in the browser: one store per user (rules: Forms 6). A session that ends by
 * itself leaves it alone; Sair clears it with everything else (`leaving.ts`).
 */
import type {Fields} from '../../../schema/fields/fields.ts';
import type {KeyPlace} from '../../wire/submissionKey.ts';

export interface Draft {
  /** When it was typed last: ISO 8601. */
  at: string;
  /** The version of the record it was typed on; null for a new one. */
  versao: number | null;
  /** The values that differ from the stored record. */
  values: Record<string, unknown>;
  /** What else went with the screen, in a sentence. */
  note?: string | undefined;
}

/** What a browser kept may be anything: of an older portal, or somebody's own. */
type Kept = Readonly<Record<string, unknown>>;
const isDraft = (kept: unknown): kept is Draft => {
  const {at, versao, values, note = ''} = (kept ?? {}) as Kept;
  return typeof at === 'string' && (versao === null || typeof versao === 'number')
    && typeof values === 'object' && values !== null && typeof note === 'string';
};
const isSent = (kept: unknown): kept is {signature: string; key: string} => {
  const {signature, key} = (kept ?? {}) as Kept;
  return typeof signature === 'string' && typeof key === 'string';
};

/** Where a draft belongs: the person, and the form (`empresas.7`, `filiais.7.novo`). */
export interface DraftPlace {
  user: number;
  form: string;
}

const prefixOf = (user: number): string => `rascunho.${user}.`;
const keyOf = ({user, form}: DraftPlace): string => prefixOf(user) + form;
const sentKeyOf = ({user, form}: DraftPlace): string => `envio.${user}.${form}`;

/** Whether somebody has anything typed and not saved in this browser. */
export const hasDrafts = (user: number): boolean => Object.keys(localStorage).some(key => key.startsWith(prefixOf(user)));

/** Whether they have in a form, or in one that belongs to it. */
export const hasDraftsOf = (user: number, form: string): boolean => {
  const own = keyOf({user, form});
  return Object.keys(localStorage).some(key => key === own || key.startsWith(`${own}.`));
};

const read = <T>(key: string, is: (kept: unknown) => kept is T): T | undefined => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
    return is(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
};
const write = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // No room in the browser: the page itself still holds it.
  }
};

/** The draft of a form; undefined for none, or for what is not one (any more). */
export const readDraft = (place: DraftPlace): Draft | undefined => read(keyOf(place), isDraft);
export const writeDraft = (place: DraftPlace, draft: Draft): void => write(keyOf(place), draft);
export const dropDraft = (place: DraftPlace): void => localStorage.removeItem(keyOf(place));

/** Nobody comes back to it: a submission of the same content would be another one. */
export const forgetDraft = (place: DraftPlace): void => {
  dropDraft(place);
  localStorage.removeItem(sentKeyOf(place));
};

/**
 * The key under which a form was sent, until its outcome is known: who comes back to it sends the same submission (rules: Calls 4).
 *
 * @returns undefined for one that asks for a password: its content would be kept with the key
 */
export const sentKeyOfForm = (place: DraftPlace, fields: Fields): KeyPlace | undefined =>
  (Object.values(fields).some(({kind}) => kind === 'senha') ? undefined : {
    read: () => read(sentKeyOf(place), isSent),
    write: sent => (sent === undefined ? localStorage.removeItem(sentKeyOf(place)) : write(sentKeyOf(place), sent)),
  });
