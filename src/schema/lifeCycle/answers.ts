/**
 * What answers begin with, of an action and of a form, and what an action writes besides: apart from what lists have to know of both.
 */
import {momentOf} from '../conditions/moments.ts';
import type {Action, Config, Resource} from '../config/config.ts';
import {beginning} from '../fields/defaults.ts';
import type {Field, Fields} from '../fields/fields.ts';
import {itemField, itemValue, type Item} from '../fields/items.ts';
import {ruleOf} from '../fields/kinds.ts';
import {validateValue, type Values} from '../fields/validate.ts';
import {wayOf} from '../filterWays.ts';
import {ofSession, type Session} from '../session.ts';
import {NOW} from './workflow.ts';

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

/** What an item of a new form begins with, as text. */
export const itemBeginning = (config: Config, item: Item, session: Session): string =>
  itemValue(config, item, beginning({}, itemField(config, item), session));
