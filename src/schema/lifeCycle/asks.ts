/** What an action asks, as the fields they are, and who reads the answers. */
import {maySee} from '../access.ts';
import type {Action, Resource} from '../config/config.ts';
import type {Field, Fields} from '../config/fields.ts';
import {isComment} from '../fields/kinds.ts';
import {onceForEach} from '../onceFor.ts';
import {namesIn} from '../words/messages.ts';

/** Said of a record that is made or saved, and not of an action: what one asks is written even where nobody types it into a form. */
const OF_FORMS = ['readOnly', 'see', 'help', 'default'] as const;

const forAction = (field: Field): Field => {
  const {...asked} = field;
  for (const word of OF_FORMS) delete asked[word];
  return asked;
};

/**
 * One that is called like a field of the resource is that field, and says itself only what differs. Without `see`, because that says who
 * reads the answer and not who gives it.
 */
export const asksOf = onceForEach(({fields}: Pick<Resource, 'fields'>, {asks = {}}: Pick<Action, 'asks'>): Fields =>
  Object.fromEntries(Object.entries(asks).map(([name, {see: _see, ...ask}]) => {
    const field = fields[name];
    return [name, (field?.kind === ask.kind ? {...forAction(field), ...ask} : ask) as Field];
  })));

/** The answer that is a step's comment; undefined where nothing is said with it. */
export const commentAsk = ({asks = {}}: Pick<Action, 'asks'>): string | undefined =>
  Object.entries(asks).find(([, ask]) => isComment(ask))?.[0];

/** Whether everybody who reads the record reads what is said as a comment. */
export const isCommentOpen = (action: Pick<Action, 'asks'>): boolean => action.asks?.[commentAsk(action) ?? '']?.see === undefined;

/** The answers that a profile does not read. */
export const hiddenAsks = ({asks = {}}: Pick<Action, 'asks'>, perfil: string): string[] =>
  Object.keys(asks).filter(name => asks[name] !== undefined && !maySee(asks[name], perfil));

/** Whether an action has answers that some profiles do not read, and does nothing else to the record. */
export const onlyNotes = ({fields}: Pick<Resource, 'fields'>, {asks = {}, to, sets, sends}: Action): boolean =>
  [to, sets, sends].every(word => word === undefined) && Object.values(asks).some(({see}) => see !== undefined)
  && !Object.keys(asks).some(name => name in fields);

/**
 * Whether a profile learns nothing of it when an action is done.
 *
 * @param answered the names of the answers that were given; all of them where that is not known yet
 */
export const isHiddenFrom = (
  resource: Pick<Resource, 'fields'>, action: Action, perfil: string, answered: readonly string[] = Object.keys(action.asks ?? {}),
): boolean => {
  const hidden = hiddenAsks(action, perfil);
  return hidden.length > 0 && onlyNotes(resource, action) && answered.every(name => hidden.includes(name));
};

/** Whether a sentence about an action tells a profile of answers that it does not read; `answered` as above. */
export const tellsHidden = (
  resource: Pick<Resource, 'fields'>, action: Action, sentence: string, perfil: string, answered?: readonly string[],
): boolean =>
  isHiddenFrom(resource, action, perfil, answered) || hiddenAsks(action, perfil).some(name => namesIn(sentence).includes(name));
