/** Files that are looked at and not kept (validar-extensao-arquivo; rules: Files 6). */
import type {FastifyRequest} from 'fastify';
import type {Context} from '../context.ts';
import {Refusal} from '../errors.ts';
import {drain, readMultipart} from './multipart.ts';

/**
 * Reads the one file of a body into nothing.
 *
 * @returns whether there was one; it passed then
 * @throws Refusal as {@link readMultipart}; TAMANHO for a second file
 */
export const inspectFile = async (context: Context, request: FastifyRequest): Promise<boolean> => {
  if (!request.isMultipart()) return false;
  try {
    const {files} = await readMultipart(context, request, {
      fields: [], mostFiles: 1, tooManyFiles: () => new Refusal('TAMANHO', context.config.files.messages.oneOnly),
      sentence: 'one',
      onFile: async (_nome, bytes) => {
        for await (const _chunk of bytes);
      },
    });
    return files.length > 0;
  } catch (error) {
    drain(request);
    throw error;
  }
};
