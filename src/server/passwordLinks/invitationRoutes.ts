/** Hands over an invitation's link in person where there is no mail server (rules: Session 10). */
import type {FastifyPluginAsync} from 'fastify';
import {sql, type Transaction} from 'kysely';
import {invitationLinkCall, invitingAction} from '../../schema/invitation.ts';
import {profilesOfAction} from '../../schema/lifeCycle/workflow.ts';
import {invitationLink, type InvitationLink} from '../../schema/apiShapes.ts';
import {loadSigningKey} from '../accounts/signingKey.ts';
import {USERS} from '../accounts/accounts.ts';
import {resourceOf} from '../db/sqlNames.ts';
import type {Tables} from '../db/tables.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {checkActionAllowed, checkActionProfile, refuseReservedRecord} from '../engine/accessChecks.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {conflict} from '../errors.ts';
import {writeHistory} from '../history/writeHistory.ts';
import {pathId, addRoute} from '../http/route.ts';
import {ACCESS_TAG, answer} from '../openapi/call.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import {missingFieldsColumn} from '../rowScope/incomplete.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {requireActiveCompany, repeatInvitation} from './issue.ts';
import {hashLinkToken, linkLifetimeInSql, passwordLinkAddress, createTokenDeriver} from './linkTokens.ts';

const openInvitation = async (trx: Transaction<Tables>, idUsuario: number): Promise<{id: number; chave: string} | undefined> => {
  const {rows: [row]} = await sql<{id: number; chave: string}>`
    select t.id, c.chave from tokens_senha t join usuarios u on u.id = t.id_usuario and u.token_versao = t.token_versao
      join correio c on c.id_token = t.id
    where t.id_usuario = ${idUsuario} and t.proposito = 'convite' and t.encerrado is null and coalesce(t.expira > now(), true)
    order by t.id desc limit 1`.execute(trx);
  return row;
};

export const invitationRoutes = (context: EngineContext): FastifyPluginAsync => async app => {
  const {config, db, env, hooks} = context;
  const resource = resourceOf(config, USERS);
  const action = invitingAction(resource);
  if (action === undefined) return;
  const tokenOf = createTokenDeriver(await loadSigningKey(env));

  /** Returns the link of the open invitation, which its mail in the folder carries too; issues one where none is open. */
  const takeLink = async (trx: Transaction<Tables>, idUsuario: number): Promise<InvitationLink> => {
    await requireActiveCompany(trx, config, idUsuario);
    const invitation = await openInvitation(trx, idUsuario);
    if (invitation === undefined) await repeatInvitation(trx, config, idUsuario);
    const {id, chave} = invitation ?? await openInvitation(trx, idUsuario) ?? {id: 0, chave: ''};
    const token = tokenOf(chave);
    const {rows: [row]} = await sql<{ate: Date}>`
      update tokens_senha set hash = ${hashLinkToken(token)}, expira = coalesce(expira, now() + ${linkLifetimeInSql('convite')}::interval)
      where id = ${id} returning expira as ate`.execute(trx);
    return {link: passwordLinkAddress(env, token), ate: (row?.ate ?? new Date()).toISOString()};
  };

  addRoute(app, {
    endpoint: invitationLinkCall(action), id: 'acesso.convite', tag: ACCESS_TAG, summary: 'O link de um convite, para entregar em mãos',
    allowedProfiles: profilesOfAction(action), description: 'Só onde o servidor não envia e-mails. O histórico diz quem o pegou.',
    answers: {200: answer('O link e até quando vale.', jsonSchemaOf(invitationLink))},
  }, async ({actor, params}) => {
    checkActionProfile(action, actor);
    const id = pathId(params);
    const link = await changeRecord(db, USERS, id, async trx => {
      const row = await readStoredRow(context, trx, USERS, actor, id, true, [missingFieldsColumn(USERS)]);
      refuseReservedRecord(config, resource, actor, row);
      await checkActionAllowed({config, hooks, db: trx, actor, name: USERS, resource, row}, action);
      if (env.SMTP_URL !== undefined) throw conflict('Este servidor envia e-mails: o convite vai ao e-mail da pessoa.');
      await writeHistory(trx, {recurso: USERS, id, actor, acao: 'entregarConvite'});
      return takeLink(trx, id);
    });
    context.mailSignal.wake();
    return link;
  });
};
