/** Records by a text, as 'Ir para' and a list's `q` find them: by their number, or by a part of what names them. */
import {sql} from 'kysely';
import {maySee} from '../../../schema/access.ts';
import {carriedBy} from '../../../schema/lifeCycle/carried.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Field} from '../../../schema/config/fields.ts';
import {goToFields, numberIn} from '../../../schema/lists/goTo.ts';
import {SHORTEST} from '../../../schema/lists/words.ts';
import {MAX_INTEGER, soughtOf} from '../../../schema/fields/kinds.ts';
import {filtersOf} from '../../../schema/lists/query.ts';
import type {Actor} from '../../context.ts';
import type {Predicate} from '../../db/conditions/rows.ts';
import {columnOf, resourceOf, tableOf} from '../../db/names.ts';
import {comparedValue, isSearchedByPart} from '../../db/ordering.ts';
import {ALIAS} from '../../reach/select.ts';
import {filterPredicate, part, type TextWay} from './filters.ts';

interface Part {
  name: string;
  field: Field;
  /** The text as the field keeps it. */
  value: string;
}

/** Those of some fields that a profile may be told by (`id` is the record's number). */
export const seenFields = (resource: Resource, names: readonly string[], perfil: string): string[] =>
  names.filter(name => {
    const field = resource.fields[name];
    return field === undefined || maySee(field, perfil);
  });

/** What a text can be among some fields of a resource: a record's number, a part of the texts. */
export const meaningsOf = (resource: Resource, names: readonly string[], text: string): {number: number | undefined; parts: Part[]} => {
  const number = names.includes('id') ? numberIn(text) : undefined;
  const parts = names.flatMap(name => {
    const field = resource.fields[name];
    if (field === undefined || !isSearchedByPart(resource, name, field)) return [];
    const value = soughtOf(field, text);
    return typeof value === 'string' && value !== '' ? [{name, field, value}] : [];
  });
  return {number: number !== undefined && number <= MAX_INTEGER ? number : undefined, parts};
};

export const anyOf = (predicates: readonly Predicate[]): Predicate =>
  (predicates.length === 0 ? sql`false` : sql`(${sql.join(predicates, sql` or `)})`);

/** The rows of a list that a text finds; none where it can be none of their values. */
export const searchPredicate = (config: Config, resource: Resource, {perfil}: Actor, text: string, way: TextWay): Predicate => {
  const {number, parts} = meaningsOf(resource, seenFields(resource, goToFields(resource), perfil), text);
  return anyOf([
    ...(number === undefined ? [] : [filterPredicate(config, resource, 'id', number)]),
    ...parts.map(({name, value}) => filterPredicate(config, resource, name, value, way)),
  ]);
};

/** The rows of which one of some texts has a word. @param names of fields that the caller sees */
export const textPredicate = (config: Config, resource: Resource, names: readonly string[], word: string, way: TextWay): Predicate =>
  anyOf(meaningsOf(resource, names, word).parts.map(({name, value}) => filterPredicate(config, resource, name, value, way)));

/** Records of one name that are looked at: a name that more have tells nothing apart. */
const NAMESAKES = 200;

/** The rows that name a record by whose name their list shows it and can be filtered, where a word is part of that name. */
const referring = (config: Config, resource: Resource, perfil: string, word: string, way: TextWay): Predicate[] =>
  filtersOf(resource).flatMap(({name, field}) => {
    const isShown = seenFields(resource, [carriedBy(config, resource, name)], perfil).some(one => one !== name);
    if (field.kind !== 'referencia' || !isShown) return [];
    const target = resourceOf(config, field.to);
    const title = target.fields[target.title];
    if (title === undefined || !isSearchedByPart(target, target.title, title)) return [];
    const named = part({column: comparedValue(target, target.title, title, 'r'), value: word, way});
    // Asked once, and not of each row: so that the index of the reference finds them.
    return [sql`${sql.ref(`${ALIAS}.${columnOf(name, field)}`)} = any(array(
      select r.id from ${sql.table(tableOf(field.to))} as r where ${named} limit ${sql.lit(NAMESAKES)}))`];
  });

/** The rows that a word finds: as {@link searchPredicate}, by a text that their list is filtered by, or by whom they name. */
export const wordPredicate = (config: Config, resource: Resource, {perfil}: Actor, word: string, way: TextWay): Predicate => {
  const names = [...goToFields(resource), ...filtersOf(resource).map(({name}) => name)];
  const {number, parts} = meaningsOf(resource, seenFields(resource, [...new Set(names)], perfil), word);
  return anyOf([
    ...(number === undefined ? [] : [filterPredicate(config, resource, 'id', number)]),
    ...parts.filter(({value}) => value.length >= SHORTEST)
      .map(({name, value}) => filterPredicate(config, resource, name, value, way)),
    ...(word.length < SHORTEST ? [] : referring(config, resource, perfil, word, way)),
  ]);
};
