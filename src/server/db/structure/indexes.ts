/** Indexes from the config: for unique fields, filters, sort orders and tabs. Creation and removal follow the declarations. */
import {hash} from 'node:crypto';
import {listScopeFields} from '../../../schema/conditions/scopeFields.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {listLookupFields} from '../../../schema/lifeCycle/consequences.ts';
import {authorField} from '../../../schema/statuses/people.ts';
import {openStatuses} from '../../../schema/statuses/statuses.ts';
import {aggregateOfNoChildren, aggregateOf} from '../../../schema/fields/calculation.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {isRangeFilter} from '../../../schema/fields/filterOperators.ts';
import {companyFieldOf} from '../../../schema/lists/orderIndexPrefixes.ts';
import {listFilters} from '../../../schema/lists/listRequest.ts';
import {tabMomentColumns, storedColumns, tabFields, turnHolderColumns} from '../conditions/tabs.ts';
import {kindColumn, searchModeOf} from '../kindColumns.ts';
import {
  columnOf, truncateIdentifier, filterIndex, prefixedOrderIndexName, literal, orderIndex, quoted, rangeIndex, searchColumn, sequenceIndex,
  toSnakeCase,
  tableOf, uniqueTogetherIndexName, uniqueIndex,
} from '../sqlNames.ts';
import {
  hasOrderIndex, hasSearchColumn, isDefaultSortIndexable, isSearchedByPart, indexablePrefixes, equalityColumnOf, defaultSortIndexPrefixes,
} from '../ordering.ts';
import type {Catalog} from './catalog.ts';
import {createIndexChange, dropIndexChange, type Change, type FieldColumn, type IndexChange} from './change.ts';

interface WantedIndex extends IndexChange {
  first?: string;
  /** True if it is created when absent; an existing one stays in any case. */
  isNeeded: boolean;
}

const uniqueWithin = ({resource, field}: Pick<FieldColumn, 'resource' | 'field'>): string[] => {
  const within = field.unique === 'empresa' ? (resource.owner?.empresa ?? resource.owner?.through) : undefined;
  return within === undefined ? [] : [toSnakeCase(within)];
};

/** The index names of a unique field, today's first, then an earlier version's: a unique violation names one. */
export const uniqueIndexNames = (name: string, resource: Resource, fieldName: string, field: Field): [string, ...string[]] => {
  const {indexSuffix = '', formerIndexSuffix} = kindColumn(field).uniqueness ?? {};
  const columns = [...uniqueWithin({resource, field}), columnOf(fieldName, field)].join('_');
  const nameWith = (end: string): string => uniqueIndex(tableOf(name), `${columns}${end}`);
  return [nameWith(indexSuffix), ...(formerIndexSuffix === undefined ? [] : [nameWith(formerIndexSuffix)])];
};

/** The index names of a unique combination of fields, today's first, then an earlier version's. */
export const compositeUniqueIndexNames = (name: string, {fields}: Resource, names: readonly string[]): [string, ...string[]] => {
  const nameWith = (endOf: (field: Field) => string): string => uniqueTogetherIndexName(tableOf(name), names.map(fieldName => {
    const field = fields[fieldName];
    return field === undefined ? fieldName : `${columnOf(fieldName, field)}${endOf(field)}`;
  }));
  return [nameWith(field => kindColumn(field).uniqueness?.indexSuffix ?? ''), nameWith(() => '')];
};

const comparedColumn = (column: string, field: Field): string => {
  const {sqlFunction} = kindColumn(field).uniqueness ?? {};
  return sqlFunction === undefined ? quoted(column) : `${sqlFunction}(${quoted(column)})`;
};
const notDeletedClause = ({tables}: Catalog, table: string, hides: boolean): string => {
  const existing = tables.get(table);
  return existing === undefined || existing.has('data_exclusao') || hides ? ' where data_exclusao is null' : '';
};

