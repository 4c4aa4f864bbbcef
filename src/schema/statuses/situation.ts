/** What answers tell of a record with a life cycle beside its fields: where it stands (rules: Tickets 16). */
import type {Resource} from '../config/config.ts';
import {statusesOf} from './statuses.ts';

/** What somebody wrote last to it. */
export const LAST_COMMENT = 'ultimoComentario';
/** Whom it waits for. */
export const WAITED_FOR = 'aguarda';

/** Whether a resource says whom its records wait for. */
export const tellsWaiting = (resource: Resource): boolean => statusesOf(resource).some(({waits}) => waits !== undefined);

/** The names under which answers carry it. */
export const situationKeys = (resource: Resource): string[] =>
  (resource.status === undefined ? [] : [LAST_COMMENT, ...(tellsWaiting(resource) ? [WAITED_FOR] : [])]);
