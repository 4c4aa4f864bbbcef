/** The first access: a link to choose a password, by mail or from whoever invites (rules: Session 10). */
import type {Asked} from './conditions/asked.ts';
import {answerOf} from './conditions/conditions.ts';
import type {Action, Endpoint, Resource} from './config/config.ts';
import {parseEndpoint} from './paths.ts';

/** Whether a user is invited, by their record or what is known of it: the condition that the `senha` field names. */
export const isInvited = (asked: Asked): boolean =>
  Object.values(asked.resource.fields).some(field =>
    field.kind === 'senha' && field.invites !== undefined && answerOf(field.invites, asked) === true);

/** The action that sends a person the invitation again. */
export const invitingAction = ({actions = {}}: Pick<Resource, 'actions'>): Action | undefined =>
  Object.values(actions).find(({sends}) => sends !== undefined);
/** Takes the link of an invitation, to be handed over where no mail goes out. */
export const handOverCall = ({call}: Pick<Action, 'call'>): Endpoint => `POST ${parseEndpoint(call).path}/link`;
