/** Pending work of a row: the request to its author, and whether it is overdue. */
import {answerOf, spelledOf} from '../../../schema/conditions/conditions.ts';
import type {Condition} from '../../../schema/config/conditions.ts';
import type {Resource} from '../../../schema/config/config.ts';
import {authorField} from '../../../schema/statuses/people.ts';
import {LAST_COMMENT} from '../../../schema/statuses/situation.ts';
import {tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {isAuthor} from '../../../schema/statuses/waiters.ts';
import {waiterOf} from '../../../schema/statuses/waiting.ts';
import type {Session} from '../../../schema/session.ts';
import type {LastComment} from '../../../schema/wire.ts';
import type {Row} from '../../wire/providers/dialects.ts';

/** The last comment, if the record waits for the caller as its author. */
export const askedOfMe = (resource: Resource, record: Row, session: Session): LastComment | undefined =>
  (isAuthor(resource, waiterOf(resource, record)) && record[authorField(resource) ?? ''] === session.id
    ? record[LAST_COMMENT] as LastComment | null : undefined) ?? undefined;

/** Tells whether a tab of the caller gathers the record for its days in the status. */
export const isOld = (resource: Resource, record: Row, session: Session): boolean => {
  const {since = ''} = resource;
  const isAgeCondition = (condition: Condition): boolean => spelledOf(resource, condition).compare?.[0] === since;
  return tabsOf(resource, session.perfil).some(([, {where}]) =>
    where.some(isAgeCondition) && where.every(name => answerOf(name, {resource, record, session}) === true));
};