/** @param fields with a unique combination of values @param columns their columns as compared */
const uniqueIndexOf = (
  catalog: Catalog, {of, table, hides}: FieldColumn, [name, ...formerNames]: [string, ...string[]], fields: readonly string[],
  columns: readonly string[], target: string,
): WantedIndex => {
  const where = notDeletedClause(catalog, table, hides);
  const before = catalog.indexes.find(index =>
    index.table === table && index.valid && index.name !== name && formerNames.includes(index.name));
  return {
    ...createIndexChange(name, table, `(${columns.join(', ')})${where}`, `Índice único ${name} {criado} para ${target}.`, 'unique index'),
    isNeeded: true, unique: {of, fields, columns, where, ...(before && {before: before.name})},
  };
};

const fieldUniqueIndexes = (catalog: Catalog, fieldColumn: FieldColumn): WantedIndex[] => {
  const {of, resource, name, field, column} = fieldColumn;
  if (field.unique === undefined) return [];
  const columns = [...uniqueWithin({resource, field}).map(quoted), comparedColumn(column, field)];
  return [uniqueIndexOf(catalog, fieldColumn, uniqueIndexNames(of, resource, name, field), [name], columns, `o campo ${name}`)];
};

const compositeUniqueIndexes = (catalog: Catalog, column: FieldColumn): WantedIndex[] => (column.resource.unique ?? []).map(names => {
  const columns = names.flatMap(name => {
    const field = column.resource.fields[name];
    return field === undefined ? [] : [comparedColumn(columnOf(name, field), field)];
  });
  return uniqueIndexOf(
    catalog, column, compositeUniqueIndexNames(column.of, column.resource, names), names, columns, `os campos ${names.join(', ')}`,
  );
});

/** Finds the last number. Deleted records count, so that no number is given twice. */
const sequenceIndexes = ({table, field, name, column}: FieldColumn): WantedIndex[] => {
  const sequence = 'sequence' in field ? field.sequence : undefined;
  if (sequence === undefined) return [];
  const index = sequenceIndex(table, column);
  const columns = [...(sequence === true ? [] : [toSnakeCase(sequence)]), column].map(quoted).join(', ');
  return [{
    ...createIndexChange(index, table, `(${columns})`, `Índice único ${index} {criado} para a sequência ${name}.`, 'unique index'),
    isNeeded: true,
  }];
};

const isFiltered = ({resource, name}: FieldColumn): boolean => listFilters(resource).some(filter => filter.name === name);

/** The index of a filter or count, unless another index begins with its column. */
const filterIndexes = (
  catalog: Catalog, fieldColumn: FieldColumn, orderIndexes: readonly WantedIndex[], isCounted: boolean,
): WantedIndex[] => {
  const {table, resource, name, field, column} = fieldColumn;
  const index = filterIndex(table, column);
  const indexWith = (definition: string): IndexChange =>
    createIndexChange(index, table, definition, `Índice ${index} {criado} para o filtro ${name}.`);
  if (isSearchedByPart(resource, name, field)) {
    return [{...indexWith(`using gin (${quoted(searchColumn(column))} gin_trgm_ops)`), isNeeded: catalog.trigram !== 'absent'}];
  }
  if (isFiltered(fieldColumn) && searchModeOf(field) === 'each') return [{...indexWith(`using gin (${quoted(column)})`), isNeeded: true}];
  if ((!isFiltered(fieldColumn) && !isCounted) || searchModeOf(field) !== 'value') return [];
  const isNeeded = !catalog.indexes.some(existing => existing.table === table && existing.first === column);
  const isCovered = orderIndexes.some(wantedIndex => wantedIndex.index.table === table && wantedIndex.first === column);
  return [...isCovered ? [] : [{...indexWith(`(${quoted(column)})`), isNeeded}], ...companyRangeIndexes(fieldColumn)];
};

/** A period of one company is few records; a period of all companies is too many for an index to pay. */
const companyRangeIndexes = ({table, resource, name, field, column}: FieldColumn): WantedIndex[] => {
  const company = companyFieldOf(resource);
  if (company === undefined || !isRangeFilter(field) || resource.list.sort[0] === name) return [];
  return pairIndexes({table, column}, toSnakeCase(company), `{criado} para o filtro ${name}`);
};
const pairIndexes = ({table, column}: Pick<FieldColumn, 'table' | 'column'>, first: string, why: string): WantedIndex[] => {
  const index = rangeIndex(table, first, column);
  const definition = `(${quoted(first)}, ${quoted(column)}) where ${quoted(column)} is not null`;
  return [{...createIndexChange(index, table, definition, `Índice ${index} ${why}.`), isNeeded: true}];
};

