/** What is answered to an action or in a form: what it begins with and is chosen from. Apart from what a list has to know of both. */
import {momentOf} from '../fields/moments.ts';
import type {Action, Config, Endpoint, Resource} from '../config/config.ts';
import {beginning} from '../fields/defaults.ts';
import type {Field, Fields} from '../config/fields.ts';
import {itemField, namedItem, type Item} from '../fields/items.ts';
import {ruleOf} from '../fields/kinds.ts';
import {validateValue, type Values} from '../fields/validate.ts';
import {wayOf} from '../fields/filterWays.ts';
import {parseEndpoint} from '../paths.ts';
import {ofSession, type Session} from '../session.ts';
import {NOW} from './workflow.ts';

/**
 * What answers begin with: the default that an action itself says, whatever the record has; else, where that says nothing, what a field
 * begins with. A reference that is asked for is another than the one there is.
 */
export const askedDefaults = ({fields}: Pick<Resource, 'fields'>, asks: Fields, record: Values, session: Session): Values => {
  const isSaid = (name: string, ask: Field): boolean => name in fields && ask.kind !== 'referencia' && ask.default === undefined
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

/** Where the choices of the references that an action asks for are: `{the call's path without parameters}/:id/opcoes`. */
export const optionsCall = ({call}: Pick<Action, 'call'>): Endpoint => {
  const path = parseEndpoint(call).path.split('/').filter(step => step !== '' && !step.startsWith(':')).join('/');
  return `GET ${path}/:id/opcoes`;
};

/** An item that a person's own record fills in, and that they cannot type into (a supplier's Transportadora; rules: Items 4). */
interface Prefill {
  /** `''`: their record has none, and the item stays as it is. */
  value: string;
  /** Who can help, for somebody without a value. */
  missing: string;
}

/** What the session fills into an item, and keeps there; undefined: this person types it. */
export const prefilled = (config: Config, item: Item, session: Session): Prefill | undefined => {
  const prefill = namedItem(config, item)?.prefill;
  if (prefill?.profiles.includes(session.perfil) !== true) return undefined;
  return {value: String(ofSession(session, prefill.value) ?? ''), missing: prefill.missing};
};

/** An item's value as text, which is how a ticket keeps it, several choices with commas; `''` for none. */
export const itemValue = (config: Config, item: Item, valor: unknown): string => {
  const field = itemField(config, item);
  const value = ruleOf(field).bare(valor, field);
  return ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value) ? String(value) : '';
};

/** What an item of a new form begins with, as text. */
export const itemBeginning = (config: Config, item: Item, session: Session): string =>
  itemValue(config, item, beginning({}, itemField(config, item), session));
