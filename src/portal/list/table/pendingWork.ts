import {evaluateCondition, inlineConditionOf} from '../../../schema/conditions/evaluate.ts';
import type {Condition} from '../../../schema/shapes/conditions.ts';
import type {Resource} from '../../../schema/shapes/config.ts';
import {authorField} from '../../../schema/statuses/people.ts';
import {LAST_COMMENT_KEY} from '../../../schema/statuses/responseKeys.ts';
import {tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {isAuthorTurnHolder} from '../../../schema/statuses/turnHolders.ts';
import {turnHolderOfRecord} from '../../../schema/statuses/waiting.ts';
import type {Session} from '../../../schema/session.ts';
import type {LastComment} from '../../../schema/apiShapes.ts';
import type {Row} from '../../api/providers/listDialects.ts';

/** The last comment, if the record waits for the caller as its author. */
export const commentAwaitingReply = (resource: Resource, record: Row, session: Session): LastComment | undefined =>
  (isAuthorTurnHolder(resource, turnHolderOfRecord(resource, record)) && record[authorField(resource) ?? ''] === session.id
    ? record[LAST_COMMENT_KEY] as LastComment | null : undefined) ?? undefined;

/** Tells whether a tab of the caller gathers the record for its days in the status. */
export const isLongInStatus = (resource: Resource, record: Row, session: Session): boolean => {
  const {since = ''} = resource;
  const isAgeCondition = (condition: Condition): boolean => inlineConditionOf(resource, condition).compare?.[0] === since;
  return tabsOf(resource, session.perfil).some(([, {where}]) =>
    where.some(isAgeCondition) && where.every(name => evaluateCondition(name, {resource, record, session}) === true));
};
