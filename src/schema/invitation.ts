/** Invitation of a new user: a link to choose a password, by mail or handed over (rules: Session 10). */
import type {ConditionContext} from './conditions/context.ts';
import {evaluateCondition} from './conditions/evaluate.ts';
import type {Action, Endpoint, Resource} from './shapes/config.ts';
import {parseEndpoint} from './paths.ts';

/** A user is invited if they meet the condition of the `senha` field. */
export const isInvited = (context: ConditionContext): boolean =>
  Object.values(context.resource.fields).some(field =>
    field.kind === 'senha' && field.invites !== undefined && evaluateCondition(field.invites, context) === true);

export const invitingAction = ({actions = {}}: Pick<Resource, 'actions'>): Action | undefined =>
  Object.values(actions).find(({sends}) => sends !== undefined);
/** Call that returns an invitation's link, to be handed over where no mail server is configured. */
export const invitationLinkCall = ({call}: Pick<Action, 'call'>): Endpoint => `POST ${parseEndpoint(call).path}/link`;
