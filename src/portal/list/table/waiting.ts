/** What a row tells of the work on it: whom it waits for, who attends it, and whether it has stood where it is for too long. */
import {answerOf, spelledOf} from '../../../schema/conditions/conditions.ts';
import type {Condition} from '../../../schema/conditions/shape.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {carriedBy} from '../../../schema/lifeCycle/carried.ts';
import {attendantField, authorField} from '../../../schema/lifeCycle/people.ts';
import {LAST_COMMENT} from '../../../schema/lifeCycle/situation.ts';
import {tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {isAuthor, waitedField, waiterName} from '../../../schema/lifeCycle/waiters.ts';
import {waiterOf} from '../../../schema/lifeCycle/waiting.ts';
import type {Session} from '../../../schema/session.ts';
import type {LastComment} from '../../../schema/wire.ts';
import type {Row} from '../../wire/providers/dialects.ts';

/**
 * As the row says, else as its status does by declaration; undefined: for nobody that is known.
 * @param reader who is 'you'; undefined: nobody
 */
export const waitedFor = (config: Config, resource: Resource, record: Row, reader: Session | undefined): string | undefined => {
  const waiter = waiterOf(resource, record);
  const by = waitedField(resource, waiter);
  if (reader && by !== undefined && record[by] === reader.id) return 'Você';
  const name = by === undefined || isAuthor(resource, waiter) ? undefined : record[carriedBy(config, resource, by)];
  if (typeof name === 'string' && name !== '') return name;
  return waiter === '' ? undefined : waiterName(resource, waiter, config.profiles);
};

/** Who attends it; undefined where nobody does, or the row does not say. @param reader as above */
export const attendantOf = (config: Config, resource: Resource, record: Row, reader: Session | undefined): string | undefined => {
  const by = attendantField(resource);
  if (by === undefined || !record[by]) return undefined;
  const name = record[carriedBy(config, resource, by)];
  return record[by] === reader?.id ? 'você' : typeof name === 'string' && name !== '' ? name : undefined;
};

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
