/** Indexes from the config: of unique fields, of filters, of orders. They come with what declares them, and go with it. */
import type {Resource} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';
import {filtersOf} from '../../schema/query.ts';
import type {Catalog} from './catalog.ts';
import type {Change, Column} from './columns.ts';
import {kindColumn, searchOf} from './kinds.ts';
import {columnOf, cut, filterIndex, orderIndex, quoted, searchColumn, snake, tableOf, uniqueIndex} from './names.ts';
import {hasOrderIndex, isSearchedByPart} from './ordering.ts';

/** An index that the config asks for. */
interface Wanted extends Change {
  name: string;
  /** Whether it would be made now: one that is there stays in any case. */
  isMade: boolean;
}

/** The columns within which a unique field's value is unique. */
const uniqueWithin = ({resource, field}: Pick<Column, 'resource' | 'field'>): string[] => {
  const within = field.unique === 'empresa' ? (resource.owner?.empresa ?? resource.owner?.through) : undefined;
  return within === undefined ? [] : [snake(within)];
};

/** The name of the index behind a unique field: a violation names it. */
export const uniqueIndexOf = (name: string, resource: Resource, fieldName: string, field: Field): string =>
  uniqueIndex(tableOf(name, resource), [...uniqueWithin({resource, field}), columnOf(fieldName, field)].join('_'));

const ofUnique = (catalog: Catalog, {of, table, resource, name, field, column, hides}: Column): Wanted[] => {
  if (field.unique === undefined) return [];
  const existing = catalog.tables.get(table);
  const hasHiddenRows = existing === undefined || existing.has('data_exclusao') || hides;
  const index = uniqueIndexOf(of, resource, name, field);
  const value = kindColumn(field).caseless === true ? `lower(${quoted(column)})` : quoted(column);
  const columns = [...uniqueWithin({resource, field}).map(quoted), value].join(', ');
  const where = hasHiddenRows ? ' where data_exclusao is null' : '';
  return [{
    name: index, isMade: true,
    sentence: `Índice único ${index} criado para o campo ${name}.`,
    sql: `create unique index ${quoted(index)} on ${quoted(table)} (${columns})${where}`,
  }];
};

const isFiltered = ({resource, name}: Column): boolean => filtersOf(resource).some(filter => filter.name === name);

const ofFilter = (catalog: Catalog, one: Column): Wanted[] => {
  const {table, resource, name, field, column} = one;
  const index = filterIndex(table, column);
  const sentence = `Índice ${index} criado para o filtro ${name}.`;
  if (isSearchedByPart(resource, name, field)) {
    return [{
      name: index, isMade: catalog.trigram !== 'absent', sentence,
      sql: `create index ${quoted(index)} on ${quoted(table)} using gin (${quoted(searchColumn(column))} gin_trgm_ops)`,
    }];
  }
  if (!isFiltered(one) || searchOf(field) !== 'value') return [];
  const isServed = catalog.indexes.some(known => known.table === table && known.first === column);
  return [{name: index, isMade: !isServed, sentence, sql: `create index ${quoted(index)} on ${quoted(table)} (${quoted(column)})`}];
};

/**
 * Lets a page be read in order without sorting the whole table, and pages far down without reading the rows before: who may
 * see them is in the index.
 */
const ofOrder = ({table, resource, name, field, column}: Column): Wanted[] => {
  if (!hasOrderIndex(resource, name, field)) return [];
  const index = orderIndex(table, column);
  const company = resource.owner?.empresa;
  const seen = company === undefined || company === 'id' ? '' : ` include (${quoted(snake(company))})`;
  return [{
    name: index, isMade: true,
    sentence: `Índice ${index} criado para a ordem por ${name}.`,
    sql: `create index ${quoted(index)} on ${quoted(table)} (${quoted(searchColumn(column))}, id)${seen}`,
  }];
};

const wanted = (catalog: Catalog, column: Column): Wanted[] => [
  ...ofUnique(catalog, column), ...ofFilter(catalog, column), ...ofOrder(column),
];

/** Whether an index was made here: by what its name begins with. Migrations call theirs otherwise. */
const isDeclared = (table: string, index: string): boolean =>
  [uniqueIndex, filterIndex, orderIndex].some(name => index.startsWith(cut(name(table, ''))));

/**
 * The indexes that are to go, then those that are to come.
 *
 * @param columns every column of the config; the tables of resources that are not in it any more keep what they have
 */
export const indexChanges = (catalog: Catalog, columns: readonly Column[], tables: readonly string[]): Change[] => {
  const kept = new Set(columns.flatMap(column => wanted(catalog, column)).map(({name}) => name));
  const gone = catalog.indexes.filter(({table, name}) => tables.includes(table) && isDeclared(table, name) && !kept.has(name));
  const left = {...catalog, indexes: catalog.indexes.filter(index => !gone.includes(index))};
  return [
    ...gone.map(({name}) => ({
      sentence: `Índice ${name} removido: resources.config.ts não o pede mais.`, sql: `drop index ${quoted(name)}`,
    })),
    ...columns.flatMap(column => wanted(left, column))
      .filter(({name, isMade}) => isMade && !left.indexes.some(known => known.name === name))
      .map(({sentence, sql}) => ({sentence, sql})),
  ];
};
