/** Sentences with values of a record: their readers see the fields that they name (rules: Access 16). */
import {historyOperation, mayAccess, profilesAllowedTo} from '../../access.ts';
import type {Resource} from '../../shapes/config.ts';
import {profilesOfAction} from '../../lifeCycle/workflow.ts';
import {listPlaceholders} from '../../words/messages.ts';
import {findBlindProfile, listActingProfiles, isAccessReadable, listReaders} from './visibility.ts';
import type {ResourceCheckContext} from '../checkContext.ts';

/** Finds the field of a placeholder, by its own name or by the `nameAs` of an option field. */
const findPlaceholderField = ({fields}: Resource, word: string) =>
  fields[word] ?? Object.values(fields).find(field => field.kind === 'escolha' && field.nameAs === word);

/** Reports a placeholder that one of the sentence's readers may not see. */
export const checkReadableSentence = (
  {context, resource}: Pick<ResourceCheckContext, 'context' | 'resource'>, place: string, sentence: string | undefined,
  readers: readonly string[],
): void => {
  for (const word of listPlaceholders(sentence ?? '')) {
    const blindProfile = findBlindProfile(context, findPlaceholderField(resource, word), readers);
    if (blindProfile !== undefined) context.report(place, `"${blindProfile}" leria "${word}", que não pode ver`);
  }
};

export const checkReadableSentences = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  if (!isAccessReadable(context, name)) return;
  const {children = {}, duplicate, messages, actions = {}, consequences = {}} = resource;
  const readers = listReaders(context, resource);
  const checkSentence = (suffix: string, sentence: string | undefined, profiles: readonly string[]): void =>
    checkReadableSentence(resourceContext, `${path}.${suffix}`, sentence, profiles);
  for (const [child, {label, title}] of Object.entries(children)) {
    checkSentence(`children.${child}.label`, label, readers);
    checkSentence(`children.${child}.title`, title, readers);
  }
  checkSentence('duplicate.confirm', duplicate?.confirm, profilesAllowedTo(resource, 'create'));
  checkSentence('messages.created', messages.created, profilesAllowedTo(resource, 'create'));
  checkSentence('messages.updated', messages.updated, profilesAllowedTo(resource, 'update'));
  for (const word of ['deleted', 'confirmDelete'] as const) checkSentence(
    `messages.${word}`, messages[word], profilesAllowedTo(resource, 'delete'),
  );
  for (const [key, action] of Object.entries(actions)) {
    const doers = profilesOfAction(action);
    // A life cycle's history shows the sentence of each step.
    const historyReaders = resource.status === undefined ? []
      : readers.filter(perfil => mayAccess(resource, historyOperation(resource), perfil));
    checkSentence(`actions.${key}.confirm`, action.confirm, doers);
    checkSentence(`actions.${key}.success`, action.success, [...doers, ...historyReaders]);
  }
  for (const [key, {before, one: single, many}] of Object.entries(consequences)) {
    const doers = before.flatMap(word => listActingProfiles(context, resource, word));
    checkSentence(`consequences.${key}.one`, single, doers);
    checkSentence(`consequences.${key}.many`, many, doers);
  }
};
