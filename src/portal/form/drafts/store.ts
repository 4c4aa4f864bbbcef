/**
 * What somebody typed and has not saved, kept in the browser: one store per user (rules: Forms 6). Which of several drafts of a form is
 * this tab's, is known by `draftLocks.ts`. A session that ends by
 * itself leaves it alone; Sair clears it with everything else (`signOut.ts`).
 */
import type {Fields} from '../../../schema/shapes/fields.ts';
import {draftKey, sentKey} from '../../session/draftKeys.ts';
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
  /** What the form knew beside the values. */
  beside?: unknown;
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
  /** Which one of several that tabs have of the form; absent or '': the only one, where tabs cannot be told apart. */
  slot?: string;
}

/** Between a form and a slot: in no name of a form. */
const SLOT = '~';
/** A name with its slot. */
export const inSlot = (name: string, slot = ''): string => (slot === '' ? name : `${name}${SLOT}${slot}`);
/** The form's name with the slot: what tells one draft of a person from another. */
export const draftName = ({form, slot}: DraftPlace): string => inSlot(form, slot);

/** Under which key a draft is kept. */
export const keyOfDraft = (place: DraftPlace): string => draftKey(place.user, draftName(place));
const sentKeyOf = (place: DraftPlace): string => sentKey(place.user, draftName(place));

/** All drafts of a person, with the names of their forms. */
export const keptDrafts = (user: number): {key: string; form: string}[] => {
  const start = draftKey(user, '');
  return Object.keys(localStorage).filter(key => key.startsWith(start))
    .map(key => ({key, form: key.slice(start.length).split(SLOT)[0] ?? ''}));
};

/** Whether somebody has anything typed and not saved in a form, or in one that belongs to it. */
export const hasDraftsOf = (user: number, form: string): boolean => {
  const own = keyOfDraft({user, form});
  return Object.keys(localStorage).some(key => key === own || key.startsWith(`${own}.`) || key.startsWith(own + SLOT));
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
export const readDraft = (place: DraftPlace): Draft | undefined => read(keyOfDraft(place), isDraft);
/** Whether anything is kept there: a draft, or the key of a submission. */
export const isKept = (place: DraftPlace): boolean => [keyOfDraft(place), sentKeyOf(place)].some(key => localStorage.getItem(key) !== null);
/** The slots of a form in which something is kept, the newest draft first. */
export const keptSlots = (user: number, form: string): string[] => {
  const own = [keyOfDraft({user, form}), sentKeyOf({user, form})];
  const slots = new Set(Object.keys(localStorage).flatMap(key => own.flatMap(name =>
    (key === name ? [''] : key.startsWith(name + SLOT) ? [key.slice(name.length + SLOT.length)] : []))));
  const typedAt = (slot: string): string => readDraft({user, form, slot})?.at ?? '';
  return [...slots].toSorted((one, other) => typedAt(other).localeCompare(typedAt(one)));
};
export const writeDraft = (place: DraftPlace, draft: Draft): void => write(keyOfDraft(place), draft);
/** Where the place is not known yet nothing has been kept. */
export const dropDraft = (place: DraftPlace | undefined): void => {
  if (place !== undefined) localStorage.removeItem(keyOfDraft(place));
};

/** Nobody comes back to it: a submission of the same content would be another one. */
export const forgetDraft = (place: DraftPlace | undefined): void => {
  if (place === undefined) return;
  dropDraft(place);
  localStorage.removeItem(sentKeyOf(place));
};

/**
 * The key under which a form was sent, until its outcome is known: who comes back to it sends the same submission (rules: Calls 4).
 *
 * @returns undefined for one that asks for a password: its content would be kept with the key
 */
export const sentKeyOfForm = (place: DraftPlace | undefined, fields: Fields): KeyPlace | undefined =>
  (place === undefined || Object.values(fields).some(({kind}) => kind === 'senha') ? undefined : {
    read: () => read(sentKeyOf(place), isSent),
    write: sent => (sent === undefined ? localStorage.removeItem(sentKeyOf(place)) : write(sentKeyOf(place), sent)),
  });
