/** GET {list}/exportar?formato=csv|xlsx&colunas=… (decisions §7): what the list shows, all of it, as a file. */
import {Readable} from 'node:stream';
import type {FastifyPluginAsync} from 'fastify';
import {may} from '../../schema/access.ts';
import {dayFromToday} from '../../schema/dates.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {forbidden, invalid} from '../errors.ts';
import {attachment} from '../files/disposition.ts';
import {listQuery} from '../resources/dialects.ts';
import {matchingIds} from '../resources/list.ts';
import {csvOf} from './csv.ts';
import {batchesOf, columnsOf, type Cell, type Column} from './table.ts';
import {xlsxOf} from './xlsx.ts';

interface Format {
  type: string;
  write(title: string, columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncIterable<string | Uint8Array>;
}

const FORMATS: Readonly<Record<string, Format>> = {
  csv: {type: 'text/csv; charset=utf-8', write: (_title, columns, batches) => csvOf(columns, batches)},
  xlsx: {type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: xlsxOf},
};

export const exportRoutes = (context: Context): FastifyPluginAsync => async app => {
  for (const [name, resource] of Object.entries(context.config.resources)) {
    const {list} = apiOf(name, resource);
    if (list === undefined) continue;
    // A question for the headers alone would write the whole file.
    app.get(`/${parseEndpoint(list).path}/exportar`, {exposeHeadRoute: false}, async (request, reply) => {
      const {actor} = request;
      if (!may(resource, 'list', actor.perfil)) throw forbidden();
      const {formato, colunas} = request.query as {formato?: unknown; colunas?: unknown};
      const format = typeof formato === 'string' && Object.hasOwn(FORMATS, formato) ? FORMATS[formato] : undefined;
      if (typeof formato !== 'string' || format === undefined) throw invalid([{campo: 'formato', mensagem: 'Parâmetro inválido: formato.'}]);
      const columns = columnsOf(context, resource, actor, colunas);
      const ids = await matchingIds(context, name, actor, listQuery(resource, request));
      const title = resource.label.many;
      const file = format.write(title, columns, batchesOf(context, name, actor, columns, ids));
      return reply
        .headers({'x-total-count': ids.length, 'content-disposition': attachment(`${title} ${dayFromToday(0)}.${formato}`)})
        .type(format.type)
        .send(Readable.from(file, {objectMode: false}));
    });
  }
};
