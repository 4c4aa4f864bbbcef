/**
 * What is asked of files before any byte is sent (rules: Files 2, 3, 4, 9): forbidden extensions, sizes, a type for each, one per type
 * on creation.
 */
import {hasForbiddenExtension} from '../../../schema/fileNames.ts';
import {fillPlaceholders} from '../../../schema/words/messages.ts';
import {fileMessagesFor} from '../../../schema/parts.ts';
import type {PortalFileMessageName} from '../../../schema/shapes/productMessages.ts';
import type {UploadLimits} from '../../../schema/wire.ts';
import {toComparableText} from '../../../schema/fields/text.ts';
import type {TypedFile} from '../../wire/payload.ts';
import type {Option} from '../../kinds/Select.tsx';
import {refusedFile, type FileRules} from '../../kinds/files/refused.ts';

/** A chosen file that still waits for its type; without `file`: the row that waits for a choice. */
export interface Draft {
  file?: File;
  tipo: string;
}
/** A file that was not taken, and why. */
export interface Refused {
  file: File;
  message: string;
}
/** What is wrong, in a sentence: with a row's file or with its type; without a row, with what was chosen as a whole. */
export interface Problem {
  row?: number;
  of: 'file' | 'type';
  message: string;
}

const sentence = ({config, resource}: FileRules, name: PortalFileMessageName): string => fileMessagesFor(config, resource)[name];

/**
 * Judges each file of a choice by itself.
 *
 * @param before how many the record has or will have already
 */
export const sorted = (
  rules: FileRules, files: readonly File[], limits: UploadLimits | undefined, before: number,
): {taken: File[]; refused: Refused[]} => {
  const taken: File[] = [];
  const refused: Refused[] = [];
  const max = limits?.arquivosMax ?? Infinity;
  for (const file of files) {
    const message = refusedFile(rules, file, limits)
      ?? (before + taken.length < max ? undefined : fillPlaceholders(sentence(rules, 'tooMany'), {max}));
    if (message === undefined) taken.push(file);
    else refused.push({file, message});
  }
  return {taken, refused};
};

/** What keeps drafts from being added as they are. */
export const refusedDrafts = (
  rules: FileRules, drafts: readonly Draft[], added: readonly TypedFile[], unique: boolean, limits: UploadLimits | undefined,
): Problem | undefined => {
  const taken = new Set(added.map(({tipo}) => tipo));
  for (const [row, {file, tipo}] of drafts.entries()) {
    if (file === undefined) return {row, of: 'file', message: sentence(rules, 'noFile')};
    // Restored, or chosen before the limits were known.
    const message = refusedFile(rules, file, limits);
    if (message !== undefined) return {row, of: 'file', message};
    if (tipo === '') return {row, of: 'type', message: sentence(rules, 'noType')};
    if (unique && taken.has(tipo)) return {row, of: 'type', message: sentence(rules, 'sameType')};
    taken.add(tipo);
  }
  return undefined;
};

/** The last look before saving: whatever way a file came in. */
export const refusedOnSave = (rules: FileRules, files: readonly TypedFile[]): string | undefined =>
  files.some(({file}) => hasForbiddenExtension(rules.config, file.name)) ? sentence(rules, 'save') : undefined;

/** A text as its words alone, each between blanks. */
const wordsOf = (text: string): string => ` ${toComparableText(text).split(/[^\p{L}\p{N}]+/u).join(' ')} `;

/**
 * The type that a file tells: what people call 'laudo-0412.pdf' is a Laudo. They see it in its row, and may choose another.
 *
 * @param types to choose from
 * @param photo what a picture is whose name says nothing
 * @returns the one whose name stands in the file's, word by word, of several the longest; '' where nothing tells it
 */
export const typeOfFile = ({name, type}: Pick<File, 'name' | 'type'>, types: readonly Option[], photo = ''): string => {
  const words = wordsOf(name);
  const told = types.filter(one => words.includes(wordsOf(one.name)));
  const [longest] = told.toSorted((one, other) => other.name.length - one.name.length);
  return String(longest?.id ?? (type.startsWith('image/') ? photo : ''));
};
