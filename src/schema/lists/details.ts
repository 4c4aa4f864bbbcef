/** Details that distinguish records with the same name: values of the card, author, form summary. */
import type {Config, Resource} from '../shapes/config.ts';
import {fixedRowText, kindRuleOf} from '../fields/kinds.ts';
import {titleFields} from '../fields/recordTitle.ts';
import type {RecordValues} from '../fields/validate.ts';
import {filterOperatorRowOf} from '../fields/filterOperators.ts';
import {referenceNameField} from '../lifeCycle/detailFields.ts';
import {authorField} from '../statuses/people.ts';
import {EMPTY_VALUE, fillPlaceholders, listPlaceholders} from '../words/messages.ts';
import {columnLabel, resolveShownField} from './columns.ts';

export interface RecordDetail {
  /** Field name in the config. */
  field: string;
  label: string;
  text: string;
  /** Belongs to the card. False for the author and the form summary. */
  isBrief: boolean;
}

/** Lists the card's fields without title, status and dates, then the author and the form summary, which may be long. */
const detailFields = (config: Config, resource: Resource): {name: string; isBrief: boolean}[] => {
  const {list: {columns, card = columns}, fields, status, template: {summary = ''} = {}} = resource;
  const cardFields = new Set(card.filter(name => name !== summary).map(name => referenceNameField(config, resource, name)));
  const extraFields = [authorField(resource) ?? '', summary].map(name => referenceNameField(config, resource, name));
  return [...new Set([...cardFields, ...extraFields])].filter(name => {
    const field = fields[name];
    return field !== undefined && !titleFields(resource).includes(name) && name !== status && kindRuleOf(field).column === 'value'
      && !filterOperatorRowOf(field).dated;
  }).map(name => ({name, isBrief: cardFields.has(name)}));
};

/** Formats a field's value as lists show it; `''` where it is empty or missing in the answer. */
export const formatFieldText = (config: Config, {fields}: Resource, name: string, record: RecordValues): string => {
  const [field, value] = [fields[name], record[name] ?? undefined];
  if (field === undefined || value === undefined) return '';
  const shown = resolveShownField(config, fields, field);
  return fixedRowText(shown, config.lists, value) ?? (shown.kind === 'referencia' ? '' : kindRuleOf(shown).format(value, shown));
};

/** Fills a sentence of the config with a record's values as lists show them; a dash stands for an empty value. */
export const fillRecordText = (config: Config, resource: Resource, sentence: string, record: RecordValues): string =>
  fillPlaceholders(sentence, Object.fromEntries(listPlaceholders(sentence).map(name => [
    name, resource.fields[name] === undefined ? record[name]
      : formatFieldText(config, resource, referenceNameField(config, resource, name), record) || EMPTY_VALUE,
  ])));

/** @param record an answer, without fields that its reader may not see */
export const listRecordDetails = (config: Config, resource: Resource, record: RecordValues): RecordDetail[] =>
  detailFields(config, resource).flatMap(({name, isBrief}) => {
    const text = formatFieldText(config, resource, name, record);
    return text === '' ? [] : [{field: name, label: columnLabel(resource, name), text, isBrief}];
  });
