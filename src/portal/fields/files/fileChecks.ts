/** Checks of chosen files, for any purpose (rules: Files 2, 5, 9). */
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {hasLostCharacters} from '../../../schema/fields/text.ts';
import {hasForbiddenExtension} from '../../../schema/fileNames.ts';
import {fileMessagesFor} from '../../../schema/parts.ts';
import {fillPlaceholders} from '../../../schema/words/messages.ts';
import type {UploadLimits} from '../../../schema/apiShapes.ts';
import {useConfig, useResource} from '../../session/context.ts';

export interface FileRules {
  config: Config;
  resource: Resource;
}
export const useFileRules = (name: string): FileRules => ({config: useConfig(), resource: useResource(name)});

/** The message that refuses a whole choice; undefined where files are judged one by one. */
export const checkChosenFiles = ({config, resource}: FileRules, files: readonly File[]): string | undefined => {
  const {one: oneMessage, many: manyMessage} = fileMessagesFor(config, resource);
  if (!files.some(file => hasForbiddenExtension(config, file.name))) return undefined;
  return files.length === 1 ? oneMessage : manyMessage;
};

const MIB = 1024 * 1024;
/** The message that refuses a file. @param limits undefined until known */
export const checkChosenFile = (
  {config, resource}: FileRules, {name, size}: File, limits: UploadLimits | undefined,
): string | undefined => {
  const {empty, garbledName, tooLarge} = fileMessagesFor(config, resource);
  const max = limits?.arquivoMaxMb ?? Infinity;
  if (hasLostCharacters(name)) return garbledName;
  if (size === 0) return empty;
  return size > max * MIB ? fillPlaceholders(tooLarge, {max}) : undefined;
};
