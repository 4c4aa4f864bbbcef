/** How a list is asked for and answered in the document: by the dialect the resource declares (rules: Lists 1). */
import type {Config, Resource} from '../../schema/config/config.ts';
import {goToFields, SEARCH} from '../../schema/lists/goTo.ts';
import {filteredField, ruleOf} from '../../schema/fields/kinds.ts';
import {isOrdered} from '../../schema/lists/columns.ts';
import {hasDialect} from '../../schema/paths.ts';
import {filterMaxLength, filtersOf, NONE, PAGE_SIZE, PAGE_SIZES, type ListFilter} from '../../schema/lists/query.ts';
import {endLabelOf, ENDS, labelOf, wayOf} from '../../schema/fields/filterWays.ts';
import {INCOMPLETE, INCOMPLETE_HEADER, MOST_COUNTED} from '../../schema/lifeCycle/incomplete.ts';
import {TAB} from '../../schema/lifeCycle/tabs.ts';
import {answer, EXTENSION, queryParam, TOTAL_HEADER} from '../openapi/call.ts';
import {isTold, valueSchema} from '../openapi/fields.ts';
import {arrayOf, asJson, COUNT, ID, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {recordName} from '../openapi/schemas.ts';

const sortable = (resource: Resource): string[] =>
  ['id', ...Object.entries(resource.fields).filter(([, field]) => isOrdered(field) && isTold(field)).map(([name]) => name)];

const filterSchema = (config: Config, one: ListFilter): Json => {
  const field = filteredField(one.field);
  if (ruleOf(field).several) return {...TEXT, description: 'Vários ids, com vírgulas: quem tem um deles.'};
  return wayOf(field).searched
    ? {...TEXT, maxLength: filterMaxLength(one)}
    : {anyOf: [valueSchema(config, field), {enum: ['', 0, ...(one.filter.none === undefined ? [] : [NONE])]}]};
};

/** The ends of a range, and what is said of them. */
const endOf = (one: ListFilter): {schema: Json; note: string} =>
  wayOf(one.field).dated
    ? {schema: {...TEXT, format: 'date'}, note: 'inclusive, no horário de São Paulo'}
    : {schema: {type: 'integer'}, note: 'inclusive'};

const filterParams = (config: Config, resource: Resource): Json[] =>
  filtersOf(resource).flatMap(one => {
    const label = labelOf(one);
    const [first = one.name, second] = one.params;
    const more = one.filter.input === 'none' || one.filter.optional === true ? EXTENSION : {};
    const none = one.filter.none === undefined ? '' : ` ${NONE}: ${one.filter.none}.`;
    if (second === undefined) return [queryParam(first, filterSchema(config, one), `${label}. Vazio ou 0: sem filtro.${none}`, more)];
    const {schema, note} = endOf(one);
    return ENDS.map(end =>
      queryParam(
        end === 'from' ? first : second, {anyOf: [schema, {const: ''}]}, `${endLabelOf(one.filter, end) ?? label}, ${note}.`, more,
      ));
  });

const tabSchema = ({tabs = {}}: Resource): Json => ({...TEXT, enum: ['', ...Object.keys(tabs), INCOMPLETE]});
/** The tab that a list is of, as it is told with its filters. */
const tabParam = (resource: Resource): Json => {
  const told = Object.entries(resource.tabs ?? {}).map(([name, {label}]) => `${name}: ${label}; `).join('');
  return queryParam(TAB, tabSchema(resource),
    `Uma das abas da lista, das que o perfil tem: ${told}${INCOMPLETE}: os que quem pode salvar deve completar.`, EXTENSION);
};

const FILTER = 'Filtros por campo; `id` aceita uma lista de ids, um período ou uma faixa `{from, to}`, '
  + 'e `q` procura nos campos que dão nome ao registro.';

/** The filters and the order of a list, which its export takes too. */
export const selectionParams = (config: Config, resource: Resource): Json[] => {
  const [field, order] = resource.list.sort;
  if (!hasDialect(resource)) {
    const pair = {type: 'array', prefixItems: [{...TEXT, enum: sortable(resource)}, {enum: ['ASC', 'DESC']}], minItems: 2, maxItems: 2};
    const params = filtersOf(resource).filter(one => one.params.length > 1).flatMap(one => one.params);
    const names = [...Object.keys(resource.fields), ...params, ...(goToFields(resource).length > 0 ? [SEARCH] : [])];
    const known = {...Object.fromEntries(names.map(name => [name, {}])), [TAB]: tabSchema(resource)};
    const filter = {...objectOf(known, []), additionalProperties: true};
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

/** The query parameters of a list. */
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
    queryParam('pageSize', {type: 'integer', enum: [...PAGE_SIZES], default: PAGE_SIZE}, 'Registros por página.', EXTENSION),
    ...selectionParams(config, resource),
    ...(resource.api?.echo ?? []).map(name => queryParam(name, COUNT, 'Aceito e ignorado: quem pergunta se sabe pelo token.')),
  ];
};

const RANGE_HEADER: Json = {'Content-Range': {description: '`recurso primeira-última/total`.', schema: TEXT}};

/** Told to whoever may mend them. */
const LEFT_HEADER: Json = {[INCOMPLETE_HEADER]: {
  description: `Quantos há para completar (\`${TAB}=${INCOMPLETE}\`), contados até ${MOST_COUNTED}; ausente: nenhum.`,
  schema: COUNT, required: false, ...EXTENSION,
}};

/** The 200 of a list. */
export const listResponse = (name: string, resource: Resource): Json => {
  const rows = arrayOf(ref(recordName(name)));
  if (!hasDialect(resource)) return answer('Os registros pedidos.', rows, {...RANGE_HEADER, ...TOTAL_HEADER, ...LEFT_HEADER});
  return resource.api?.answer === 'array'
    ? answer('Os registros pedidos.', rows, {...TOTAL_HEADER, ...LEFT_HEADER})
    : answer('Os registros pedidos e quantos há ao todo.', objectOf({total: COUNT, registros: rows}), LEFT_HEADER);
};
