/** Checks of uploaded files (rules: Files 2, 5): names, programs under another name, empty files, sizes. */
import {Readable} from 'node:stream';
import type {Config} from '../../schema/shapes/config.ts';
import {hasLostCharacters} from '../../schema/fields/text.ts';
import {cleanFileName, hasForbiddenExtension} from '../../schema/fileNames.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import {invalid, Refusal} from '../errors.ts';
import {hasProgramSignature, refuseHiddenProgram} from './programSignatures.ts';

const forbiddenFile = (message: string): Refusal => new Refusal('EXTENSAO', message);
/** @param max in MB */
export const fileTooLargeRefusal = ({files: {messages}}: Config, max: number): Refusal =>
  new Refusal('TAMANHO', fillPlaceholders(messages.tooLarge, {max}));

/**
 * Returns the cleaned name under which a file is stored.
 *
 * @param sentence which message (rules: Files 2) a forbidden extension gets: for one file checked (`one`), or saved (`save`)
 * @throws Refusal EXTENSAO; VALIDACAO for a name with lost characters
 */
export const acceptFileName = (config: Config, raw: string | undefined, sentence: 'one' | 'save'): string => {
  const {messages} = config.files;
  const name = cleanFileName(raw ?? '');
  if (name === '') throw forbiddenFile(messages.noFile);
  if (hasForbiddenExtension(config, raw ?? '')) throw forbiddenFile(messages[sentence]);
  if (hasLostCharacters(raw ?? '')) throw invalid([], messages.garbledName);
  return name;
};

/**
 * Refuses an empty file, and a program under any name.
 *
 * @param head the first {@link HEAD} bytes
 * @returns the file, whose stream fails with the refusal where a program is detected later
 * @throws Refusal EXTENSAO
 */
export const acceptFileContent = async ({files: {messages}}: Config, head: Buffer, bytes: AsyncIterable<Buffer>): Promise<Readable> => {
  if (head.length === 0) throw forbiddenFile(messages.empty);
  const programRefusal = () => forbiddenFile(messages.content);
  if (await hasProgramSignature(head)) throw programRefusal();
  return Readable.from(refuseHiddenProgram(head, bytes, programRefusal), {objectMode: false});
};
