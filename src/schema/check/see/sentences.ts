/** Sentences with values of a record: whoever reads one sees the fields that it names (rules: Access 16). */
import {historyOperation, mayAccess, profilesAllowedTo} from '../../access.ts';
import type {Resource} from '../../shapes/config.ts';
import {profilesOfAction} from '../../lifeCycle/workflow.ts';
import {listPlaceholders} from '../../words/messages.ts';
import {blindTo, doersOf, isReachSure, readersOf} from './values.ts';
import type {Here} from '../world.ts';

/** The field that a word of a sentence tells, by its own name or by that under which answers carry a choice's. */
const fieldTold = ({fields}: Resource, word: string) =>
  fields[word] ?? Object.values(fields).find(field => field.kind === 'escolha' && field.nameAs === word);

/** Says so of a sentence that one of its readers may not read. */
export const demandReadable = (
  {world, resource}: Pick<Here, 'world' | 'resource'>, here: string, sentence: string | undefined, readers: readonly string[],
): void => {
  for (const word of listPlaceholders(sentence ?? '')) {
    const blind = blindTo(world, fieldTold(resource, word), readers);
    if (blind !== undefined) world.say(here, `"${blind}" leria "${word}", que não pode ver`);
  }
};

export const checkSentences = (one: Here): void => {
  const {world, name, resource, path} = one;
  if (!isReachSure(world, name)) return;
  const {children = {}, duplicate, messages, actions = {}, consequences = {}} = resource;
  const readers = readersOf(world, resource);
  const demand = (here: string, sentence: string | undefined, profiles: readonly string[]): void =>
    demandReadable(one, `${path}.${here}`, sentence, profiles);
  for (const [child, {label, title}] of Object.entries(children)) {
    demand(`children.${child}.label`, label, readers);
    demand(`children.${child}.title`, title, readers);
  }
  demand('duplicate.confirm', duplicate?.confirm, profilesAllowedTo(resource, 'create'));
  demand('messages.created', messages.created, profilesAllowedTo(resource, 'create'));
  demand('messages.updated', messages.updated, profilesAllowedTo(resource, 'update'));
  for (const word of ['deleted', 'confirmDelete'] as const) demand(
    `messages.${word}`, messages[word], profilesAllowedTo(resource, 'delete'),
  );
  for (const [key, action] of Object.entries(actions)) {
    const doers = profilesOfAction(action);
    // The history of a life cycle tells each step by it.
    const told = resource.status === undefined ? [] : readers.filter(perfil => mayAccess(resource, historyOperation(resource), perfil));
    demand(`actions.${key}.confirm`, action.confirm, doers);
    demand(`actions.${key}.success`, action.success, [...doers, ...told]);
  }
  for (const [key, {before, one: single, many}] of Object.entries(consequences)) {
    const doers = before.flatMap(word => doersOf(world, resource, word));
    demand(`consequences.${key}.one`, single, doers);
    demand(`consequences.${key}.many`, many, doers);
  }
};
