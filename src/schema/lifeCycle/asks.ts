/** What an action asks, as the fields they are. */
import type {Action, Resource} from '../config/config.ts';
import type {Field, Fields} from '../fields/fields.ts';
import {isComment} from '../fields/kinds.ts';

/** Said of a record that is made or saved, and not of an action: what one asks is written even where nobody types it into a form. */
const OF_FORMS = ['readOnly', 'see', 'help', 'default'] as const;

const forAction = (field: Field): Field => {
  const {...asked} = field;
  for (const word of OF_FORMS) delete asked[word];
  return asked;
};

/** One that is called like a field of the resource is that field, and says itself only what differs. */
export const asksOf = ({fields}: Pick<Resource, 'fields'>, {asks = {}}: Pick<Action, 'asks'>): Fields =>
  Object.fromEntries(Object.entries(asks).map(([name, ask]) => {
    const field = fields[name];
    return [name, field?.kind === ask.kind ? {...forAction(field), ...ask} as Field : ask];
  }));

/** The answer that is a step's comment; undefined where nothing is said with it. */
export const commentAsk = ({asks = {}}: Pick<Action, 'asks'>): string | undefined =>
  Object.entries(asks).find(([, ask]) => isComment(ask))?.[0];
