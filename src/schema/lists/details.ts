/** What tells a record from others of its name: its card's values, who made it, its items. */
import type {Config, Resource} from '../shapes/config.ts';
import {fixedRowText, kindRuleOf} from '../fields/kinds.ts';
import type {RecordValues} from '../fields/validate.ts';
import {filterOperatorRowOf} from '../fields/filterOperators.ts';
import {referenceNameField} from '../lifeCycle/detailFields.ts';
import {authorField} from '../statuses/people.ts';
import {columnLabel, shownField} from './columns.ts';

export interface RecordDetail {
  /** Its name in the config. */
  field: string;
  label: string;
  text: string;
  /** Of its card, and short: not who made it, nor its items. */
  isBrief: boolean;
}

/** Fields of its card but for its name, its status and dates, with who made it; its items, which may be many, come last. */
const detailFields = (config: Config, resource: Resource): {name: string; isBrief: boolean}[] => {
  const {list: {columns, card = columns}, fields, title, status, template: {summary = ''} = {}} = resource;
  const short = new Set(card.filter(name => name !== summary).map(name => referenceNameField(config, resource, name)));
  const more = [authorField(resource) ?? '', summary].map(name => referenceNameField(config, resource, name));
  return [...new Set([...short, ...more])].filter(name => {
    const field = fields[name];
    return field !== undefined && name !== title && name !== status && kindRuleOf(field).column === 'value'
      && !filterOperatorRowOf(field).dated;
  }).map(name => ({name, isBrief: short.has(name)}));
};

/** The value of a field as its list shows it; `''` where it is empty, or the record does not tell it. */
export const readText = (config: Config, {fields}: Resource, name: string, record: RecordValues): string => {
  const [field, value] = [fields[name], record[name] ?? undefined];
  if (field === undefined || value === undefined) return '';
  const shown = shownField(config, fields, field);
  return fixedRowText(shown, config.lists, value) ?? (shown.kind === 'referencia' ? '' : kindRuleOf(shown).format(value, shown));
};

/** @param record as somebody is answered it: without what they may not see */
export const recordDetails = (config: Config, resource: Resource, record: RecordValues): RecordDetail[] =>
  detailFields(config, resource).flatMap(({name, isBrief}) => {
    const text = readText(config, resource, name, record);
    return text === '' ? [] : [{field: name, label: columnLabel(resource, name), text, isBrief}];
  });
