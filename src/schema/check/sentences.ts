/** Sentences of the config: every `{name}` in one must be a value of the record it speaks of. */
import type {Resource} from '../config.ts';
import {namesIn} from '../messages.ts';
import type {World} from './world.ts';

/** The names a sentence about a record may hold. */
export const recordNames = (world: World, name: string, resource: Resource): readonly string[] | undefined => {
  const fields = world.fieldsOf(name);
  return fields && [
    'id', 'versao', ...fields, ...Object.values(resource.fields).flatMap(field => (field.kind === 'escolha' ? field.nameAs ?? [] : [])),
  ];
};

export const checkSentence = (
  world: World, here: string, sentence: string | undefined, names: readonly string[] | undefined, what: string,
): void => {
  for (const name of namesIn(sentence ?? '')) world.known(here, name, names, what);
};
