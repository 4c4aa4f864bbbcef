/**
 * What somebody typed and has not saved, kept in the browser: one store per user (rules: Forms 6). A session that ends by
 * itself leaves it alone; Sair clears it with everything else (`leaving.ts`).
 */
import * as z from 'zod/mini';

const shape = z.object({
  /** When it was typed last: ISO 8601. */
  at: z.string(),
  /** The version of the record it was typed on; null for a new one. */
  versao: z.nullable(z.number()),
  /** The values that differ from the stored record. */
  values: z.record(z.string(), z.unknown()),
  /** What went with the screen and could not be kept, in a sentence. */
  note: z.optional(z.string()),
});
export type Draft = z.infer<typeof shape>;

/** Where a draft belongs: the person, and the form (`empresas.7`, `filiais.7.novo`). */
export interface DraftPlace {
  user: number;
  form: string;
}

const prefixOf = (user: number): string => `rascunho.${user}.`;
const keyOf = ({user, form}: DraftPlace): string => prefixOf(user) + form;

/** Whether somebody has anything typed and not saved in this browser. */
export const hasDrafts = (user: number): boolean => Object.keys(localStorage).some(key => key.startsWith(prefixOf(user)));

/** The draft of a form; undefined for none, or for what is not one (any more). */
export const readDraft = (place: DraftPlace): Draft | undefined => {
  try {
    return shape.safeParse(JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null')).data;
  } catch {
    return undefined;
  }
};

export const dropDraft = (place: DraftPlace): void => localStorage.removeItem(keyOf(place));

export const writeDraft = (place: DraftPlace, draft: Draft): void => {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(draft));
  } catch {
    // No room in the browser: the form itself still holds what was typed.
  }
};
