/** Answers of an action or a form: initial values and options. Separate from `asks.ts`, because lists do not need this. */
import type {Action, Config, Endpoint, Resource} from '../shapes/config.ts';
import {initialFieldValue} from '../fields/defaults.ts';
import type {Field, Fields} from '../shapes/fields.ts';
import {itemField, findNamedItem, type TemplateItem} from '../fields/items.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import type {RecordValues} from '../fields/validate.ts';
import {parseEndpoint} from '../paths.ts';
import {readSessionValue, type Session} from '../session.ts';
import {resolveWrittenValues, type WritingContext} from './writtenValues.ts';

/**
 * Initial answers: the action's own `default`, else the field's default where the record has no value. A reference always starts with its
 * default, because the action asks for another one.
 */
export const initialAnswers = ({fields}: Pick<Resource, 'fields'>, asks: Fields, record: RecordValues, session: Session): RecordValues => {
  const hasRecordValue = (name: string, ask: Field): boolean => name in fields && ask.kind !== 'referencia' && ask.default === undefined
    && kindRuleOf(ask).bare(record[name], {...ask, default: undefined}) !== null;
  return Object.fromEntries(Object.entries(asks).flatMap(([name, ask]) => {
    const value = hasRecordValue(name, ask) ? null : initialFieldValue({...fields, ...asks}, ask, session);
    return value === null ? [] : [[name, value]];
  }));
};

/** Refusal of an action that demands files (`files: 'required'`), in its dialog and from the server. */
export const ACTION_NEEDS_FILE = 'Esta ação precisa de pelo menos um arquivo.';

/**
 * Values that an action writes by its `sets`.
 *
 * @param record the record with the action's answers
 * @param named records that its references name
 */
export const valuesSetBy = (
  resource: Pick<Resource, 'fields'>, {sets = {}}: Action, session: Session, record: RecordValues, named: WritingContext['named'] = {},
): RecordValues => resolveWrittenValues(resource.fields, sets, {resource, record, session, named});

/** Call that returns the options of an action's references: `{the call's path without parameters}/:id/opcoes`. */
export const optionsCall = ({call}: Pick<Action, 'call'>): Endpoint => {
  const path = parseEndpoint(call).path.split('/').filter(step => step !== '' && !step.startsWith(':')).join('/');
  return `GET ${path}/:id/opcoes`;
};

/** An item filled from the caller's session and read-only for them (a supplier's Transportadora; rules: Items 4). */
interface SessionValue {
  /** `''` if the session has none; the item keeps its value then. */
  value: string;
  /** Message for a caller without a value: whom to ask for one. */
  missing: string;
}

/** Returns the value that the session fills into an item; undefined if the caller types it. */
export const prefillFromSession = (config: Config, item: TemplateItem, session: Session): SessionValue | undefined => {
  const prefill = findNamedItem(config, item)?.prefill;
  if (prefill?.profiles.includes(session.perfil) !== true) return undefined;
  return {value: String(readSessionValue(session, prefill.value) ?? ''), missing: prefill.missing};
};

/** Formats an item's value as stored: a text, with commas between several choices; `''` if empty. */
export const storedItemValue = (config: Config, item: TemplateItem, valor: unknown): string => {
  const field = itemField(config, item);
  const value = kindRuleOf(field).bare(valor, field);
  return ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value) ? String(value) : '';
};

/** Initial value of an item in a new form, as stored. */
export const initialItemValue = (config: Config, item: TemplateItem, session: Session): string =>
  storedItemValue(config, item, initialFieldValue({}, itemField(config, item), session));
