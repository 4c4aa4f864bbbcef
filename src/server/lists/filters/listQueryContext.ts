/** Splits a list query into predicates, so that each reading strategy can serve some by its index and check the others per row. */
import {sql} from 'kysely';
import {maySee} from '../../../schema/access.ts';
import type {Resource} from '../../../schema/shapes/config.ts';
import type {FilterOperator} from '../../../schema/fields/kindRule.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {invalidParamMessage} from '../../../schema/words/messages.ts';
import {NO_REFERENCE, type ListRequest} from '../../../schema/lists/listRequest.ts';
import {TAB_PARAM} from '../../../schema/lifeCycle/tabs.ts';
import type {Actor, Context} from '../../context.ts';
import {andPredicates, type Predicate, type ListQueryCondition} from '../../db/conditions/fieldPredicates.ts';
import {sqlTypeOf} from '../../db/kindColumns.ts';
import {resourceOf, tableOf} from '../../db/sqlNames.ts';
import type {Sql} from '../../db/tables.ts';
import {invalid} from '../../errors.ts';
import {scopeParts, type ScopeParts} from '../../rowScope/scope.ts';
import {RECORD_ALIAS} from '../../rowScope/select.ts';
import {filterPredicate, listFilterPredicate, type TextMatchMode} from './filterPredicates.ts';
import {searchPredicate, textPredicate, searchWordPredicate} from './search.ts';
import {intersectStatuses, listTabPredicates} from './tabPredicates.ts';

export interface ListCriteria extends Pick<ListRequest, 'sort' | 'filter'> {
  /** Text for the search of 'Ir para'; undefined: none. */
  search?: string | undefined;
  /** Words that every row must match, as 'Ir para' understands them. */
  words?: readonly string[];
  /** Fields that the words are looked for in; absent: all fields of 'Ir para'. */
  wordFields?: readonly string[] | undefined;
}

/** A text predicate in the chosen matching mode. */
type TextPredicate = (way: TextMatchMode) => Predicate;

/** A list query with its caller and its predicates. */
export interface ListQueryContext extends ScopeParts {
  context: Context;
  name: string;
  resource: Resource;
  table: string;
  actor: Actor;
  query: ListCriteria;
  /** Filters without text matching. */
  exactFilters: ListCriteria['filter'];
  /** True: the tab has predicates that filters cannot express. */
  hasTabPredicate: boolean;
  /** Text predicates, apart because PostgreSQL estimates their row counts worst. */
  textPredicates: readonly TextPredicate[];
}

/** Refuses hidden fields, because the order of rows would reveal their values. */
const refuseHidden = (resource: Resource, actor: Actor, names: readonly string[]): void => {
  const hidden = names.filter(name => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    return field === undefined ? name !== 'id' : !maySee(field, actor.perfil);
  });
  if (hidden.length > 0) throw invalid(hidden.map(campo => ({campo, mensagem: invalidParamMessage(campo)})));
};

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const filterOperator = ({fields}: Resource, name: string): FilterOperator => {
  const field = fields[name];
  return field === undefined ? 'equal' : kindRuleOf(field).filter;
};

const filterTerm = ({config}: Context, resource: Resource, name: string, value: unknown): ListQueryCondition => {
  const predicate = listFilterPredicate(config, resource, name, value);
  const field = resource.fields[name];
  if (field !== undefined && sqlTypeOf(field) === null) return {predicate};
  // 'Nobody', and a record with all below it, are not values that an index prefix can fix.
  const isOtherThanOne = field?.kind === 'referencia' && (value === NO_REFERENCE || resource.list.filters?.[name]?.below === true);
  const isValue = isScalar(value) && !isOtherThanOne;
  if (filterOperator(resource, name) === 'equal') return {predicate, ...(isValue ? {equals: name} : {})};
  return {predicate, within: name};
};

/** Splits a list query. @throws Refusal 400 for a filter or sort by a field hidden from the profile, and for a tab that it does not have */
export const createListQueryContext = (context: Context, name: string, actor: Actor, query: ListCriteria): ListQueryContext => {
  const {config} = context;
  const resource = resourceOf(config, name);
  const {sort, filter: {[TAB_PARAM]: aba, ...fieldFilters}, search, words = [], wordFields} = query;
  refuseHidden(resource, actor, [...Object.keys(fieldFilters), sort.field]);
  const tab = aba === undefined ? undefined : listTabPredicates(aba, {config, name, resource, actor, alias: RECORD_ALIAS});
  const {status} = resource;
  const filter = tab?.statuses === undefined || status === undefined
    ? fieldFilters : {...fieldFilters, [status]: intersectStatuses(tab.statuses, fieldFilters[status])};
  const {part: textFilters = [], ...otherFilters} = Object.groupBy(Object.entries(filter), ([field]) => filterOperator(resource, field));
  const exactFilters = Object.values(otherFilters).flat();
  const tabPredicates = tab?.terms ?? [];
  const scope = scopeParts(context, name, actor, RECORD_ALIAS);
  return {
    ...scope, context, name, resource, table: tableOf(name), actor, query,
    exactFilters: Object.fromEntries(exactFilters),
    terms: [...scope.terms, ...exactFilters.map(([field, value]) => filterTerm(context, resource, field, value)), ...tabPredicates],
    hasTabPredicate: tabPredicates.length > 0,
    textPredicates: [
      ...textFilters.map(([field, value]) => (mode: TextMatchMode) => filterPredicate(config, resource, field, value, mode)),
      ...(search === undefined ? [] : [(mode: TextMatchMode) => searchPredicate(config, resource, actor, search, mode)]),
      ...words.map(word => (mode: TextMatchMode) => (wordFields === undefined
        ? searchWordPredicate(config, resource, actor, word, mode) : textPredicate(config, resource, wordFields, word, mode))),
    ],
  };
};

/** The table under the alias that predicates use. */
export const aliasedTable = ({table}: Pick<ListQueryContext, 'table'>): Sql => sql`${sql.table(table)} as ${sql.ref(RECORD_ALIAS)}`;

/**
 * FROM and WHERE of the matching rows, under the common alias.
 *
 * @param texts `byIndex`: PostgreSQL chooses; `ofEach`: row by row after all other predicates; `none`: ignored
 * @param extra further predicates
 */
export const fromMatchingRows = (list: ListQueryContext, texts: TextMatchMode | 'none', extra: readonly Predicate[] = []): Sql => {
  const {terms, disjoint} = list;
  const textPredicates = texts === 'none' ? [] : list.textPredicates.map(part => part(texts));
  const indexedTexts = texts === 'byIndex' ? textPredicates : [];
  const exact = terms.map(({predicate}) => predicate);
  const isFenced = texts === 'ofEach' && textPredicates.length > 0;
  if (disjoint.length === 0 && !isFenced) return sql`${aliasedTable(list)} where ${andPredicates([...exact, ...indexedTexts, ...extra])}`;
  const branch = (alternative: readonly Predicate[]): Sql =>
    sql`select ${sql.ref(RECORD_ALIAS)}.* from ${aliasedTable(list)} where ${andPredicates([...exact, ...indexedTexts, ...alternative])}`;
  const union = disjoint.length === 0 ? branch([]) : sql.join(disjoint.map(alternative => branch([alternative])), sql` union all `);
  const source = isFenced ? sql`select * from (${union}) as each_ offset 0` : union;
  return sql`(${source}) as ${sql.ref(RECORD_ALIAS)} where ${andPredicates([...(isFenced ? textPredicates : []), ...extra])}`;
};
