/** Names in the database: no two tables, columns or indexes may be one, nor be cut to one. */
import type {Resource} from '../shapes/config.ts';
import {countedResources} from '../dashboard.ts';
import type {Field} from '../shapes/fields.ts';
import {listCountingFields} from '../lifeCycle/consequences.ts';
import {goToFields} from '../lists/goTo.ts';
import {isCreation, kindRuleOf} from '../fields/kinds.ts';
import {companyOf, leadsOf} from '../lists/orders.ts';
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
import {checkClaims, PRODUCT, type Claim, type World} from './world.ts';

/** Tables of the product's own, made by its migrations. A test holds them together. */
export const OWN_TABLES = [
  'usuarios_filiais', 'historico', 'idempotencia', 'filtros_salvos', 'demonstracao', 'tentativas_login', 'instalacao',
  'pedidos_senha', 'tokens_senha', 'correio', 'avisos', 'contagens', 'contagens_mudancas', 'contagens_de', 'chaves', 'campos_arquivos',
  'balcao_migracoes', 'incompletos', 'presencas', 'respostas_prontas',
];
/** Columns of users that are nobody's to declare. */
export const OWN_OF_USERS = ['tokenVersao', 'falhasLogin', 'bloqueadoAte', 'avisosEmail'];

const partTables = (name: string, resource: Resource): Claim[] =>
  listParts(resource).map(part => ({by: `resources.${name}.${part.name}`, key: partTable(name, part.name)}));

const linkTables = ({config}: World, name: string, resource: Resource): Claim[] => Object.entries(resource.fields).flatMap(([own, field]) =>
  (field.kind !== 'vinculos' || config.resources[field.to] === undefined || isUserBranches(name, field.to) ? []
    : [{by: `resources.${name}.fields.${own}`, key: linkTable(name, own, field.to).table}]));

/** Of items that are none, nothing is kept. */
const versionTables = ({config}: World): Claim[] => listVersionedItems(config).flatMap(({items}) => {
  const resource = config.resources[items];
  return resource === undefined ? [] : [{by: `resources.${items}`, key: versionTable(items)}];
});

/** The indexes that a field may get. */
const indexesOf = (table: string, name: string, field: Field, resource: Resource, isCounted: boolean): string[] => {
  const {list, owner} = resource;
  const column = columnOf(name, field);
  const company = companyOf(resource);
  const within = field.unique === 'empresa' && owner?.empresa !== undefined ? [toSnakeCase(owner.empresa)] : [];
  const isFound = list.filters?.[name] !== undefined || goToFields(resource).includes(name) || isCounted;
  const isOwn = list.sort[0] === name;
  const leads = leadsOf(resource).filter(lead => lead.length > 0);
  return [
    ...(field.unique === undefined ? [] : [uniqueIndex(table, [...within, column].join('_'))]),
    ...('sequence' in field && field.sequence !== undefined ? [sequenceIndex(table, column)] : []),
    ...(isFound ? [filterIndex(table, column)] : []),
    ...(isFound && company !== undefined && isRangeFilter(field) ? [rangeIndex(table, toSnakeCase(company), column)] : []),
    ...(list.columns.includes(name) || isOwn ? [orderIndex(table, column)] : []),
    ...(isOwn ? leads.map(lead => prefixedOrderIndexName(table, [...lead.map(toSnakeCase), column])) : []),
    ...leads.filter(lead => lead.at(-1) === name).map(lead => prefixedOrderIndexName(table, [...lead.map(toSnakeCase), 'id'])),
  ];
};

const bytes = (name: string): number => new TextEncoder().encode(name).length;
const checkLength = (world: World, here: string, what: string, name: string): void => {
  if (bytes(name) <= MAX_IDENTIFIER_BYTES) return;
  world.say(here, `${what} "${name}" passa de ${MAX_IDENTIFIER_BYTES} letras, o limite do banco de dados: use um nome menor`);
};

const checkColumns = (world: World, name: string, resource: Resource): void => {
  const path = `resources.${name}.fields`;
  const stored = Object.entries(resource.fields).filter(([, field]) => kindRuleOf(field).own || field.kind === 'calculo')
    .filter(([, field]) => field.kind !== 'vinculos');
  for (const [word, field] of stored) checkLength(world, `${path}.${word}`, 'a coluna', searchColumn(columnOf(word, field)));
  const columns = stored.map(([word, field]) => ({by: `${path}.${word}`, key: columnOf(word, field)}));
  const isStamped = stored.some(([, field]) => isCreation(field));
  checkClaims(world, 'a coluna', [...(isStamped ? [] : [{by: PRODUCT, key: CREATION_COLUMN}]), ...columns]);
  for (const word of name === USERS ? OWN_OF_USERS : []) {
    if (world.fieldsOf(name)?.includes(word) === true) world.say(path, `"${word}" é do produto e não pode ser declarado`);
  }
};

/** Those of the first resource that is counted are the product's own. */
const tablesOfCounts = ({config}: World): Claim[] => countedResources(config).slice(1).filter(name => config.resources[name] !== undefined)
  .flatMap(name => {
    const {counts, changes} = countTables(name);
    return [counts, changes].map(key => ({by: `resources.${name}`, key}));
  });

export const checkTables = (world: World): void => {
  const resources = Object.entries(world.config.resources);
  const tables = resources.map(([name]): Claim => ({by: `resources.${name}`, key: tableOf(name)}));
  checkClaims(world, 'a tabela', [
    ...OWN_TABLES.map(key => ({by: PRODUCT, key})), ...tables,
    ...resources.flatMap(([name, resource]) => [...partTables(name, resource), ...linkTables(world, name, resource)]),
    ...versionTables(world), ...tablesOfCounts(world),
  ]);
  for (const {by, key} of tables) checkLength(world, by, 'a tabela', key);
  for (const [name, resource] of resources) checkColumns(world, name, resource);
  checkClaims(world, 'o índice', resources.flatMap(([name, resource]) => [
    ...Object.entries(resource.fields).flatMap(([word, field]) => {
      const isCounted = listCountingFields(world.config, name).has(word);
      return indexesOf(tableOf(name), word, field, resource, isCounted)
        .map(key => ({by: `resources.${name}.fields.${word}`, key}));
    }),
    ...(resource.unique ?? []).map((fields, at) =>
      ({by: `resources.${name}.unique[${at}]`, key: uniqueTogetherIndexName(tableOf(name), fields.map(toSnakeCase))})),
  ]));
};
