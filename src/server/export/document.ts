/** The export of a list in the document (rules: Lists 10). */
import {exportable} from '../../schema/columns.ts';
import {selectionParams} from '../lists/document.ts';
import {queryParam, TOTAL_HEADER, type Documented} from '../openapi/call.ts';
import {listPath, mayInWords, tagOf, type Described} from '../openapi/described.ts';
import {isTold} from '../openapi/fields.ts';
import {TEXT, type Json} from '../openapi/json.ts';
import {TYPES} from './formats.ts';

const BINARY: Json = {schema: {type: 'string', format: 'binary'}};
/** A media type stands in the document without its parameters. */
const CONTENT = Object.fromEntries(Object.values(TYPES).map(type => [type.replace(/;.*/, ''), BINARY]));

export const exportDocument = (described: Described): Documented => {
  const {config, name, resource} = described;
  const path = listPath(described);
  if (path === undefined) return {calls: []};
  const told = exportable(resource).filter(column => resource.fields[column] === undefined || isTold(resource.fields[column]));
  const columns = {type: 'array', items: {...TEXT, enum: told}, default: [...resource.list.columns]};
  return {
    calls: [{
      endpoint: `GET ${path}/exportar`, id: `${name}.exportar`, tag: tagOf(resource), summary: `Exporta a lista de ${resource.label.many}`,
      profiles: mayInWords(described, 'list'),
      parameters: [
        {...queryParam('formato', {...TEXT, enum: Object.keys(TYPES)}, 'Planilha ou texto separado por ponto e vírgula.'), required: true},
        queryParam('colunas', columns, 'Colunas, em ordem, separadas por vírgula.', {style: 'form', explode: false}),
        ...selectionParams(config, resource),
      ],
      answers: {
        200: {
          description: 'Todos os registros, sem limite.', content: CONTENT,
          headers: {...TOTAL_HEADER, 'Content-Disposition': {schema: TEXT}},
        },
      },
    }],
  };
};
