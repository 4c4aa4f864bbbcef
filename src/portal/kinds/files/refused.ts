/** Why a file that somebody chose is not taken, whatever it is for (rules: Files 2, 5, 9). */
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {hasLostCharacters} from '../../../schema/fields/text.ts';
import {hasForbiddenExtension} from '../../../schema/fileNames.ts';
import {fileMessagesFor} from '../../../schema/parts.ts';
import {fillPlaceholders} from '../../../schema/words/messages.ts';
import type {UploadLimits} from '../../../schema/wire.ts';
import {useConfig, useResource} from '../../session/context.ts';

/** What files of a resource are called in its sentences, and what forbids them. */
export interface FileRules {
  config: Config;
  resource: Resource;
}
export const useFileRules = (name: string): FileRules => ({config: useConfig(), resource: useResource(name)});

/** The sentence for a choice of which nothing is taken; undefined where its files are judged one by one. */
export const refusedChoice = ({config, resource}: FileRules, files: readonly File[]): string | undefined => {
  const {one, many} = fileMessagesFor(config, resource);
  if (!files.some(file => hasForbiddenExtension(config, file.name))) return undefined;
  return files.length === 1 ? one : many;
};

const MIB = 1024 * 1024;
/** @param limits undefined while they are not known */
export const refusedFile = ({config, resource}: FileRules, {name, size}: File, limits: UploadLimits | undefined): string | undefined => {
  const {empty, garbledName, tooLarge} = fileMessagesFor(config, resource);
  const max = limits?.arquivoMaxMb ?? Infinity;
  if (hasLostCharacters(name)) return garbledName;
  if (size === 0) return empty;
  return size > max * MIB ? fillPlaceholders(tooLarge, {max}) : undefined;
};