/** Finds the minimum or maximum among a parent's children at the end of the index. */
const extremeIndexes = ({resource, name}: FieldColumn, columns: readonly FieldColumn[]): WantedIndex[] => {
  const aggregate = aggregateOf(resource.fields[name]);
  const value = columns.find(column => column.of === aggregate?.of && column.name === aggregate.value);
  if (aggregate === undefined || value === undefined || aggregateOfNoChildren(resource.fields[name]) !== null) return [];
  return pairIndexes(value, toSnakeCase(aggregate.by), `{criado} para o campo ${name}`);
};

const including = (column: string | undefined): string => (column === undefined ? '' : ` include (${quoted(toSnakeCase(column))})`);

/** Indexes for keyset pagination in the list's orders. Covering columns of the row scope let far pages skip rows unread. */
const orderIndexesOf = ({table, resource, name, field, column}: FieldColumn): WantedIndex[] => {
  const [sortField] = resource.list.sort;
  const company = companyFieldOf(resource);
  const isInOrder = name === sortField && isDefaultSortIndexable(resource);
  /** @param sorted the sort column after the prefix, before the record number */
  const build = (prefix: readonly string[], sorted: {name: string; column: string} | undefined, covering?: string): WantedIndex => {
    const prefixColumns = prefix.map(fieldName => {
      const prefixField = resource.fields[fieldName] ?? field;
      return equalityColumnOf(resource, fieldName, prefixField) ?? columnOf(fieldName, prefixField);
    });
    const index = prefix.length === 0 ? orderIndex(table, column) : prefixedOrderIndexName(table, [...prefixColumns, sorted?.name ?? 'id']);
    const columns = [...prefixColumns, ...(sorted === undefined ? [] : [sorted.column]), 'id'];
    const definition = `(${columns.map(quoted).join(', ')})${including(covering)}`;
    return {
      ...createIndexChange(index, table, definition, `Índice ${index} {criado} para a ordem por ${sorted === undefined ? 'id' : name}.`),
      first: prefixColumns[0] ?? column, isNeeded: true,
    };
  };
  const coveringFor = (prefix: readonly string[]): string | undefined => (prefix[0] === resource.owner?.filial ? company : undefined);
  const sorted = {name: column, column: hasSearchColumn(resource, name, field) ? searchColumn(column) : column};
  const prefixes = isInOrder ? defaultSortIndexPrefixes(resource) : [];
  // A list by record number, or in an order without an index, still finds its records by prefix.
  const isByNumber = resource.fields[sortField] === undefined || !isDefaultSortIndexable(resource);
  return [
    ...(hasOrderIndex(resource, name, field) ? [build([], sorted, company)]
      : prefixes.some(prefix => prefix.length === 0) ? [build([], sorted)] : []),
    ...prefixes.filter(prefix => prefix.length > 0).map(prefix => build(prefix, sorted, coveringFor(prefix))),
    ...(isByNumber ? indexablePrefixes(resource).filter(prefix => prefix.at(-1) === name)
      .map(prefix => build(prefix, undefined, coveringFor(prefix))) : []),
  ];
};

/**
 * Partial covering indexes of open records, so that tabs, scopes and dashboards count by index-only scan.
 * Tabs on a moment get another one by that moment. A hash of the columns is part of the name, so that a tab with more columns gets a new
 * index.
 */
