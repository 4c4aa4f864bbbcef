/** Indexes from the config: for unique fields, filters, sort orders and tabs. Creation and removal follow the declarations. */
import {hash} from 'node:crypto';
import {reachFields} from '../../../schema/conditions/reach.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {countedBy} from '../../../schema/lifeCycle/consequences.ts';
import {authorField} from '../../../schema/lifeCycle/people.ts';
import {openOf} from '../../../schema/lifeCycle/statuses.ts';
import {emptyOf, keptOf} from '../../../schema/fields/calculation.ts';
import type {Field} from '../../../schema/fields/fields.ts';
import {isRanged} from '../../../schema/filterWays.ts';
import {companyOf} from '../../../schema/lists/orders.ts';
import {filtersOf} from '../../../schema/lists/query.ts';
import {pastColumns, storedColumns, tabFields, waitingColumns} from '../conditions/tabs.ts';
import {kindColumn, searchOf} from '../kinds.ts';
import {
  columnOf, cut, filterIndex, leadIndex, literal, orderIndex, quoted, rangeIndex, searchColumn, sequenceIndex, snake,
  tableOf, togetherIndex, uniqueIndex,
} from '../names.ts';
import {hasOrderIndex, hasSearchColumn, isOwnOrderIndexed, isSearchedByPart, leadsIn, matchColumnOf, ownOrders} from '../ordering.ts';
import type {Catalog} from './catalog.ts';
import {createIndex, dropIndex, type Change, type Column, type IndexChange} from './change.ts';

/** An index that the config asks for. */
interface Wanted extends IndexChange {
  /** The first column, for an index that finds rows by it. */
  first?: string;
  /** True if it is created when absent; an existing one stays in any case. */
  isMade: boolean;
}

/** The columns within which a field's values are unique. */
const uniqueWithin = ({resource, field}: Pick<Column, 'resource' | 'field'>): string[] => {
  const within = field.unique === 'empresa' ? (resource.owner?.empresa ?? resource.owner?.through) : undefined;
  return within === undefined ? [] : [snake(within)];
};

/** The index names of a unique field, today's first, then an earlier version's: a unique violation names one. */
export const uniqueIndexesOf = (name: string, resource: Resource, fieldName: string, field: Field): [string, ...string[]] => {
  const {ends = '', before} = kindColumn(field).apart ?? {};
  const columns = [...uniqueWithin({resource, field}), columnOf(fieldName, field)].join('_');
  const named = (end: string): string => uniqueIndex(tableOf(name), `${columns}${end}`);
  return [named(ends), ...(before === undefined ? [] : [named(before)])];
};

/** The index names of a unique combination of fields, today's first, then an earlier version's. */
export const togetherIndexesOf = (name: string, {fields}: Resource, names: readonly string[]): [string, ...string[]] => {
  const named = (endOf: (field: Field) => string): string => togetherIndex(tableOf(name), names.map(one => {
    const field = fields[one];
    return field === undefined ? one : `${columnOf(one, field)}${endOf(field)}`;
  }));
  return [named(field => kindColumn(field).apart?.ends ?? ''), named(() => '')];
};

/** A column as its values are compared. */
const apart = (column: string, field: Field): string => {
  const {by} = kindColumn(field).apart ?? {};
  return by === undefined ? quoted(column) : `${by}(${quoted(column)})`;
};
/** The predicate that excludes softly deleted rows. */
const unhidden = ({tables}: Catalog, table: string, hides: boolean): string => {
  const existing = tables.get(table);
  return existing === undefined || existing.has('data_exclusao') || hides ? ' where data_exclusao is null' : '';
};

/** @param fields with a unique combination of values @param columns their columns as compared */
const ofValues = (
  catalog: Catalog, {of, table, hides}: Column, [name, ...others]: [string, ...string[]], fields: readonly string[],
  columns: readonly string[], told: string,
): Wanted => {
  const where = unhidden(catalog, table, hides);
  const before = catalog.indexes.find(known => known.table === table && known.valid && known.name !== name && others.includes(known.name));
  return {
    ...createIndex(name, table, `(${columns.join(', ')})${where}`, `Índice único ${name} {criado} para ${told}.`, 'unique index'),
    isMade: true, unique: {of, fields, columns, where, ...(before && {before: before.name})},
  };
};

const ofUnique = (catalog: Catalog, one: Column): Wanted[] => {
  const {of, resource, name, field, column} = one;
  if (field.unique === undefined) return [];
  const columns = [...uniqueWithin({resource, field}).map(quoted), apart(column, field)];
  return [ofValues(catalog, one, uniqueIndexesOf(of, resource, name, field), [name], columns, `o campo ${name}`)];
};

const ofTogether = (catalog: Catalog, one: Column): Wanted[] => (one.resource.unique ?? []).map(names => {
  const columns = names.flatMap(name => {
    const field = one.resource.fields[name];
    return field === undefined ? [] : [apart(columnOf(name, field), field)];
  });
  return ofValues(catalog, one, togetherIndexesOf(one.of, one.resource, names), names, columns, `os campos ${names.join(', ')}`);
});

