/**
 * What is asked of files before any byte is sent (rules: Files 2, 3, 4): forbidden extensions, a type for each, one per type on creation.
 */
import {hasForbiddenExtension} from '../../../schema/fileNames.ts';
import {fileWords} from '../../../schema/parts.ts';
import type {FileSentence} from '../../../schema/sentences.ts';
import type {TypedFile} from '../../wire/payload.ts';
import type {FileRules} from './calls.ts';

/** A chosen file that still waits for its type; without `file`: the row that waits for a choice. */
export interface Draft {
  file?: File;
  tipo: string;
}

const sentence = ({config, resource}: FileRules, name: FileSentence): string => fileWords(config, resource)[name];

/** The sentence for a choice that is refused whole; undefined when every file may be taken. */
export const refusedChoice = (rules: FileRules, files: readonly File[]): string | undefined => {
  if (files.some(file => hasForbiddenExtension(rules.config, file.name))) return sentence(rules, files.length === 1 ? 'one' : 'many');
  return files.some(file => file.size === 0) ? sentence(rules, 'empty') : undefined;
};

/** The sentence for drafts that cannot be added as they are, and the row it belongs to. */
export const refusedDrafts = (
  rules: FileRules, drafts: readonly Draft[], added: readonly TypedFile[], unique: boolean,
): {row: number; message: string} | undefined => {
  const taken = new Set(added.map(({tipo}) => tipo));
  for (const [row, {file, tipo}] of drafts.entries()) {
    if (file === undefined) return {row, message: sentence(rules, 'noFile')};
    if (tipo === '') return {row, message: sentence(rules, 'noType')};
    if (unique && taken.has(tipo)) return {row, message: sentence(rules, 'sameType')};
    taken.add(tipo);
  }
  return undefined;
};

/** The last look before saving: whatever way a file came in. */
export const refusedOnSave = (rules: FileRules, files: readonly TypedFile[]): string | undefined =>
  files.some(({file}) => hasForbiddenExtension(rules.config, file.name)) ? sentence(rules, 'save') : undefined;

const UNITS = ['B', 'KB', 'MB', 'GB'];
/** Bytes as people read them: `1,4 MB`. */
export const sizeText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** power).toLocaleString('pt-BR', {maximumFractionDigits: power === 0 ? 0 : 1})} ${UNITS[power] ?? ''}`;
};
