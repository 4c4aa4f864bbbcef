/** GET ir-para?texto= (rules: Screens 8): finds records by id or title, or by the texts of lists, for any signed-in person. */
import type {FastifyPluginAsync} from 'fastify';
import {
  GO_TO_CALL, MAX_GO_TO_RECORDS, GO_TO_PARAM, GO_TO_SEARCH_IN_PARAM, MIN_GO_TO_LENGTH, GO_TO_SEARCH_IN_TEXTS, isSearchable,
  UNSEARCHED_HEADER,
} from '../../schema/lists/goTo.ts';
import {MAX_SEARCH_TEXT_LENGTH} from '../../schema/lists/options.ts';
import {goToHit} from '../../schema/apiShapes.ts';
import type {Context} from '../context.ts';
import {invalidParam} from '../errors.ts';
import {addRoute, readTextParam} from '../http/route.ts';
import {answer, EXTENSION, queryParam, SERVICE_TAG} from '../openapi/call.ts';
import {arrayOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {findByTitle} from './findByTitle.ts';
import {findInTexts} from './findInTexts.ts';

const textParam = queryParam(
  GO_TO_PARAM, {...TEXT, maxLength: MAX_SEARCH_TEXT_LENGTH},
  `Um número, ou pelo menos ${MIN_GO_TO_LENGTH} letras de um nome; menos que isso não encontra nada.`,
);
const partParam = queryParam(
  GO_TO_SEARCH_IN_PARAM, {...TEXT, enum: [GO_TO_SEARCH_IN_TEXTS]},
  'Procura as palavras, em vez disso, nos textos pelos quais as listas são filtradas. '
    + `Se demora demais, as listas que faltam ficam de fora, e \`${UNSEARCHED_HEADER}\` as nomeia.`,
);
const unsearchedHeader: Json = {[UNSEARCHED_HEADER]: {
  description: 'Os recursos que não foram procurados por falta de tempo, separados por vírgula; ausente: nenhum.',
  schema: TEXT, required: false, ...EXTENSION,
}};
const bestRecords = {...arrayOf(ref('encontrado')), maxItems: MAX_GO_TO_RECORDS};

export const goToRoutes = (context: Context): FastifyPluginAsync => async app => {
  addRoute(app, {
    endpoint: GO_TO_CALL, id: 'servico.irPara', tag: SERVICE_TAG, summary: 'Registros pelo número, pelo nome ou por palavras juntas',
    description: 'Nas listas que o perfil de quem pergunta tem, dentro do que ele alcança. '
      + 'Palavras que nomeiam um status, uma aba, um filtro ou a própria lista a restringem; as outras são procuradas no que ela mostra. '
      + 'Sem diferença entre maiúsculas e minúsculas, nem acentos.',
    parameters: [textParam, partParam],
    answers: {200: answer('Os mais próximos; o registro desse número é o primeiro.', bestRecords, unsearchedHeader)},
    schemas: () => ({encontrado: objectSchemaOf(goToHit, {recurso: {enum: Object.keys(context.config.resources)}})}),
  }, async (request, reply) => {
    const typed = readTextParam(request.query, GO_TO_PARAM);
    const {[GO_TO_SEARCH_IN_PARAM]: requestedPart} = request.query as Readonly<Record<string, unknown>>;
    if (requestedPart !== undefined && requestedPart !== GO_TO_SEARCH_IN_TEXTS) throw invalidParam(GO_TO_SEARCH_IN_PARAM);
    if (!isSearchable(typed)) return [];
    if (requestedPart === undefined) return findByTitle(context, request.actor, typed);
    const {records, unsearched} = await findInTexts(context, request.actor, typed);
    if (unsearched.length > 0) void reply.header(UNSEARCHED_HEADER, unsearched.join(','));
    return records;
  });
};
