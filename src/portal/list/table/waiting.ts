/** What a row tells of the work on it: whom it waits for, and whether it has stood where it is for too long. */
import {answerOf, spelledOf} from '../../../schema/conditions/conditions.ts';
import type {Condition} from '../../../schema/conditions/shape.ts';
import type {Resource} from '../../../schema/config/config.ts';
import {authorField} from '../../../schema/lifeCycle/people.ts';
import type {Session} from '../../../schema/session.ts';
import {WAITED_FOR} from '../../../schema/lifeCycle/situation.ts';
import {tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {waiterNames, waiters} from '../../../schema/lifeCycle/waiters.ts';
import {waitsFor} from '../../../schema/lifeCycle/waiting.ts';
import type {Row} from '../../wire/providers/dialects.ts';

/** As the row says, else as its status does by declaration; `''`: for nobody that is known. */
export const waitedFor = (resource: Resource, record: Row, {id}: Session): string => {
  const said = record[WAITED_FOR] ?? waitsFor(resource, record[resource.status ?? ''], false);
  const waiter = waiters.find(one => one === said);
  if (waiter === undefined) return '';
  return waiter === 'autor' && record[authorField(resource) ?? ''] === id ? 'Você' : waiterNames[waiter];
};

/** Whether the row is among those that a tab of this person's gathers for having stood in their status for days. */
export const isOld = (resource: Resource, record: Row, session: Session): boolean => {
  const {since = ''} = resource;
  const isOfAge = (condition: Condition): boolean => spelledOf(resource, condition).older?.[since] !== undefined;
  return tabsOf(resource, session.perfil).some(([, {where}]) =>
    where.some(isOfAge) && where.every(name => answerOf(name, {resource, record, session}) === true));
};
