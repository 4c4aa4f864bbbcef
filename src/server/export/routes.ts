/** GET {list}/exportar?formato=csv|xlsx&colunas=… (rules: Lists 10): exports all rows of a list query as a file. */
import type {FastifyPluginAsync} from 'fastify';
import {listExportableColumns} from '../../schema/lists/columns.ts';
import {dayFromToday} from '../../schema/fields/dates.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {invalidParam, Refusal} from '../errors.ts';
import {attachmentDisposition} from '../http/sendFile.ts';
import {sendStream} from '../http/streaming.ts';
import {addRoute} from '../http/route.ts';
import {readListQuery} from '../lists/dialects.ts';
import {selectionParams} from '../lists/listDocument.ts';
import {matchingIds} from '../lists/planner/list.ts';
import {batchesWhileConnected, type BatchQueue} from '../lists/batches.ts';
import {queryParam, TOTAL_HEADER, type Call} from '../openapi/call.ts';
import {tagOf, type DescribedResource} from '../openapi/describedResource.ts';
import {isInApi} from '../openapi/fields.ts';
import {TEXT, type Json} from '../openapi/json.ts';
import {exportColumns, isFormato, MEDIA_TYPES} from './columns.ts';
import {readExportBatches} from './exportBatches.ts';
import {createWriterThread} from './writerThread.ts';

/** Maximum of concurrent exports. More would only slow each one down; memory per export is small. */
const MAX_EXPORTS = 8;
const RETRY_SECONDS = 10;

const limitRefusal = (message: string): Refusal => new Refusal('LIMITE', message, {retryAfter: RETRY_SECONDS});

interface ExportSlots {
  /**
   * Takes a slot for a person; the returned function releases it and may be called repeatedly.
   *
   * @throws Refusal LIMITE when they have a slot already, or none is free
   */
  acquire(person: number): () => void;
}

const createSlots = (): ExportSlots => {
  const people = new Set<number>();
  return {
    acquire: person => {
      if (people.has(person)) {
        throw limitRefusal('Você já tem uma exportação em andamento. Espere que ela termine, ou cancele-a, e tente novamente.');
      }
      if (people.size >= MAX_EXPORTS) throw limitRefusal('Há muitas exportações em andamento. Aguarde alguns instantes e tente novamente.');
      people.add(person);
      let isReleased = false;
      return () => {
        // Releases once, because the person may have taken a new slot since.
        if (!isReleased) people.delete(person);
        isReleased = true;
      };
    },
  };
};

/** Calls `onEnd` when the stream ends, fails or is abandoned. */
async function* withCleanup<T>(onEnd: () => void, chunks: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* chunks;
  } finally {
    onEnd();
  }
}

const BINARY: Json = {schema: {type: 'string', format: 'binary'}};
const CONTENT = Object.fromEntries(Object.values(MEDIA_TYPES).map(type => [type.replace(/;.*/, ''), BINARY]));

const exportCall = ({config, name, resource}: DescribedResource, path: string): Call => {
  const names = listExportableColumns(resource).filter(column => resource.fields[column] === undefined || isInApi(resource.fields[column]));
  const columns = {type: 'array', items: {...TEXT, enum: names}, default: resource.list.columns.filter(column => names.includes(column))};
  return {
    endpoint: `GET ${path}/exportar`, id: `${name}.exportar`, tag: tagOf(resource), summary: `Exporta a lista de ${resource.label.many}`,
    allowedProfiles: resource.access.list,
    parameters: [
      {
        ...queryParam('formato', {...TEXT, enum: Object.keys(MEDIA_TYPES)}, 'Planilha ou texto separado por ponto e vírgula.'),
        required: true,
      },
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

export const exportRoutes = (context: Context, turns: BatchQueue): FastifyPluginAsync => async app => {
  const slots = createSlots();
  const thread = createWriterThread(error => app.log.error({err: error}, 'the thread that writes exports died'));
  app.addHook('onClose', () => thread.close());

  for (const [name, resource] of Object.entries(context.config.resources)) {
    const {list} = apiOf(name, resource);
    if (list === undefined) continue;
    addRoute(app, exportCall({config: context.config, name, resource}, parseEndpoint(list).path), async (request, reply) => {
      const {actor} = request;
      const {formato, colunas} = request.query as {formato?: unknown; colunas?: unknown};
      if (!isFormato(formato)) throw invalidParam('formato');
      const columns = exportColumns(context, resource, actor, colunas);
      const query = readListQuery(resource, request);

      const takeTurn = batchesWhileConnected(reply, turns);
      const release = slots.acquire(actor.id);
      try {
        const ids = await takeTurn(() => matchingIds(context, name, actor, query));
        const title = resource.label.many;
        const batches = readExportBatches(context, name, request, columns, ids, takeTurn);
        const file = thread.write({formato, title, columns, lists: context.config.lists}, batches);
        return await sendStream(request, reply, {
          'x-total-count': ids.length, 'content-disposition': attachmentDisposition(`${title} ${dayFromToday(0)}.${formato}`),
          'content-type': MEDIA_TYPES[formato],
        }, withCleanup(release, file));
      } catch (error) {
        release();
        throw error;
      }
    }, {exposeHeadRoute: false});
  }
};
