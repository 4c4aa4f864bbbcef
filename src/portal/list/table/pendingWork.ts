/** Pending work of a row: the request to its author, and whether it is overdue. */
import {evaluateCondition, resolveCondition} from '../../../schema/conditions/evaluate.ts';
import type {Condition} from '../../../schema/config/conditions.ts';
import type {Resource} from '../../../schema/config/config.ts';
import {authorField} from '../../../schema/statuses/people.ts';
import {LAST_COMMENT_KEY} from '../../../schema/statuses/answerKeys.ts';
import {tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {isAuthorWaiter} from '../../../schema/statuses/waiters.ts';
import {waiterOfRecord} from '../../../schema/statuses/waiting.ts';
import type {Session} from '../../../schema/session.ts';
import type {LastComment} from '../../../schema/wire.ts';
import type {Row} from '../../wire/providers/dialects.ts';

/** The last comment, if the record waits for the caller as its author. */
export const requestToCaller = (resource: Resource, record: Row, session: Session): LastComment | undefined =>
  (isAuthorWaiter(resource, waiterOfRecord(resource, record)) && record[authorField(resource) ?? ''] === session.id
    ? record[LAST_COMMENT_KEY] as LastComment | null : undefined) ?? undefined;

/** Tells whether a tab of the caller gathers the record for its days in the status. */
export const isOverdue = (resource: Resource, record: Row, session: Session): boolean => {
  const {since = ''} = resource;
  const isAgeCondition = (condition: Condition): boolean => resolveCondition(resource, condition).compare?.[0] === since;
  return tabsOf(resource, session.perfil).some(([, {where}]) =>
    where.some(isAgeCondition) && where.every(name => evaluateCondition(name, {resource, record, session}) === true));
};
