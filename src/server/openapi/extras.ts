/** What every list has beside its calls of §7: an export, and the history of its records. */
import {historyOperation} from '../../schema/access.ts';
import type {Endpoint} from '../../schema/config.ts';
import {apiOf, historyCall as callOf, parseEndpoint} from '../../schema/paths.ts';
import {exportable} from '../../schema/columns.ts';
import {answer, queryParam, TOTAL_HEADER, type CallDoc} from './call.ts';
import {valueSchema} from './fields.ts';
import {arrayOf, INSTANT, objectOf, ref, TEXT, type Json} from './json.ts';
import {selectionParams} from './lists.ts';
import {mayInWords, tagOf, type Described} from './resources.ts';

const BINARY: Json = {schema: {type: 'string', format: 'binary'}};
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const extraSchemas: Readonly<Record<string, Json>> = {
  alteracao: objectOf({
    dataCriacao: INSTANT, nomeUsuario: TEXT, acao: TEXT,
    campos: arrayOf(objectOf({campo: TEXT, rotulo: TEXT, antes: TEXT, depois: TEXT})),
  }),
};

const listPath = ({name, resource}: Described): string | undefined => {
  const {list} = apiOf(name, resource);
  return list === undefined ? undefined : parseEndpoint(list).path;
};

export const exportCall = (described: Described): CallDoc[] => {
  const {config, name, resource} = described;
  const path = listPath(described);
  if (path === undefined) return [];
  const columns = exportable(resource);
  return [{
    endpoint: `GET ${path}/exportar`, id: `${name}.exportar`, tag: tagOf(resource), summary: `Exporta a lista de ${resource.label.many}`,
    profiles: mayInWords(described, 'list'),
    parameters: [
      {...queryParam('formato', {...TEXT, enum: ['csv', 'xlsx']}, 'Planilha ou texto separado por ponto e vírgula.'), required: true},
      queryParam('colunas', {type: 'array', items: {...TEXT, enum: columns}, default: [...resource.list.columns]}, 'Colunas, em ordem, separadas por vírgula.', {
        style: 'form', explode: false,
      }),
      ...selectionParams(config, resource),
    ],
    answers: {200: {description: 'Todos os registros, sem limite.', content: {'text/csv': BINARY, [XLSX]: BINARY}, headers: {...TOTAL_HEADER, 'Content-Disposition': {schema: TEXT}}}},
  }];
};

/** The choices of a field, where a call answers them. */
export const choiceCalls = ({config, name, resource}: Described): CallDoc[] =>
  Object.entries(resource.fields).flatMap(([key, field]): CallDoc[] => {
    if (field.kind !== 'escolha' || field.combo === undefined) return [];
    const row = objectOf({id: valueSchema(config, field), descricao: TEXT});
    return [{
      endpoint: field.combo as Endpoint, id: `${name}.${key}.opcoes`, tag: tagOf(resource), summary: `Opções de ${field.label}`,
      answers: {200: answer('As opções.', arrayOf(row))},
    }];
  });

export const historyCall = (described: Described): CallDoc[] => {
  const {name, resource} = described;
  const endpoint = callOf(name, resource);
  if (endpoint === undefined) return [];
  return [{
    endpoint, id: `${name}.historico`, tag: tagOf(resource), summary: `Quem mudou o quê em ${resource.label.one}`, profiles: mayInWords(described, historyOperation(resource)),
    answers: {200: answer('Do mais novo ao mais antigo; valores como se leem.', arrayOf(ref('alteracao')))},
  }];
};
