/**
 * What is asked of files before any byte is sent (rules: Files 2, 3, 4): forbidden extensions, a type for each, one per type on creation.
 */
import type {Config} from '../../../schema/config.ts';
import {hasForbiddenExtension} from '../../../schema/fileNames.ts';
import type {TypedFile} from '../../wire/payload.ts';

/** A chosen file that still waits for its type; without `file`: the row that waits for a choice. */
export interface Draft {
  file?: File;
  tipo: string;
}

const sentence = (config: Config, name: string): string => config.files.messages[name] ?? '';

/** The sentence for a choice that is refused whole; undefined when every file may be taken. */
export const refusedChoice = (config: Config, files: readonly File[]): string | undefined => {
  if (files.some(file => hasForbiddenExtension(config, file.name))) return sentence(config, files.length === 1 ? 'one' : 'many');
  return files.some(file => file.size === 0) ? sentence(config, 'empty') : undefined;
};

/** The sentence for drafts that cannot be added as they are, and the row it belongs to. */
export const refusedDrafts = (
  config: Config, drafts: readonly Draft[], added: readonly TypedFile[], unique: boolean,
): {row: number; message: string} | undefined => {
  const taken = new Set(added.map(({tipo}) => tipo));
  for (const [row, {file, tipo}] of drafts.entries()) {
    if (file === undefined) return {row, message: sentence(config, 'noFile')};
    if (tipo === '') return {row, message: sentence(config, 'noType')};
    if (unique && taken.has(tipo)) return {row, message: sentence(config, 'sameType')};
    taken.add(tipo);
  }
  return undefined;
};

/** The last look before saving: whatever way a file came in. */
export const refusedOnSave = (config: Config, files: readonly TypedFile[]): string | undefined =>
  files.some(({file}) => hasForbiddenExtension(config, file.name)) ? sentence(config, 'save') : undefined;

const UNITS = ['B', 'KB', 'MB', 'GB'];
/** Bytes as people read them: `1,4 MB`. */
export const sizeText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** power).toLocaleString('pt-BR', {maximumFractionDigits: power === 0 ? 0 : 1})} ${UNITS[power] ?? ''}`;
};
