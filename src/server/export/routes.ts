/** GET {list}/exportar?formato=csv|xlsx&colunas=… (rules: Lists 10): what the list shows, all of it, as a file. */
import type {FastifyPluginAsync} from 'fastify';
import {exportable} from '../../schema/lists/columns.ts';
import {dayFromToday} from '../../schema/fields/dates.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {invalidParam, Refusal} from '../errors.ts';
import {attachment} from '../http/sendFile.ts';
import {sendPortions} from '../http/portions.ts';
import {route} from '../http/route.ts';
import {readListQuery} from '../lists/dialects.ts';
import {selectionParams} from '../lists/listDocument.ts';
import {matchingIds} from '../lists/planner/list.ts';
import {turnsWhileConnected, type ReadTurns} from '../lists/portions.ts';
import {queryParam, TOTAL_HEADER, type Call} from '../openapi/call.ts';
import {tagOf, type Described} from '../openapi/described.ts';
import {isTold} from '../openapi/fields.ts';
import {TEXT, type Json} from '../openapi/json.ts';
import {columnsOf, isFormato, TYPES} from './columns.ts';
import {batchesOf} from './table.ts';
import {createThread} from './thread.ts';

/** Files on their way at once. What each holds is small; more would only make all of them slower. */
const MOST = 8;
/** Seconds until another try makes sense. */
const RETRY = 10;

const refused = (message: string): Refusal => new Refusal('LIMITE', message, {retryAfter: RETRY});

interface Places {
  /**
   * Takes the person's place until what is returned is called, once or more often.
   *
   * @throws Refusal LIMITE when they have one, or none is free
   */
  enter(person: number): () => void;
}

/** Who may export now: a person once, a few in all. */
const createPlaces = (): Places => {
  const people = new Set<number>();
  return {
    enter: person => {
      if (people.has(person)) {
        throw refused('Você já tem uma exportação em andamento. Espere que ela termine, ou cancele-a, e tente novamente.');
      }
      if (people.size >= MOST) throw refused('Há muitas exportações em andamento. Aguarde alguns instantes e tente novamente.');
      people.add(person);
      let left = false;
      return () => {
        // Once only: the person may be in again.
        if (!left) people.delete(person);
        left = true;
      };
    },
  };
};

/** All of it, and `over` once its last portion is taken, its receiver has left or it failed. */
async function* until<T>(over: () => void, portions: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* portions;
  } finally {
    over();
  }
}

const BINARY: Json = {schema: {type: 'string', format: 'binary'}};
/** A media type stands in the document without its parameters. */
const CONTENT = Object.fromEntries(Object.values(TYPES).map(type => [type.replace(/;.*/, ''), BINARY]));

const exportCall = ({config, name, resource}: Described, path: string): Call => {
  const told = exportable(resource).filter(column => resource.fields[column] === undefined || isTold(resource.fields[column]));
  const columns = {type: 'array', items: {...TEXT, enum: told}, default: resource.list.columns.filter(column => told.includes(column))};
  return {
    endpoint: `GET ${path}/exportar`, id: `${name}.exportar`, tag: tagOf(resource), summary: `Exporta a lista de ${resource.label.many}`,
    may: resource.access.list,
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
  };
};

export const exportRoutes = (context: Context, turns: ReadTurns): FastifyPluginAsync => async app => {
  const places = createPlaces();
  const thread = createThread(error => app.log.error({err: error}, 'the thread that writes exports died'));
  app.addHook('onClose', () => thread.close());

  for (const [name, resource] of Object.entries(context.config.resources)) {
    const {list} = apiOf(name, resource);
    if (list === undefined) continue;
    route(app, exportCall({config: context.config, name, resource}, parseEndpoint(list).path), async (request, reply) => {
      const {actor} = request;
      const {formato, colunas} = request.query as {formato?: unknown; colunas?: unknown};
      if (!isFormato(formato)) throw invalidParam('formato');
      const columns = columnsOf(context, resource, actor, colunas);
      const query = readListQuery(resource, request);

      const takeTurn = turnsWhileConnected(reply, turns);
      const leave = places.enter(actor.id);
      try {
        const ids = await takeTurn(() => matchingIds(context, name, actor, query));
        const title = resource.label.many;
        const batches = batchesOf(context, name, request, columns, ids, takeTurn);
        const file = thread.write({formato, title, columns, lists: context.config.lists}, batches);
        return await sendPortions(request, reply, {
          'x-total-count': ids.length, 'content-disposition': attachment(`${title} ${dayFromToday(0)}.${formato}`),
          'content-type': TYPES[formato],
        }, until(leave, file));
      } catch (error) {
        leave();
        throw error;
      }
    }, {exposeHeadRoute: false});
  }
};
