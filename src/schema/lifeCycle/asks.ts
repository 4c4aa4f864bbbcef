/** Inputs of an action's dialog as fields, and who reads the answers. */
import {maySee} from '../access.ts';
import type {Action, Resource} from '../shapes/config.ts';
import type {Field, Fields} from '../shapes/fields.ts';
import {isComment} from '../fields/kinds.ts';
import {memoizePair} from '../memoize.ts';
import {listPlaceholders} from '../words/messages.ts';

/** Field options that an action's input does not inherit. An answer is written even if the field is read-only in forms. */
const FORM_OPTIONS = ['readOnly', 'see', 'help', 'default'] as const;

const withoutFormOptions = (field: Field): Field => {
  const {...inherited} = field;
  for (const option of FORM_OPTIONS) delete inherited[option];
  return inherited;
};

/**
 * Inputs of an action as fields. An input with the name of a field extends that field. `see` is dropped, because it limits who reads the
 * answer, not who gives it.
 */
export const askedFields = memoizePair(({fields}: Pick<Resource, 'fields'>, {asks = {}}: Pick<Action, 'asks'>): Fields =>
  Object.fromEntries(Object.entries(asks).map(([name, {see: _see, ...ask}]) => {
    const field = fields[name];
    return [name, (field?.kind === ask.kind ? {...withoutFormOptions(field), ...ask} : ask) as Field];
  })));

/** Name of the answer that is stored as the step's comment; undefined if there is none. */
export const commentAnswerName = ({asks = {}}: Pick<Action, 'asks'>): string | undefined =>
  Object.entries(asks).find(([, ask]) => isComment(ask))?.[0];

export const isCommentUnrestricted = (action: Pick<Action, 'asks'>): boolean =>
  action.asks?.[commentAnswerName(action) ?? '']?.see === undefined;

export const listHiddenAnswers = ({asks = {}}: Pick<Action, 'asks'>, perfil: string): string[] =>
  Object.keys(asks).filter(name => asks[name] !== undefined && !maySee(asks[name], perfil));

/** Tells whether an action only stores answers that some profiles do not read. */
export const onlyStoresNotes = ({fields}: Pick<Resource, 'fields'>, {asks = {}, to, sets, sends, does, creates}: Action): boolean =>
  [to, sets, sends, does, creates].every(effect => effect === undefined) && Object.values(asks).some(({see}) => see !== undefined)
  && !Object.keys(asks).some(name => name in fields);

/**
 * Tells whether an action is invisible to a profile.
 *
 * @param answered names of the given answers; all of them if not known yet
 */
export const isActionHiddenFrom = (
  resource: Pick<Resource, 'fields'>, action: Action, perfil: string, answered: readonly string[] = Object.keys(action.asks ?? {}),
): boolean => {
  const hidden = listHiddenAnswers(action, perfil);
  return hidden.length > 0 && onlyStoresNotes(resource, action) && answered.every(name => hidden.includes(name));
};

/** Tells whether a sentence about an action would reveal hidden answers to a profile. `answered` as in {@link isActionHiddenFrom}. */
export const revealsHiddenAnswers = (
  resource: Pick<Resource, 'fields'>, action: Action, sentence: string, perfil: string, answered?: readonly string[],
): boolean =>
  isActionHiddenFrom(resource, action, perfil, answered)
    || listHiddenAnswers(action, perfil).some(name => listPlaceholders(sentence).includes(name));
