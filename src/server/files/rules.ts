/** Which files the product takes (rules: Files 2, 5): names, programs under another name, empty files, sizes. */
import {Readable} from 'node:stream';
import type {Config} from '../../schema/shapes/config.ts';
import {hasLostCharacters} from '../../schema/fields/text.ts';
import {cleanFileName, hasForbiddenExtension} from '../../schema/fileNames.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import {invalid, Refusal} from '../errors.ts';
import {beginsAsProgram, withoutProgram} from './programs.ts';

const forbiddenFile = (message: string): Refusal => new Refusal('EXTENSAO', message);
/** @param max in MB */
export const tooLarge = ({files: {messages}}: Config, max: number): Refusal =>
  new Refusal('TAMANHO', fillPlaceholders(messages.tooLarge, {max}));

/**
 * The name a file is kept under.
 *
 * @param sentence which of the three sentences (rules: Files 2) a forbidden extension gets: one file checked (`one`), or saved (`save`)
 * @throws Refusal EXTENSAO, VALIDACAO for a name whose letters were lost
 */
export const acceptedName = (config: Config, raw: string | undefined, sentence: 'one' | 'save'): string => {
  const {messages} = config.files;
  const name = cleanFileName(raw ?? '');
  if (name === '') throw forbiddenFile(messages.noFile);
  if (hasForbiddenExtension(config, raw ?? '')) throw forbiddenFile(messages[sentence]);
  if (hasLostCharacters(raw ?? '')) throw invalid([], messages.garbledName);
  return name;
};

/**
 * Refuses an empty file, and a program whatever it is called.
 *
 * @param head the first {@link HEAD} bytes
 * @returns the file, whose stream fails with the refusal where a program shows further on
 * @throws Refusal EXTENSAO
 */
export const acceptedContent = async ({files: {messages}}: Config, head: Buffer, bytes: AsyncIterable<Buffer>): Promise<Readable> => {
  if (head.length === 0) throw forbiddenFile(messages.empty);
  const program = () => forbiddenFile(messages.content);
  if (await beginsAsProgram(head)) throw program();
  return Readable.from(withoutProgram(head, bytes, program), {objectMode: false});
};
