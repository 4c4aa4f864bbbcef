/** Go-to in the document (rules: Screens 8). */
import type {Config} from '../../schema/config.ts';
import {GO_TO, GO_TO_LENGTH, GO_TO_MOST, GO_TO_PARAM, GO_TO_SHORTEST} from '../../schema/goTo.ts';
import {foundRecord} from '../../schema/wire.ts';
import {answer, queryParam, SERVICE, type Documented} from '../openapi/call.ts';
import {arrayOf, ref, TEXT} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';

const asked = queryParam(
  GO_TO_PARAM, {...TEXT, maxLength: GO_TO_LENGTH},
  `Um número, ou pelo menos ${GO_TO_SHORTEST} letras de um nome; menos que isso não encontra nada.`,
);
const found = {...arrayOf(ref('encontrado')), maxItems: GO_TO_MOST};

export const goToDocument = ({resources}: Config): Documented => ({
  calls: [{
    endpoint: GO_TO, id: 'servico.irPara', tag: SERVICE, summary: 'Registros pelo número ou pelo nome',
    description: 'Nas listas que o perfil de quem pergunta tem, dentro do que ele alcança. '
      + 'Sem diferença entre maiúsculas e minúsculas, nem acentos.',
    parameters: [asked],
    answers: {200: answer('Os mais próximos; o registro desse número é o primeiro.', found)},
  }],
  schemas: {encontrado: shapeOf(foundRecord, {recurso: {enum: Object.keys(resources)}})},
});
