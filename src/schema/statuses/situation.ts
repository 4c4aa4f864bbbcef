/** Keys that answers add to a record with a life cycle: its last comment and whom it waits for (rules: Tickets 16). */
import type {Resource} from '../config/config.ts';
import {statusesOf} from './statuses.ts';

export const LAST_COMMENT = 'ultimoComentario';
/** Person or profile for whom the record waits. */
export const WAITED_FOR = 'aguarda';

/** Whether a resource declares for whom its records wait. */
export const tellsWaiting = (resource: Resource): boolean => statusesOf(resource).some(({waits}) => waits !== undefined);

export const situationKeys = (resource: Resource): string[] =>
  (resource.status === undefined ? [] : [LAST_COMMENT, ...(tellsWaiting(resource) ? [WAITED_FOR] : [])]);
