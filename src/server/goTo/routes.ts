/** GET ir-para?texto= (rules: Screens 8): records by number or name, for whoever is signed in. */
import type {FastifyPluginAsync} from 'fastify';
import {GO_TO, GO_TO_MOST, GO_TO_PARAM, GO_TO_SHORTEST, isSearchable} from '../../schema/lists/goTo.ts';
import {GO_TO_LENGTH} from '../../schema/lists/options.ts';
import {foundRecord} from '../../schema/wire.ts';
import type {Context} from '../context.ts';
import {route, typedText} from '../http/route.ts';
import {answer, queryParam, SERVICE} from '../openapi/call.ts';
import {arrayOf, ref, TEXT} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {find} from './find.ts';

const text = queryParam(
  GO_TO_PARAM, {...TEXT, maxLength: GO_TO_LENGTH},
  `Um número, ou pelo menos ${GO_TO_SHORTEST} letras de um nome; menos que isso não encontra nada.`,
);
const nearest = {...arrayOf(ref('encontrado')), maxItems: GO_TO_MOST};

export const goToRoutes = (context: Context): FastifyPluginAsync => async app => {
  route(app, {
    endpoint: GO_TO, id: 'servico.irPara', tag: SERVICE, summary: 'Registros pelo número, pelo nome ou por palavras juntas',
    description: 'Nas listas que o perfil de quem pergunta tem, dentro do que ele alcança. '
      + 'Palavras que nomeiam um status, uma aba, um filtro ou a própria lista a restringem; as outras são procuradas no que ela mostra. '
      + 'Sem diferença entre maiúsculas e minúsculas, nem acentos.',
    parameters: [text], answers: {200: answer('Os mais próximos; o registro desse número é o primeiro.', nearest)},
    schemas: () => ({encontrado: shapeOf(foundRecord, {recurso: {enum: Object.keys(context.config.resources)}})}),
  }, async request => {
    const typed = typedText(request.query, GO_TO_PARAM);
    return isSearchable(typed) ? find(context, request.actor, typed) : [];
  });
};
