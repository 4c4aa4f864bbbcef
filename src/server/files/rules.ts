/** Which files the product takes (rules: Files 2, 5): names, programs under another name, empty files, sizes. */
import type {Config} from '../../schema/config/config.ts';
import {cleanFileName, hasForbiddenExtension, isGarbled} from '../../schema/fileNames.ts';
import {fill} from '../../schema/words/messages.ts';
import {invalid, Refusal} from '../errors.ts';

/** Bytes of the beginning that tell a file's real type. */
export const HEAD = 4100;

/** Kinds that run when somebody opens them. A negative test only: a type that is not recognised passes. */
const PROGRAMS = new Set(['exe', 'elf', 'macho', 'lnk', 'class', 'jar', 'apk', 'deb', 'rpm', 'chm', 'reg']);
/** Windows installers share their container with Office documents, which only the name tells apart. */
const OFFICE = /\.(doc|dot|docx|xls|xlt|xlsx|ppt|pps|pot|pptx|msg|vsd|pub|mpp|one)$/i;

const forbiddenFile = (message: string | undefined): Refusal =>
  new Refusal('EXTENSAO', message ?? 'Arquivo não permitido.');
/** @param max in MB */
export const tooLarge = ({files: {messages}}: Config, max: number): Refusal =>
  new Refusal('TAMANHO', fill(messages.tooLarge, {max}));

/**
 * The name a file is kept under.
 *
 * @param sentence which of the three sentences (rules: Files 2) a forbidden extension gets: one file checked (`one`), or saved (`save`)
 * @throws Refusal EXTENSAO, VALIDACAO for a name whose letters were lost
 */
export const acceptedName = (config: Config, raw: string | undefined, sentence: 'one' | 'save'): string => {
  const {messages} = config.files;
  const name = cleanFileName(raw ?? '');
  if (name === '') throw forbiddenFile(messages['noFile']);
  if (hasForbiddenExtension(config, raw ?? '')) throw forbiddenFile(messages[sentence]);
  if (isGarbled(raw ?? '')) throw invalid([], messages.garbledName);
  return name;
};

/**
 * Refuses an empty file, and a program whatever it is called, by the first bytes.
 *
 * @throws Refusal EXTENSAO
 */
export const refuseContent = async (config: Config, name: string, head: Uint8Array): Promise<void> => {
  const {messages} = config.files;
  if (head.length === 0) throw forbiddenFile(messages['empty']);
  // Loaded by the first file, not by every start.
  const {fileTypeFromBuffer} = await import('file-type');
  const type = await fileTypeFromBuffer(head);
  if (type === undefined) return;
  if (PROGRAMS.has(type.ext) || (type.ext === 'cfb' && !OFFICE.test(name))) throw forbiddenFile(messages['content']);
};
