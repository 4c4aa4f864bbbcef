/** The user a path says to be acting. */
import type {Actor} from '../context.ts';
import {forbidden} from '../errors.ts';

/**
 * Where the path names a user, it must be the caller: the history never lies.
 *
 * @param idUsuario as the path has it
 * @throws Refusal 403
 */
export const demandSelf = (actor: Actor, idUsuario: string | undefined): void => {
  if (idUsuario !== undefined && idUsuario !== String(actor.id)) throw forbidden();
};
