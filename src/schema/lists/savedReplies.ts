/** Saved replies (rules: Replies 1): access, calls, limits, and placeholders. */
import {canSeeResource} from '../access.ts';
import type {Config, Endpoint, Resource} from '../shapes/config.ts';
import type {Field} from '../shapes/fields.ts';
import type {RecordValues} from '../fields/validate.ts';
import {askedFields} from '../lifeCycle/asks.ts';
import {referenceNameField} from '../lifeCycle/detailFields.ts';
import {authorField} from '../statuses/people.ts';
import {listExportableColumns} from './columns.ts';
import {formatFieldText} from './details.ts';
import {fillPlaceholders, listPlaceholders} from '../words/messages.ts';

export const REPLY_CALLS = {
  list: 'GET respostas-prontas', save: 'POST respostas-prontas', remove: 'DELETE respostas-prontas/:id',
} as const satisfies Readonly<Record<string, Endpoint>>;

/** Maximum lengths of name and text, in characters. */
export const REPLY_LENGTHS = {nome: 60, texto: 1000} as const;
/** Maximum number of replies of one person, and of one company. */
export const MAX_REPLIES = 200;

/** Placeholder for the name of the record's author. */
const AUTHOR_PLACEHOLDER = 'nome';

export const hasReplies = ({replies}: Pick<Config, 'replies'>, perfil: string): boolean => replies?.profiles.includes(perfil) === true;
export const sharesReplies = ({replies}: Pick<Config, 'replies'>, perfil: string): boolean => replies?.company?.includes(perfil) === true;

/** Tells whether a field is a multi-line text, which can take a reply. */
export const isLongText = (field: Field): boolean => 'multiline' in field && field.multiline === true;

/** Resources with an action that has a long-text answer. */
export const resourcesWithReplies = ({resources}: Pick<Config, 'resources'>): Resource[] => Object.values(resources).filter(resource =>
  Object.values(resource.actions ?? {}).some(action => Object.values(askedFields(resource, action)).some(isLongText)));

/** Placeholders that a profile may use in a reply: the fields that it sees of such resources. */
export const placeholdersFor = (config: Config, perfil: string): string[] => {
  const visibleFields = resourcesWithReplies(config).filter(resource => canSeeResource(resource, perfil))
    .flatMap(resource => listExportableColumns(resource, perfil));
  return [...new Set(['id', AUTHOR_PLACEHOLDER, ...visibleFields])];
};

/** Fills the placeholders of a text with a record's values. A placeholder without a value stays. */
export const fillReply = (config: Config, resource: Resource, record: RecordValues, text: string): string =>
  fillPlaceholders(text, Object.fromEntries(listPlaceholders(text).flatMap(name => {
    const carrier = referenceNameField(config, resource, name === AUTHOR_PLACEHOLDER ? authorField(resource) ?? '' : name);
    const value = name === 'id' ? String(record['id']) : formatFieldText(config, resource, carrier, record);
    return value === '' ? [] : [[name, value]];
  })));
