/** Finds records by text for 'Ir para' and a list's `q`: by number, or by part of their naming fields. */
import {sql} from 'kysely';
import {maySee} from '../../../schema/access.ts';
import {referenceNameField} from '../../../schema/lifeCycle/detailFields.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {goToFields, parseRecordNumber} from '../../../schema/lists/goTo.ts';
import {MIN_SEARCH_WORD_LENGTH} from '../../../schema/lists/searchWords.ts';
import {kindRuleOf, MAX_INTEGER, normaliseSearchText} from '../../../schema/fields/kinds.ts';
import {titleField} from '../../../schema/fields/recordTitle.ts';
import {listFilters} from '../../../schema/lists/listRequest.ts';
import type {Actor} from '../../context.ts';
import type {Predicate} from '../../db/conditions/fieldPredicates.ts';
import {columnOf, resourceOf, tableOf} from '../../db/sqlNames.ts';
import {comparedValue, isSearchedByPart} from '../../db/ordering.ts';
import {RECORD_ALIAS} from '../../rowScope/select.ts';
import {filterPredicate, containsPredicate, type TextMatchMode} from './filterPredicates.ts';

interface TextHit {
  name: string;
  field: Field;
  /** The text in the field's stored form. */
  value: string;
}

/** Fields that the profile sees (`id` is the record's number). */
export const visibleFieldNames = (resource: Resource, names: readonly string[], perfil: string): string[] =>
  names.filter(name => {
    const field = resource.fields[name];
    return field === undefined || maySee(field, perfil);
  });

interface NumberHit {
  /** `id`, or a number by which 'Ir para' finds records. */
  name: string;
  value: number;
}

/** Interprets a text as number of a record and as part of these fields' texts. */
export const interpretSearchText = (
  resource: Resource, names: readonly string[], text: string,
): {numbers: NumberHit[]; parts: TextHit[]} => {
  const number = parseRecordNumber(text);
  const isNumber = (name: string): boolean => {
    const field = resource.fields[name];
    return field !== undefined && kindRuleOf(field).inTitle === 'number' && goToFields(resource).includes(name);
  };
  const parts = names.flatMap(name => {
    const field = resource.fields[name];
    if (field === undefined || !isSearchedByPart(resource, name, field)) return [];
    const value = normaliseSearchText(field, text);
    return typeof value === 'string' && value !== '' ? [{name, field, value}] : [];
  });
  const numbers = number === undefined || number > MAX_INTEGER ? []
    : names.filter(name => name === 'id' || isNumber(name)).map(name => ({name, value: number}));
  return {numbers, parts};
};

export const orPredicates = (predicates: readonly Predicate[]): Predicate =>
  (predicates.length === 0 ? sql`false` : sql`(${sql.join(predicates, sql` or `)})`);

export const searchPredicate = (config: Config, resource: Resource, {perfil}: Actor, text: string, mode: TextMatchMode): Predicate => {
  const {numbers, parts} = interpretSearchText(resource, visibleFieldNames(resource, goToFields(resource), perfil), text);
  return orPredicates([
    ...numbers.map(({name, value}) => filterPredicate(config, resource, name, value)),
    ...parts.map(({name, value}) => filterPredicate(config, resource, name, value, mode)),
  ]);
};

/** Rows with the word in one of these fields. @param names fields that the caller sees */
export const textPredicate = (config: Config, resource: Resource, names: readonly string[], word: string, mode: TextMatchMode): Predicate =>
  orPredicates(
    interpretSearchText(resource, names, word).parts.map(({name, value}) => filterPredicate(config, resource, name, value, mode))
  );

/** Limit of referenced records with a matching name, because a more common name distinguishes nothing. */
const MAX_NAMESAKES = 200;

/** Rows that reference a record whose visible, filterable name contains the word. */
const referringRows = (config: Config, resource: Resource, perfil: string, word: string, mode: TextMatchMode): Predicate[] =>
  listFilters(resource).flatMap(({name, field}) => {
    const isShown = visibleFieldNames(resource, [referenceNameField(config, resource, name)], perfil).some(fieldName => fieldName !== name);
    if (field.kind !== 'referencia' || !isShown) return [];
    const target = resourceOf(config, field.to);
    const titleName = titleField(target);
    const title = target.fields[titleName];
    if (title === undefined || !isSearchedByPart(target, titleName, title)) return [];
    const nameMatches = containsPredicate({column: comparedValue(target, titleName, title, 'r'), value: word, mode});
    // Evaluated once as an array, so that PostgreSQL uses the index of the reference.
    return [sql`${sql.ref(`${RECORD_ALIAS}.${columnOf(name, field)}`)} = any(array(
      select r.id from ${sql.table(tableOf(field.to))} as r where ${nameMatches} limit ${sql.lit(MAX_NAMESAKES)}))`];
  });

/** Rows that a word matches: like {@link searchPredicate}, by filterable texts, or by names of referenced records. */
export const searchWordPredicate = (config: Config, resource: Resource, {perfil}: Actor, word: string, mode: TextMatchMode): Predicate => {
  const names = [...goToFields(resource), ...listFilters(resource).map(({name}) => name)];
  const {numbers, parts} = interpretSearchText(resource, visibleFieldNames(resource, [...new Set(names)], perfil), word);
  return orPredicates([
    ...numbers.map(({name, value}) => filterPredicate(config, resource, name, value)),
    ...parts.filter(({value}) => value.length >= MIN_SEARCH_WORD_LENGTH)
      .map(({name, value}) => filterPredicate(config, resource, name, value, mode)),
    ...(word.length < MIN_SEARCH_WORD_LENGTH ? [] : referringRows(config, resource, perfil, word, mode)),
  ]);
};
