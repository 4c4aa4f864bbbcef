/** Saved filters in the document (rules: Lists 9). */
import type {Config} from '../../schema/config.ts';
import {newSavedFilter, savedFilter} from '../../schema/wire.ts';
import {answer, LOCATION, queryParam, type Documented} from '../openapi/call.ts';
import {DELETED} from '../openapi/described.ts';
import {arrayOf, asJson, ref, TEXT} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';

const tag = 'Filtros salvos';
const one = ref('filtroSalvo');

export const savedFilterDocument = ({resources}: Config): Documented => {
  const recurso = {enum: Object.keys(resources)};
  return {
    calls: [
      {
        endpoint: 'GET filtros-salvos', id: 'filtros.listar', tag, summary: 'Os filtros de quem pergunta',
        parameters: [queryParam('recurso', TEXT, 'Só os desta lista.')], answers: {200: answer('Por nome.', arrayOf(one))},
      },
      {
        endpoint: 'POST filtros-salvos', id: 'filtros.salvar', tag, summary: 'Salva um filtro', body: asJson(ref('filtroSalvo.novo')),
        answers: {201: answer('O filtro.', one, LOCATION), 200: answer('O filtro que substituiu o de mesmo nome.', one)},
      },
      {endpoint: 'DELETE filtros-salvos/:id', id: 'filtros.excluir', tag, summary: 'Exclui um filtro', answers: {200: DELETED}},
    ],
    schemas: {'filtroSalvo.novo': shapeOf(newSavedFilter, {recurso}), filtroSalvo: shapeOf(savedFilter, {recurso})},
  };
};
