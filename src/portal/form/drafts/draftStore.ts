/**
 * Drafts in localStorage, per user (rules: Forms 6). `draftLocks.ts` knows which draft of a form belongs to this tab. An ended session
 * keeps drafts; signing out clears them (`signOut.ts`).
 */
import type {Fields} from '../../../schema/shapes/fields.ts';
import {draftKey, sentKey} from '../../session/draftKeys.ts';
import type {SubmissionKeyStore} from '../../api/submissionKey.ts';

export interface Draft {
  at: string;
  /** The version of the record it was typed on; null for a new one. */
  versao: number | null;
  values: Record<string, unknown>;
  /** Sentence about other unsaved work. */
  note?: string | undefined;
  /** Form value that is neither typed nor sent. */
  beside?: unknown;
}

/** Stored JSON is unchecked, because an older portal or a person may have written it. */
type StoredJson = Readonly<Record<string, unknown>>;
const isDraft = (stored: unknown): stored is Draft => {
  const {at, versao, values, note = ''} = (stored ?? {}) as StoredJson;
  return typeof at === 'string' && (versao === null || typeof versao === 'number')
    && typeof values === 'object' && values !== null && typeof note === 'string';
};
const isSubmission = (stored: unknown): stored is {signature: string; key: string} => {
  const {signature, key} = (stored ?? {}) as StoredJson;
  return typeof signature === 'string' && typeof key === 'string';
};

/** Identifies a draft: the person and the form (`empresas.7`, `filiais.7.novo`). */
export interface DraftPlace {
  user: number;
  form: string;
  /** Tells drafts of several tabs apart; absent or '' where tabs cannot be told apart. */
  slot?: string;
}

/** Separates form and slot; no form name contains it. */
const SLOT = '~';
export const withSlot = (name: string, slot = ''): string => (slot === '' ? name : `${name}${SLOT}${slot}`);
export const draftName = ({form, slot}: DraftPlace): string => withSlot(form, slot);

export const draftStorageKey = (place: DraftPlace): string => draftKey(place.user, draftName(place));
const submissionKeyOf = (place: DraftPlace): string => sentKey(place.user, draftName(place));

export const listStoredDrafts = (user: number): {key: string; form: string}[] => {
  const prefix = draftKey(user, '');
  return Object.keys(localStorage).filter(key => key.startsWith(prefix))
    .map(key => ({key, form: key.slice(prefix.length).split(SLOT)[0] ?? ''}));
};

/** Tells whether a form, or one that belongs to it, has a draft. */
export const hasDraftsOfForm = (user: number, form: string): boolean => {
  const ownKey = draftStorageKey({user, form});
  return Object.keys(localStorage).some(key => key === ownKey || key.startsWith(`${ownKey}.`) || key.startsWith(ownKey + SLOT));
};

const read = <T>(key: string, isValid: (stored: unknown) => stored is T): T | undefined => {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
    return isValid(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
};
const write = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full; the page still holds the value.
  }
};

/** Reads a draft; undefined where there is none or it is invalid. */
export const readDraft = (place: DraftPlace): Draft | undefined => read(draftStorageKey(place), isDraft);
export const hasStoredDraft = (place: DraftPlace): boolean =>
  [draftStorageKey(place), submissionKeyOf(place)].some(key => localStorage.getItem(key) !== null);
/** Lists the used slots of a form, the newest draft first. */
export const listStoredSlots = (user: number, form: string): string[] => {
  const baseKeys = [draftStorageKey({user, form}), submissionKeyOf({user, form})];
  const slots = new Set(Object.keys(localStorage).flatMap(key => baseKeys.flatMap(baseKey =>
    (key === baseKey ? [''] : key.startsWith(baseKey + SLOT) ? [key.slice(baseKey.length + SLOT.length)] : []))));
  const typedAt = (slot: string): string => readDraft({user, form, slot})?.at ?? '';
  return [...slots].toSorted((first, second) => typedAt(second).localeCompare(typedAt(first)));
};
export const writeDraft = (place: DraftPlace, draft: Draft): void => write(draftStorageKey(place), draft);
export const removeDraft = (place: DraftPlace | undefined): void => {
  if (place !== undefined) localStorage.removeItem(draftStorageKey(place));
};

/** Removes a draft and its submission key, so that the same content is a new submission next time. */
export const removeDraftAndKey = (place: DraftPlace | undefined): void => {
  if (place === undefined) return;
  removeDraft(place);
  localStorage.removeItem(submissionKeyOf(place));
};

/**
 * Stores the idempotency key of a form until its outcome is known: a return to the form repeats the submission (rules: Calls 4).
 *
 * @returns undefined for a form with a password, because the content is stored with the key
 */
export const submissionKeyStore = (place: DraftPlace | undefined, fields: Fields): SubmissionKeyStore | undefined =>
  (place === undefined || Object.values(fields).some(({kind}) => kind === 'senha') ? undefined : {
    read: () => read(submissionKeyOf(place), isSubmission),
    write: submission =>
      (submission === undefined ? localStorage.removeItem(submissionKeyOf(place)) : write(submissionKeyOf(place), submission)),
  });