const tabIndexes = ({of, table, resource, hides}: FieldColumn, dashboards: Config['dashboards']): WantedIndex[] => {
  const {status, tabs, since, owner} = resource;
  const open = openStatuses(resource);
  if (status === undefined || tabs === undefined || owner?.through !== undefined || open.length === 0) return [];
  const shared = Object.values(dashboards).flatMap(dashboard => (dashboard.of === of ? dashboard.by ?? [] : []));
  const hidden = hides ? ['data_exclusao'] : [];
  const tabColumns =
    storedColumns(resource, [status, since, authorField(resource), ...tabFields(resource), ...listScopeFields(resource), ...shared]);
  const scopeColumns = storedColumns(resource, [status, owner?.empresa, owner?.filial]);
  const build = (first: string, covering: readonly string[], momentColumns: readonly string[] = []): WantedIndex => {
    const columns = [...new Set(covering)].filter(column => column !== first);
    const index = filterIndex(table, `abas_${hash('sha1', [...momentColumns, ...columns].join()).slice(0, 8)}`);
    // The predicate says `is not null`, so that a matching query reads nothing else.
    const notNull = momentColumns.map(column => ` and ${quoted(column)} is not null`).join('');
    const definition = `(${quoted(first)}) include (${columns.map(quoted).join(', ')})
      where ${quoted(toSnakeCase(status))} in (${open.map(({id}) => literal(id)).join(', ')})${notNull}`;
    return {...createIndexChange(index, table, definition, `Índice ${index} {criado} para as abas.`), isNeeded: true};
  };
  return [
    build(toSnakeCase(companyFieldOf(resource) ?? 'id'), ['id', ...tabColumns, ...turnHolderColumns(resource), ...hidden]),
    ...tabMomentColumns(resource).map(column => build(column, [...scopeColumns, ...hidden], [column])),
  ];
};

const wantedIndexes = (catalog: Catalog, columns: readonly FieldColumn[], dashboards: Config['dashboards']): WantedIndex[] => {
  const ordered = new Map(columns.map(column => [column, orderIndexesOf(column)]));
  const orderIndexes = [...ordered.values()].flat();
  const resources = Object.fromEntries(columns.map(({of, resource}) => [of, resource]));
  const isCounted = ({of, name}: FieldColumn): boolean => listLookupFields({resources}, of).has(name);
  const tables = [...new Map(columns.map(column => [column.table, column])).values()];
  const indexes = [
    ...columns.flatMap(column => [
      ...fieldUniqueIndexes(catalog, column), ...sequenceIndexes(column),
      ...filterIndexes(catalog, column, orderIndexes, isCounted(column)), ...ordered.get(column) ?? [], ...extremeIndexes(column, columns),
    ]),
    ...tables.flatMap(table => [...compositeUniqueIndexes(catalog, table), ...tabIndexes(table, dashboards)]),
  ];
  return [...new Map(indexes.map(wantedIndex => [wantedIndex.index.name, wantedIndex])).values()];
};

const isDeclared = (table: string, index: string): boolean =>
  [uniqueIndex, filterIndex, orderIndex].some(name => index.startsWith(truncateIdentifier(name(table, ''))));

/**
 * Drops obsolete indexes, then creates missing ones; a replaced index is dropped last.
 *
 * @param columns every column of the config; tables of removed resources keep their indexes
 */
export const indexChanges = (
  catalog: Catalog, columns: readonly FieldColumn[], tables: readonly string[], dashboards: Config['dashboards'],
): Change[] => {
  const wantedNames = new Set(wantedIndexes(catalog, columns, dashboards).map(({index}) => index.name));
  const obsolete = catalog.indexes.filter(({table, name, valid}) =>
    tables.includes(table) && isDeclared(table, name) && !(valid && wantedNames.has(name)));
  const replaced = wantedIndexes(catalog, columns, dashboards).flatMap(({unique}) => unique?.before ?? []);
  const goesFirst = obsolete.filter(({name}) => !replaced.includes(name));
  const goesLast = obsolete.filter(({name}) => replaced.includes(name));
  const remaining = {...catalog, indexes: catalog.indexes.filter(index => !goesFirst.includes(index))};
  const missing = wantedIndexes(remaining, columns, dashboards)
    .filter(({index, isNeeded}) => isNeeded && !remaining.indexes.some(({name}) => name === index.name));
  const drop = (why: (valid: boolean) => string) => ({name, table, valid}: Catalog['indexes'][number]): Change =>
    dropIndexChange(name, table, `Índice ${name} {removido}: ${why(valid)}.`);
  return [
    ...goesFirst.map(drop(valid => (valid ? 'a configuração não o pede mais' : 'a partida que o criava foi interrompida'))),
    ...missing,
    ...goesLast.map(drop(() => 'outro compara melhor')),
  ];
};
