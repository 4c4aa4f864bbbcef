/** GET limites (rules: Files 9): how large a file may be and how many a record may have, before anybody chooses one. */
import type {FastifyPluginAsync} from 'fastify';
import {LIMITS} from '../../../schema/parts.ts';
import {uploadLimits, type UploadLimits} from '../../../schema/wire.ts';
import type {Context} from '../../context.ts';
import {route} from '../../http/route.ts';
import {answer, SERVICE} from '../../openapi/call.ts';
import {shapeOf} from '../../openapi/shapes.ts';

export const limitRoutes = ({env}: Context): FastifyPluginAsync => async app => {
  const limits: UploadLimits = {arquivoMaxMb: env.UPLOAD_MAX_MB, arquivosMax: env.UPLOAD_MAX_FILES};
  route(app, {
    endpoint: LIMITS, id: 'servico.limites', tag: SERVICE, summary: 'Os limites dos arquivos',
    answers: {200: answer('O que este servidor aceita.', shapeOf(uploadLimits))},
  }, () => limits);
};
