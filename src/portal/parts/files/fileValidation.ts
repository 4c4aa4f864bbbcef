/** Checks of files before the upload (rules: Files 2, 3, 4, 9): extension, size, type, and one file per type on creation. */
import {hasForbiddenExtension} from '../../../schema/fileNames.ts';
import {fillPlaceholders} from '../../../schema/words/messages.ts';
import {fileMessagesFor} from '../../../schema/parts.ts';
import type {PortalFileMessageName} from '../../../schema/shapes/productMessages.ts';
import type {UploadLimits} from '../../../schema/apiShapes.ts';
import {toComparableText} from '../../../schema/fields/text.ts';
import type {TypedFile} from '../../api/payload.ts';
import type {SelectOption} from '../../fields/Select.tsx';
import {checkChosenFile, type FileRules} from '../../fields/files/fileChecks.ts';

/** A chosen file that is not added yet; without `file`: the empty row. */
export interface FileDraft {
  file?: File;
  tipo: string;
}
export interface RefusedFile {
  file: File;
  message: string;
}
/** An error of a row's file or type; without `row`: of the whole choice. */
export interface FileProblem {
  row?: number;
  of: 'file' | 'type';
  message: string;
}

const messageFor = ({config, resource}: FileRules, name: PortalFileMessageName): string => fileMessagesFor(config, resource)[name];

/**
 * Splits chosen files into accepted and refused ones.
 *
 * @param countBefore number of files that the record has or will have already
 */
export const partitionFiles = (
  rules: FileRules, files: readonly File[], limits: UploadLimits | undefined, countBefore: number,
): {taken: File[]; refused: RefusedFile[]} => {
  const accepted: File[] = [];
  const refused: RefusedFile[] = [];
  const max = limits?.arquivosMax ?? Infinity;
  for (const file of files) {
    const message = checkChosenFile(rules, file, limits)
      ?? (countBefore + accepted.length < max ? undefined : fillPlaceholders(messageFor(rules, 'tooMany'), {max}));
    if (message === undefined) accepted.push(file);
    else refused.push({file, message});
  }
  return {taken: accepted, refused};
};

export const findDraftProblem = (
  rules: FileRules, drafts: readonly FileDraft[], added: readonly TypedFile[], unique: boolean, limits: UploadLimits | undefined,
): FileProblem | undefined => {
  const usedTypes = new Set(added.map(({tipo}) => tipo));
  for (const [row, {file, tipo}] of drafts.entries()) {
    if (file === undefined) return {row, of: 'file', message: messageFor(rules, 'noFile')};
    // Checked again: the file may be restored, or chosen before the limits were loaded.
    const message = checkChosenFile(rules, file, limits);
    if (message !== undefined) return {row, of: 'file', message};
    if (tipo === '') return {row, of: 'type', message: messageFor(rules, 'noType')};
    if (unique && usedTypes.has(tipo)) return {row, of: 'type', message: messageFor(rules, 'sameType')};
    usedTypes.add(tipo);
  }
  return undefined;
};

export const validateFilesOnSave = (rules: FileRules, files: readonly TypedFile[]): string | undefined =>
  files.some(({file}) => hasForbiddenExtension(rules.config, file.name)) ? messageFor(rules, 'save') : undefined;

/** The words of a text, separated and enclosed by blanks. */
const paddedWords = (text: string): string => ` ${toComparableText(text).split(/[^\p{L}\p{N}]+/u).join(' ')} `;

/**
 * Guesses a file's type from its name: 'laudo-0412.pdf' is a Laudo. The longest type name wins whose words the file name contains.
 *
 * @param photo the type of images without a matching name
 * @returns '' for no guess
 */
export const guessFileType = ({name, type}: Pick<File, 'name' | 'type'>, types: readonly SelectOption[], photo = ''): string => {
  const words = paddedWords(name);
  const matches = types.filter(option => words.includes(paddedWords(option.name)));
  const [longest] = matches.toSorted((a, b) => b.name.length - a.name.length);
  return String(longest?.id ?? (type.startsWith('image/') ? photo : ''));
};
