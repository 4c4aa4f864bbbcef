/** What a row tells of the work on it: what was asked of its reader, and whether it has stood where it is for too long. */
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

/** What was asked of whoever looks at it, where it waits for them. */
export const askedOfMe = (resource: Resource, record: Row, session: Session): LastComment | undefined =>
  (isAuthor(resource, waiterOf(resource, record)) && record[authorField(resource) ?? ''] === session.id
    ? record[LAST_COMMENT] as LastComment | null : undefined) ?? undefined;

/** Whether the row is among those that a tab of this person's gathers for having stood in their status for days. */
export const isOld = (resource: Resource, record: Row, session: Session): boolean => {
  const {since = ''} = resource;
  const isOfAge = (condition: Condition): boolean => spelledOf(resource, condition).compare?.[0] === since;
  return tabsOf(resource, session.perfil).some(([, {where}]) =>
    where.some(isOfAge) && where.every(name => answerOf(name, {resource, record, session}) === true));
};
