/** The first access: whoever is made without a password is sent a link to choose it. */
import type {Transaction} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Asked} from '../../schema/conditions/asked.ts';
import {answerOf} from '../../schema/conditions/conditions.ts';
import type {Session} from '../../schema/session.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {accountById} from '../accounts/users.ts';
import type {Tables} from '../db/tables.ts';
import {conflict, Refusal} from '../errors.ts';
import {firstLink, issueLink} from './issue.ts';

/** Whether a user gets one, by their record or what is known of it: the condition that the `senha` field names. */
export const isInvited = (asked: Asked): boolean =>
  Object.values(asked.resource.fields).some(field =>
    field.kind === 'senha' && field.invites !== undefined && answerOf(field.invites, asked) === true);

/** With the user's creation, in its transaction; nothing for profiles that nobody invites. The caller wakes the sender. */
export const inviteNew = async (
  trx: Transaction<Tables>, resource: Resource, session: Session, idUsuario: number, record: Values,
): Promise<void> => {
  if (isInvited({resource, record, session})) await firstLink(trx, idUsuario, 'convite');
};

/**
 * Once more, for whoever asks; the caller has judged the action's guards.
 *
 * @throws Refusal 400: the company is inactive, or the account had its mails of this hour
 */
export const inviteAgain = async (trx: Transaction<Tables>, config: Config, idUsuario: number): Promise<void> => {
  if ((await accountById(trx, config, idUsuario)) === undefined) {
    throw conflict('A empresa deste usuário está inativa. Ative-a antes de enviar o convite.');
  }
  const seconds = await issueLink(trx, idUsuario, 'convite');
  if (seconds === undefined) return;
  const minutes = new Intl.NumberFormat('pt-BR', {style: 'unit', unit: 'minute', unitDisplay: 'long'}).format(Math.ceil(seconds / 60));
  throw new Refusal('LIMITE', `Este usuário já recebeu os e-mails que pode receber em uma hora. Tente novamente em ${minutes}.`, {
    retryAfter: seconds,
  });
};
