/** OpenAPI parameters and answers of a list, in the resource's dialect (rules: Lists 1). */
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {goToFields, SEARCH_PARAM} from '../../schema/lists/goTo.ts';
import {toFilterField, kindRuleOf} from '../../schema/fields/kinds.ts';
import {isSortableField} from '../../schema/lists/columns.ts';
import {hasDialect} from '../../schema/paths.ts';
import {
  filterMaxLength, listFilters, NO_REFERENCE, DEFAULT_PAGE_SIZE, PAGE_SIZES, type ListFilter,
} from '../../schema/lists/listRequest.ts';
import {rangeEndLabel, RANGE_ENDS, filterLabel, filterOperatorRowOf} from '../../schema/fields/filterOperators.ts';
import {INCOMPLETE_TAB_NAME, INCOMPLETE_HEADER, MAX_INCOMPLETE_COUNTED} from '../../schema/lifeCycle/incomplete.ts';
import {TAB_PARAM} from '../../schema/lifeCycle/tabs.ts';
import {answer, EXTENSION, queryParam, TOTAL_HEADER} from '../openapi/call.ts';
import {isInApi, valueSchema} from '../openapi/fields.ts';
import {arrayOf, asJson, COUNT, ID, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {recordComponent} from '../openapi/schemas.ts';

const sortable = (resource: Resource): string[] =>
  ['id', ...Object.entries(resource.fields).filter(([, field]) => isSortableField(field) && isInApi(field)).map(([name]) => name)];

const filterSchema = (config: Config, listFilter: ListFilter): Json => {
  const field = toFilterField(listFilter.field);
  if (kindRuleOf(field).several) return {...TEXT, description: 'Vários ids, com vírgulas: quem tem um deles.'};
  return filterOperatorRowOf(field).searched
    ? {...TEXT, maxLength: filterMaxLength(listFilter)}
    : {anyOf: [valueSchema(config, field), {enum: ['', 0, ...(listFilter.filter.none === undefined ? [] : [NO_REFERENCE])]}]};
};

/** Schema and note of a range's ends. */
const rangeEnd = (listFilter: ListFilter): {schema: Json; note: string} =>
  filterOperatorRowOf(listFilter.field).dated
    ? {schema: {...TEXT, format: 'date'}, note: 'inclusive, no horário de São Paulo'}
    : {schema: {type: 'integer'}, note: 'inclusive'};

const filterParams = (config: Config, resource: Resource): Json[] =>
  listFilters(resource).flatMap(listFilter => {
    const label = filterLabel(listFilter);
    const [first = listFilter.name, second] = listFilter.params;
    const flag = listFilter.filter.input === 'none' || listFilter.filter.optional === true ? EXTENSION : {};
    const noneText = listFilter.filter.none === undefined ? '' : ` ${NO_REFERENCE}: ${listFilter.filter.none}.`;
    if (second === undefined) {
      return [queryParam(first, filterSchema(config, listFilter), `${label}. Vazio ou 0: sem filtro.${noneText}`, flag)];
    }
    const {schema, note} = rangeEnd(listFilter);
    return RANGE_ENDS.map(end =>
      queryParam(
        end === 'from'
          ? first
          : second, {anyOf: [schema, {const: ''}]}, `${rangeEndLabel(listFilter.filter, end) ?? label}, ${note}.`, flag,
      ));
  });

const tabSchema = ({tabs = {}}: Resource): Json => ({...TEXT, enum: ['', ...Object.keys(tabs), INCOMPLETE_TAB_NAME]});
const tabParam = (resource: Resource): Json => {
  const tabTexts = Object.entries(resource.tabs ?? {}).map(([name, {label}]) => `${name}: ${label}; `).join('');
  return queryParam(TAB_PARAM, tabSchema(resource),
    `Uma das abas da lista, das que o perfil tem: ${tabTexts}${INCOMPLETE_TAB_NAME}: os que quem pode salvar deve completar.`, EXTENSION);
};

const FILTER = 'Filtros por campo; `id` aceita uma lista de ids, um período ou uma faixa `{from, to}`, '
  + 'e `q` procura nos campos que dão nome ao registro.';

/** Parameters of filters and sort, which exports take too. */
export const selectionParams = (config: Config, resource: Resource): Json[] => {
  const [field, order] = resource.list.sort;
  if (!hasDialect(resource)) {
    const pair = {type: 'array', prefixItems: [{...TEXT, enum: sortable(resource)}, {enum: ['ASC', 'DESC']}], minItems: 2, maxItems: 2};
    const params = listFilters(resource).filter(listFilter => listFilter.params.length > 1).flatMap(listFilter => listFilter.params);
    const names = [...Object.keys(resource.fields), ...params, ...(goToFields(resource).length > 0 ? [SEARCH_PARAM] : [])];
    const properties = {...Object.fromEntries(names.map(name => [name, {}])), [TAB_PARAM]: tabSchema(resource)};
    const filter = {...objectOf(properties, []), additionalProperties: true};
    return [
      jsonParam('sort', pair, `Ordem; sem ela, ["${field}","${order.toUpperCase()}"].`),
      jsonParam('filter', filter, FILTER),
    ];
  }
  return [
    ...filterParams(config, resource),
    tabParam(resource),
    queryParam('sort', {...TEXT, enum: sortable(resource), default: field}, 'Campo da ordem.', EXTENSION),
    queryParam('order', {...TEXT, enum: ['asc', 'desc']}, `Direção; sem \`sort\`, ${order}.`, EXTENSION),
  ];
};

const jsonParam = (name: string, schema: Json, description: string): Json => ({
  name, in: 'query', required: false, description, content: asJson(schema),
});

export const listParams = (config: Config, resource: Resource): Json[] => {
  if (!hasDialect(resource)) {
    const range = {type: 'array', items: COUNT, minItems: 2, maxItems: 2};
    return [
      ...selectionParams(config, resource),
      jsonParam('range', range, 'Primeira e última posição, a partir de 0; no máximo 1000 registros.'),
    ];
  }
  const pages = resource.api?.answer === 'page'
    ? queryParam('page', {...ID, default: 1}, 'Página, a partir de 1.')
    : queryParam('page', ID, 'Página, a partir de 1. Sem ela vem tudo.', EXTENSION);
  return [
    pages,
    queryParam('pageSize', {type: 'integer', enum: [...PAGE_SIZES], default: DEFAULT_PAGE_SIZE}, 'Registros por página.', EXTENSION),
    ...selectionParams(config, resource),
    ...(resource.api?.echo ?? []).map(name => queryParam(name, COUNT, 'Aceito e ignorado: quem pergunta se sabe pelo token.')),
  ];
};

const RANGE_HEADER: Json = {'Content-Range': {description: '`recurso primeira-última/total`.', schema: TEXT}};

/** Header for callers who may complete the records. */
const INCOMPLETE_HEADERS: Json = {[INCOMPLETE_HEADER]: {
  description: `Quantos há para completar (\`${TAB_PARAM}=${INCOMPLETE_TAB_NAME}\`), ` +
    `contados até ${MAX_INCOMPLETE_COUNTED}; ausente: nenhum.`,
  schema: COUNT, required: false, ...EXTENSION,
}};

export const listResponse = (name: string, resource: Resource): Json => {
  const rows = arrayOf(ref(recordComponent(name)));
  if (!hasDialect(resource)) return answer('Os registros pedidos.', rows, {...RANGE_HEADER, ...TOTAL_HEADER, ...INCOMPLETE_HEADERS});
  return resource.api?.answer === 'array'
    ? answer('Os registros pedidos.', rows, {...TOTAL_HEADER, ...INCOMPLETE_HEADERS})
    : answer('Os registros pedidos e quantos há ao todo.', objectOf({total: COUNT, registros: rows}), INCOMPLETE_HEADERS);
};
