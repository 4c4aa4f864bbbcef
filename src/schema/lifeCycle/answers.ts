/** Answers of an action or a form: initial values and options. Separate from `asks.ts`, because lists do not need this. */
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
 * Initial answers: the action's own `default`, else the field's default where the record has no value. A reference always starts with its
 * default, because the action asks for another one.
 */
export const askedDefaults = ({fields}: Pick<Resource, 'fields'>, asks: Fields, record: Values, session: Session): Values => {
  const isSaid = (name: string, ask: Field): boolean => name in fields && ask.kind !== 'referencia' && ask.default === undefined
    && ruleOf(ask).bare(record[name], {...ask, default: undefined}) !== null;
  return Object.fromEntries(Object.entries(asks).flatMap(([name, ask]) => {
    const value = isSaid(name, ask) ? null : beginning({...fields, ...asks}, ask, session);
    return value === null ? [] : [[name, value]];
  }));
};

/** Values that an action writes by its `sets`. */
export const setBy = ({fields}: Pick<Resource, 'fields'>, {sets = {}}: Action, session: Session): Values =>
  Object.fromEntries(Object.entries(sets).map(([name, value]) => {
    const field = fields[name];
    if (field === undefined || value === null) return [name, value];
    const now = value === NOW && wayOf(field).dated ? [momentOf('hoje'), momentOf(NOW)] : [];
    const moment = now.find(value => validateValue(field, value, false) === undefined);
    return [name, moment ?? ofSession(session, String(value)) ?? ruleOf(field).bare(value, field)];
  }));

/** Call that returns the options of an action's references: `{the call's path without parameters}/:id/opcoes`. */
export const optionsCall = ({call}: Pick<Action, 'call'>): Endpoint => {
  const path = parseEndpoint(call).path.split('/').filter(step => step !== '' && !step.startsWith(':')).join('/');
  return `GET ${path}/:id/opcoes`;
};

/** An item filled from the caller's session and read-only for them (a supplier's Transportadora; rules: Items 4). */
interface SessionValue {
  /** `''` if the session has none; the item keeps its value then. */
  value: string;
  /** Message for a caller without a value: who can help. */
  missing: string;
}

/** Returns the value that the session fills into an item; undefined if the caller types it. */
export const prefilled = (config: Config, item: Item, session: Session): SessionValue | undefined => {
  const prefill = namedItem(config, item)?.prefill;
  if (prefill?.profiles.includes(session.perfil) !== true) return undefined;
  return {value: String(ofSession(session, prefill.value) ?? ''), missing: prefill.missing};
};

/** Formats an item's value as stored: a text, with commas between several choices; `''` if empty. */
export const itemValue = (config: Config, item: Item, valor: unknown): string => {
  const field = itemField(config, item);
  const value = ruleOf(field).bare(valor, field);
  return ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value) ? String(value) : '';
};

/** Initial value of an item in a new form, as stored. */
export const itemBeginning = (config: Config, item: Item, session: Session): string =>
  itemValue(config, item, beginning({}, itemField(config, item), session));
