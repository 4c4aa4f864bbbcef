/** What a list asks of its rows, in parts: each way to read them takes those that its index has, and asks the others of each row. */
import {sql} from 'kysely';
import {maySee} from '../../../schema/access.ts';
import type {Resource} from '../../../schema/config/config.ts';
import type {FilterWay} from '../../../schema/fields/kindRule.ts';
import {ruleOf} from '../../../schema/fields/kinds.ts';
import {wrongParam} from '../../../schema/words/messages.ts';
import {NONE, type ListRequest} from '../../../schema/lists/query.ts';
import {TAB} from '../../../schema/lifeCycle/tabs.ts';
import type {Actor, Context} from '../../context.ts';
import {allOf, type Predicate, type Term} from '../../db/conditions/rows.ts';
import {sqlTypeOf} from '../../db/kinds.ts';
import {resourceOf, tableOf} from '../../db/names.ts';
import type {Sql} from '../../db/tables.ts';
import {invalid} from '../../errors.ts';
import {scopeParts, type ScopeParts} from '../../reach/scope.ts';
import {ALIAS} from '../../reach/select.ts';
import {filterPredicate, type TextWay} from './filters.ts';
import {searchPredicate, textPredicate, wordPredicate} from './search.ts';
import {bothOf, tabTerms} from './tabs.ts';

export interface Sorted extends Pick<ListRequest, 'sort' | 'filter'> {
  /** A text that finds records as 'Ir para' does; undefined: none is asked for. */
  search?: string | undefined;
  /** Words that each row has, as 'Ir para' understands them. */
  words?: readonly string[];
  /** The texts that the words are looked for in; absent: all that 'Ir para' understands. */
  wordFields?: readonly string[] | undefined;
}

/** A part of a text that is looked for, as it is asked for in a way. */
type TextPart = (way: TextWay) => Predicate;

/** A list as it is asked for. */
export interface Asked extends ScopeParts {
  context: Context;
  name: string;
  resource: Resource;
  table: string;
  actor: Actor;
  query: Sorted;
  /** The filters but those of texts. */
  exact: Sorted['filter'];
  /** Whether its tab asks for more than filters can. */
  isBeyond: boolean;
  /** Parts of texts that are looked for: how many rows have them is what PostgreSQL's guess errs in most. */
  texts: readonly TextPart[];
}

/** Names the order of rows may not tell to whoever does not see the field. */
const refuseHidden = (resource: Resource, actor: Actor, names: readonly string[]): void => {
  const hidden = names.filter(name => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    return field === undefined ? name !== 'id' : !maySee(field, actor.perfil);
  });
  if (hidden.length > 0) throw invalid(hidden.map(campo => ({campo, mensagem: wrongParam(campo)})));
};

const isOne = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const filterWay = ({fields}: Resource, name: string): FilterWay => {
  const field = fields[name];
  return field === undefined ? 'equal' : ruleOf(field).filter;
};

const termOf = ({config}: Context, resource: Resource, name: string, value: unknown): Term => {
  const predicate = filterPredicate(config, resource, name, value);
  const field = resource.fields[name];
  if (field !== undefined && sqlTypeOf(field) === null) return {predicate};
  // Nobody is no value that an index goes on in order behind.
  const isValue = isOne(value) && !(field?.kind === 'referencia' && value === NONE);
  if (filterWay(resource, name) === 'equal') return {predicate, ...(isValue ? {equals: name} : {})};
  return {predicate, within: name};
};

/** @throws Refusal 400 for a filter or an order by a field that the profile does not see, and for a tab that it does not have */
export const askedOf = (context: Context, name: string, actor: Actor, query: Sorted): Asked => {
  const {config} = context;
  const resource = resourceOf(config, name);
  const {sort, filter: {[TAB]: aba, ...given}, search, words = [], wordFields} = query;
  refuseHidden(resource, actor, [...Object.keys(given), sort.field]);
  const tab = aba === undefined ? undefined : tabTerms(aba, {config, name, resource, actor, alias: ALIAS});
  const {status} = resource;
  const filter = tab?.statuses === undefined || status === undefined
    ? given : {...given, [status]: bothOf(tab.statuses, given[status])};
  const {part: texts = [], ...others} = Object.groupBy(Object.entries(filter), ([field]) => filterWay(resource, field));
  const exact = Object.values(others).flat();
  const more = tab?.terms ?? [];
  const scope = scopeParts(context, name, actor, ALIAS);
  return {
    ...scope, context, name, resource, table: tableOf(name), actor, query,
    exact: Object.fromEntries(exact),
    terms: [...scope.terms, ...exact.map(([field, value]) => termOf(context, resource, field, value)), ...more], isBeyond: more.length > 0,
    texts: [
      ...texts.map(([field, value]) => (way: TextWay) => filterPredicate(config, resource, field, value, way)),
      ...(search === undefined ? [] : [(way: TextWay) => searchPredicate(config, resource, actor, search, way)]),
      ...words.map(word => (way: TextWay) => (wordFields === undefined
        ? wordPredicate(config, resource, actor, word, way) : textPredicate(config, resource, wordFields, word, way))),
    ],
  };
};

/** The table under the name that every predicate has for it. */
export const tableIn = ({table}: Pick<Asked, 'table'>): Sql => sql`${sql.table(table)} as ${sql.ref(ALIAS)}`;

/**
 * What follows `from`: every match, under the same name.
 *
 * @param texts `byIndex`: where PostgreSQL likes; `ofEach`: of each row that all the rest leaves, by no index of theirs; `none`: not asked
 * @param more conditions of the rows
 */
export const matchesOf = (asked: Asked, texts: TextWay | 'none', more: readonly Predicate[] = []): Sql => {
  const {terms, apart} = asked;
  const parts = texts === 'none' ? [] : asked.texts.map(part => part(texts));
  const rest = texts === 'byIndex' ? parts : [];
  const exact = terms.map(({predicate}) => predicate);
  const isFenced = texts === 'ofEach' && parts.length > 0;
  if (apart.length === 0 && !isFenced) return sql`${tableIn(asked)} where ${allOf([...exact, ...rest, ...more])}`;
  const each = (way: readonly Predicate[]): Sql =>
    sql`select ${sql.ref(ALIAS)}.* from ${tableIn(asked)} where ${allOf([...exact, ...rest, ...way])}`;
  const found = apart.length === 0 ? each([]) : sql.join(apart.map(way => each([way])), sql` union all `);
  const inner = isFenced ? sql`select * from (${found}) as each_ offset 0` : found;
  return sql`(${inner}) as ${sql.ref(ALIAS)} where ${allOf([...(isFenced ? parts : []), ...more])}`;
};
