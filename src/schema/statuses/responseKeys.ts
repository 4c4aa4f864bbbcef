/** Keys that answers add to a record with a life cycle: its last comment and whom it waits for (rules: Tickets 16). */
import type {Resource} from '../shapes/config.ts';
import {statusesOf} from './statuses.ts';

export const LAST_COMMENT_KEY = 'ultimoComentario';
/** Person or profile for whom the record waits. */
export const TURN_HOLDER_KEY = 'aguarda';

export const declaresTurnHolders = (resource: Resource): boolean => statusesOf(resource).some(({waits}) => waits !== undefined);

export const statusResponseKeys = (resource: Resource): string[] =>
  (resource.status === undefined ? [] : [LAST_COMMENT_KEY, ...(declaresTurnHolders(resource) ? [TURN_HOLDER_KEY] : [])]);
