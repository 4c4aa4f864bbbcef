/** The user a path says to be acting. */
import type {FastifyRequest} from 'fastify';
import {forbidden} from '../errors.ts';

/**
 * Where the path names a user, it must be the caller (decisions §2): the history never lies.
 *
 * @throws Refusal 403
 */
export const demandSelf = (request: FastifyRequest): void => {
  const {idUsuario} = request.params as {idUsuario?: string};
  if (idUsuario !== undefined && idUsuario !== String(request.actor.id)) throw forbidden();
};