/** Finds the last number. Deleted records count, so that no number is given twice. */
const ofSequence = ({table, field, name, column}: Column): Wanted[] => {
  const sequence = 'sequence' in field ? field.sequence : undefined;
  if (sequence === undefined) return [];
  const index = sequenceIndex(table, column);
  const columns = [...(sequence === true ? [] : [snake(sequence)]), column].map(quoted).join(', ');
  return [{
    ...createIndex(index, table, `(${columns})`, `Índice único ${index} {criado} para a sequência ${name}.`, 'unique index'), isMade: true,
  }];
};

const isFiltered = ({resource, name}: Column): boolean => filtersOf(resource).some(filter => filter.name === name);

/** The index of a filter or count, unless another index begins with its column. */
const ofFilter = (catalog: Catalog, one: Column, others: readonly Wanted[], isCounted: boolean): Wanted[] => {
  const {table, resource, name, field, column} = one;
  const index = filterIndex(table, column);
  const madeWith = (definition: string): IndexChange =>
    createIndex(index, table, definition, `Índice ${index} {criado} para o filtro ${name}.`);
  if (isSearchedByPart(resource, name, field)) {
    return [{...madeWith(`using gin (${quoted(searchColumn(column))} gin_trgm_ops)`), isMade: catalog.trigram !== 'absent'}];
  }
  if (isFiltered(one) && searchOf(field) === 'each') return [{...madeWith(`using gin (${quoted(column)})`), isMade: true}];
  if ((!isFiltered(one) && !isCounted) || searchOf(field) !== 'value') return [];
  const isMade = !catalog.indexes.some(known => known.table === table && known.first === column);
  const isOther = others.some(known => known.index.table === table && known.first === column);
  return [...isOther ? [] : [{...madeWith(`(${quoted(column)})`), isMade}], ...ofRange(one)];
};

/** A period of one company is few records; a period of all companies is too many for an index to pay. */
const ofRange = ({table, resource, name, field, column}: Column): Wanted[] => {
  const company = companyOf(resource);
  if (company === undefined || !isRanged(field) || resource.list.sort[0] === name) return [];
  return ofPair({table, column}, snake(company), `{criado} para o filtro ${name}`);
};
const ofPair = ({table, column}: Pick<Column, 'table' | 'column'>, first: string, why: string): Wanted[] => {
  const index = rangeIndex(table, first, column);
  const definition = `(${quoted(first)}, ${quoted(column)}) where ${quoted(column)} is not null`;
  return [{...createIndex(index, table, definition, `Índice ${index} ${why}.`), isMade: true}];
};

/** Finds the minimum or maximum among a parent's children at the end of the index. */
const ofEnds = ({resource, name}: Column, columns: readonly Column[]): Wanted[] => {
  const kept = keptOf(resource.fields[name]);
  const value = columns.find(one => one.of === kept?.of && one.name === kept.value);
  if (kept === undefined || value === undefined || emptyOf(resource.fields[name]) !== null) return [];
  return ofPair(value, snake(kept.by), `{criado} para o campo ${name}`);
};

/** A covering column, outside the index's order. */
const including = (column: string | undefined): string => (column === undefined ? '' : ` include (${quoted(snake(column))})`);

/** Indexes for keyset pagination in the list's orders. Covering columns of the row scope let far pages skip rows unread. */
const ofOrder = ({table, resource, name, field, column}: Column): Wanted[] => {
  const [own] = resource.list.sort;
  const company = companyOf(resource);
  const isInOrder = name === own && isOwnOrderIndexed(resource);
  /** @param ends the sort column after the prefix, before the record number */
  const made = (lead: readonly string[], ends: {name: string; column: string} | undefined, beside?: string): Wanted => {
    const before = lead.map(one => {
      const led = resource.fields[one] ?? field;
      return matchColumnOf(resource, one, led) ?? columnOf(one, led);
    });
    const index = lead.length === 0 ? orderIndex(table, column) : leadIndex(table, [...before, ends?.name ?? 'id']);
    const columns = [...before, ...(ends === undefined ? [] : [ends.column]), 'id'];
    const definition = `(${columns.map(quoted).join(', ')})${including(beside)}`;
    return {
      ...createIndex(index, table, definition, `Índice ${index} {criado} para a ordem por ${ends === undefined ? 'id' : name}.`),
      first: before[0] ?? column, isMade: true,
    };
  };
  const beside = (lead: readonly string[]): string | undefined => (lead[0] === resource.owner?.filial ? company : undefined);
  const ends = {name: column, column: hasSearchColumn(resource, name, field) ? searchColumn(column) : column};
  const leads = isInOrder ? ownOrders(resource) : [];
  // A list by record number, or in an order without an index, still finds its records by prefix.
  const isByNumber = resource.fields[own] === undefined || !isOwnOrderIndexed(resource);
  return [
    ...(hasOrderIndex(resource, name, field) ? [made([], ends, company)] : leads.some(lead => lead.length === 0) ? [made([], ends)] : []),
    ...leads.filter(lead => lead.length > 0).map(lead => made(lead, ends, beside(lead))),
    ...(isByNumber ? leadsIn(resource).filter(lead => lead.at(-1) === name).map(lead => made(lead, undefined, beside(lead))) : []),
  ];
};

