/** Who is invited by mail to choose the first password: the condition that the `senha` field names, asked by both sides. */
import type {Asked} from '../conditions/asked.ts';
import {answerOf} from '../conditions/conditions.ts';

/** Whether a user is, by their record or what is known of it. */
export const isInvited = (asked: Asked): boolean =>
  Object.values(asked.resource.fields).some(field =>
    field.kind === 'senha' && field.invites !== undefined && answerOf(field.invites, asked) === true);
