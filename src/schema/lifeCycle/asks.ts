/** What an action asks, as the fields they are, and what it writes besides. */
import {momentOf} from '../conditions/moments.ts';
import type {Action, Endpoint, Resource} from '../config/config.ts';
import type {Field, Fields} from '../fields/fields.ts';
import {beginning} from '../fields/defaults.ts';
import {isComment, ruleOf} from '../fields/kinds.ts';
import {validateValue, type Values} from '../fields/validate.ts';
import {wayOf} from '../filterWays.ts';
import {parseEndpoint} from '../paths.ts';
import {ofSession, type Session} from '../session.ts';
import {NOW} from './workflow.ts';

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

/**
 * What answers begin with where the record says nothing: the defaults of what is asked. A reference that is asked for is another than the
 * one there is.
 */
export const askedDefaults = ({fields}: Pick<Resource, 'fields'>, asks: Fields, record: Values, session: Session): Values => {
  const isSaid = (name: string, ask: Field): boolean => name in fields && ask.kind !== 'referencia'
    && ruleOf(ask).bare(record[name], {...ask, default: undefined}) !== null;
  return Object.fromEntries(Object.entries(asks).flatMap(([name, ask]) => {
    const value = isSaid(name, ask) ? null : beginning({...fields, ...asks}, ask, session);
    return value === null ? [] : [[name, value]];
  }));
};

/** What an action writes besides what is asked: values, whoever does it, the day or the instant of it. */
export const setBy = ({fields}: Pick<Resource, 'fields'>, {sets = {}}: Action, session: Session): Values =>
  Object.fromEntries(Object.entries(sets).map(([name, value]) => {
    const field = fields[name];
    if (field === undefined || value === null) return [name, value];
    const now = value === NOW && wayOf(field).dated ? [momentOf('hoje'), momentOf(NOW)] : [];
    const moment = now.find(one => validateValue(field, one, false) === undefined);
    return [name, moment ?? ofSession(session, String(value)) ?? ruleOf(field).bare(value, field)];
  }));

/** The answer that is a step's comment; undefined where nothing is said with it. */
export const commentAsk = ({asks = {}}: Pick<Action, 'asks'>): string | undefined =>
  Object.entries(asks).find(([, ask]) => isComment(ask))?.[0];

/** Where the choices of the references that an action asks for are: `{the call's path without parameters}/:id/opcoes`. */
export const optionsCall = ({call}: Pick<Action, 'call'>): Endpoint => {
  const path = parseEndpoint(call).path.split('/').filter(step => step !== '' && !step.startsWith(':')).join('/');
  return `GET ${path}/:id/opcoes`;
};
