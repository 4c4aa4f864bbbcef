/** Names in the database: tables, columns and indexes are unique and fit into an identifier. */
import type {Resource} from '../shapes/config.ts';
import {countedResources} from '../dashboard.ts';
import type {Field} from '../shapes/fields.ts';
import {listLookupFields} from '../lifeCycle/consequences.ts';
import {goToFields} from '../lists/goTo.ts';
import {isCreation, kindRuleOf} from '../fields/kinds.ts';
import {companyFieldOf, orderIndexPrefixes} from '../lists/orderIndexPrefixes.ts';
import {
  columnOf, countTables, CREATION_COLUMN, filterIndex, isUserBranches, prefixedOrderIndexName, linkTable, MAX_IDENTIFIER_BYTES, orderIndex,
  partTable,
  rangeIndex,
  searchColumn, sequenceIndex, toSnakeCase, tableOf, uniqueTogetherIndexName, uniqueIndex, versionTable,
} from '../databaseNames.ts';
import {USERS} from '../systemFields.ts';
import {listParts} from '../parts.ts';
import {isRangeFilter} from '../fields/filterOperators.ts';
import {listVersionedItems} from '../versions.ts';
import {checkUniqueClaims, PRODUCT_CLAIMANT, type Claim, type CheckContext} from './checkContext.ts';

/** Tables of the product's migrations. A test compares them. */
export const PRODUCT_TABLES = [
  'usuarios_filiais', 'historico', 'idempotencia', 'filtros_salvos', 'demonstracao', 'tentativas_login', 'instalacao',
  'pedidos_senha', 'tokens_senha', 'correio', 'avisos', 'contagens', 'contagens_mudancas', 'contagens_de', 'chaves', 'campos_arquivos',
  'balcao_migracoes', 'incompletos', 'presencas', 'respostas_prontas', 'entregas', 'temporizadores',
];
/** Columns of the users table that a config may not declare. */
export const PRODUCT_USER_FIELDS = ['tokenVersao', 'falhasLogin', 'bloqueadoAte', 'avisosEmail'];

const partTables = (name: string, resource: Resource): Claim[] =>
  listParts(resource).map(part => ({by: `resources.${name}.${part.name}`, key: partTable(name, part.name)}));

const linkTables = ({config}: CheckContext, name: string, resource: Resource): Claim[] =>
  Object.entries(resource.fields).flatMap(([fieldName, field]) =>
  (field.kind !== 'vinculos' || config.resources[field.to] === undefined || isUserBranches(name, field.to) ? []
    : [{by: `resources.${name}.fields.${fieldName}`, key: linkTable(name, fieldName, field.to).table}]));

const versionTables = ({config}: CheckContext): Claim[] => listVersionedItems(config).flatMap(({items}) => {
  const resource = config.resources[items];
  return resource === undefined ? [] : [{by: `resources.${items}`, key: versionTable(items)}];
});

/** Lists all indexes that a field may get. */
const listIndexes = (table: string, name: string, field: Field, resource: Resource, isCounted: boolean): string[] => {
  const {list, owner} = resource;
  const column = columnOf(name, field);
  const company = companyFieldOf(resource);
  const companyColumns = field.unique === 'empresa' && owner?.empresa !== undefined ? [toSnakeCase(owner.empresa)] : [];
  const isFiltered = list.filters?.[name] !== undefined || goToFields(resource).includes(name) || isCounted;
  const isSortColumn = list.sort[0] === name;
  const prefixes = orderIndexPrefixes(resource).filter(prefix => prefix.length > 0);
  return [
    ...(field.unique === undefined ? [] : [uniqueIndex(table, [...companyColumns, column].join('_'))]),
    ...('sequence' in field && field.sequence !== undefined ? [sequenceIndex(table, column)] : []),
    ...(isFiltered ? [filterIndex(table, column)] : []),
    ...(isFiltered && company !== undefined && isRangeFilter(field) ? [rangeIndex(table, toSnakeCase(company), column)] : []),
    ...(list.columns.includes(name) || isSortColumn ? [orderIndex(table, column)] : []),
    ...(isSortColumn ? prefixes.map(prefix => prefixedOrderIndexName(table, [...prefix.map(toSnakeCase), column])) : []),
    ...prefixes.filter(prefix => prefix.at(-1) === name).map(prefix => prefixedOrderIndexName(table, [...prefix.map(toSnakeCase), 'id'])),
  ];
};

const byteLength = (name: string): number => new TextEncoder().encode(name).length;
const checkLength = (context: CheckContext, place: string, noun: string, name: string): void => {
  if (byteLength(name) <= MAX_IDENTIFIER_BYTES) return;
  context.report(place, `${noun} "${name}" passa de ${MAX_IDENTIFIER_BYTES} letras, o limite do banco de dados: use um nome menor`);
};

const checkColumns = (context: CheckContext, name: string, resource: Resource): void => {
  const path = `resources.${name}.fields`;
  const stored = Object.entries(resource.fields).filter(([, field]) => kindRuleOf(field).own || field.kind === 'calculo')
    .filter(([, field]) => field.kind !== 'vinculos');
  for (const [word, field] of stored) checkLength(context, `${path}.${word}`, 'a coluna', searchColumn(columnOf(word, field)));
  const columns = stored.map(([word, field]) => ({by: `${path}.${word}`, key: columnOf(word, field)}));
  const isStamped = stored.some(([, field]) => isCreation(field));
  checkUniqueClaims(context, 'a coluna', [...(isStamped ? [] : [{by: PRODUCT_CLAIMANT, key: CREATION_COLUMN}]), ...columns]);
  for (const word of name === USERS ? PRODUCT_USER_FIELDS : []) {
    if (context.fieldsOf(name)?.includes(word) === true) context.report(path, `"${word}" é do produto e não pode ser declarado`);
  }
};

/** The first counted resource uses the product's own tables. */
const tablesOfCounts = ({config}: CheckContext): Claim[] =>
  countedResources(config).slice(1).filter(name => config.resources[name] !== undefined)
  .flatMap(name => {
    const {counts, changes} = countTables(name);
    return [counts, changes].map(key => ({by: `resources.${name}`, key}));
  });

export const checkDatabaseNames = (context: CheckContext): void => {
  const resources = Object.entries(context.config.resources);
  const tables = resources.map(([name]): Claim => ({by: `resources.${name}`, key: tableOf(name)}));
  checkUniqueClaims(context, 'a tabela', [
    ...PRODUCT_TABLES.map(key => ({by: PRODUCT_CLAIMANT, key})), ...tables,
    ...resources.flatMap(([name, resource]) => [...partTables(name, resource), ...linkTables(context, name, resource)]),
    ...versionTables(context), ...tablesOfCounts(context),
  ]);
  for (const {by, key} of tables) checkLength(context, by, 'a tabela', key);
  for (const [name, resource] of resources) checkColumns(context, name, resource);
  checkUniqueClaims(context, 'o índice', resources.flatMap(([name, resource]) => [
    ...Object.entries(resource.fields).flatMap(([word, field]) => {
      const isCounted = listLookupFields(context.config, name).has(word);
      return listIndexes(tableOf(name), word, field, resource, isCounted)
        .map(key => ({by: `resources.${name}.fields.${word}`, key}));
    }),
    ...(resource.unique ?? []).map((fields, at) =>
      ({by: `resources.${name}.unique[${at}]`, key: uniqueTogetherIndexName(tableOf(name), fields.map(toSnakeCase))})),
  ]));
};