/**
 * Partial covering indexes of open records, so that tabs, scopes and dashboards count by index-only scan.
 * Tabs on a moment get another one by that moment. A hash of the columns is part of the name, so that a tab with more columns gets a new
 * index.
 */
const ofTabs = ({of, table, resource, hides}: Column, dashboards: Config['dashboards']): Wanted[] => {
  const {status, tabs, since, owner} = resource;
  const open = openOf(resource);
  if (status === undefined || tabs === undefined || owner?.through !== undefined || open.length === 0) return [];
  const shared = Object.values(dashboards).flatMap(one => (one.of === of ? one.by ?? [] : []));
  const hidden = hides ? ['data_exclusao'] : [];
  const own = storedColumns(resource, [status, since, authorField(resource), ...tabFields(resource), ...reachFields(resource), ...shared]);
  const place = storedColumns(resource, [status, owner?.empresa, owner?.filial]);
  const made = (first: string, beside: readonly string[], past: readonly string[] = []): Wanted => {
    const columns = [...new Set(beside)].filter(column => column !== first);
    const index = filterIndex(table, `abas_${hash('sha1', [...past, ...columns].join()).slice(0, 8)}`);
    // The predicate says `is not null`, so that a matching query reads nothing else.
    const filled = past.map(column => ` and ${quoted(column)} is not null`).join('');
    const definition = `(${quoted(first)}) include (${columns.map(quoted).join(', ')})
      where ${quoted(snake(status))} in (${open.map(({id}) => literal(id)).join(', ')})${filled}`;
    return {...createIndex(index, table, definition, `Índice ${index} {criado} para as abas.`), isMade: true};
  };
  return [
    made(snake(companyOf(resource) ?? 'id'), ['id', ...own, ...waitingColumns(resource), ...hidden]),
    ...pastColumns(resource).map(column => made(column, [...place, ...hidden], [column])),
  ];
};

const wanted = (catalog: Catalog, columns: readonly Column[], dashboards: Config['dashboards']): Wanted[] => {
  const ordered = new Map(columns.map(column => [column, ofOrder(column)]));
  const others = [...ordered.values()].flat();
  const resources = Object.fromEntries(columns.map(({of, resource}) => [of, resource]));
  const isCounted = ({of, name}: Column): boolean => countedBy({resources}, of).has(name);
  const tables = [...new Map(columns.map(column => [column.table, column])).values()];
  const all = [
    ...columns.flatMap(column => [
      ...ofUnique(catalog, column), ...ofSequence(column),
      ...ofFilter(catalog, column, others, isCounted(column)), ...ordered.get(column) ?? [], ...ofEnds(column, columns),
    ]),
    ...tables.flatMap(table => [...ofTogether(catalog, table), ...ofTabs(table, dashboards)]),
  ];
  return [...new Map(all.map(one => [one.index.name, one])).values()];
};

/** True if the name has a prefix of this file; indexes of migrations have other names. */
const isDeclared = (table: string, index: string): boolean =>
  [uniqueIndex, filterIndex, orderIndex].some(name => index.startsWith(cut(name(table, ''))));

/**
 * Drops obsolete indexes, then creates missing ones; a replaced index is dropped last.
 *
 * @param columns every column of the config; tables of removed resources keep their indexes
 */
export const indexChanges = (
  catalog: Catalog, columns: readonly Column[], tables: readonly string[], dashboards: Config['dashboards'],
): Change[] => {
  const kept = new Set(wanted(catalog, columns, dashboards).map(({index}) => index.name));
  const gone = catalog.indexes.filter(({table, name, valid}) =>
    tables.includes(table) && isDeclared(table, name) && !(valid && kept.has(name)));
  const replaced = wanted(catalog, columns, dashboards).flatMap(({unique}) => unique?.before ?? []);
  const goesFirst = gone.filter(({name}) => !replaced.includes(name));
  const goesLast = gone.filter(({name}) => replaced.includes(name));
  const left = {...catalog, indexes: catalog.indexes.filter(index => !goesFirst.includes(index))};
  const come = wanted(left, columns, dashboards)
    .filter(({index, isMade}) => isMade && !left.indexes.some(({name}) => name === index.name));
  const going = (why: (valid: boolean) => string) => ({name, table, valid}: Catalog['indexes'][number]): Change =>
    dropIndex(name, table, `Índice ${name} {removido}: ${why(valid)}.`);
  return [
    ...goesFirst.map(going(valid => (valid ? 'a configuração não o pede mais' : 'a partida que o criava foi interrompida'))),
    ...come,
    ...goesLast.map(going(() => 'outro compara melhor')),
  ];
};
