/** Hooks of writes to users and companies: end of sessions and links, invitations, protection of the last Adm. */
import {sql} from 'kysely';
import {conditionReason} from '../../schema/conditions/evaluate.ts';
import type {Config} from '../../schema/shapes/config.ts';
import {profileGrantRefusal} from '../../schema/records/profileGrants.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {markAbsenceOfUsers} from '../engine/absence.ts';
import type {RecordHooks, RecordWrite} from '../engine/hooks.ts';
import {conflict, invalid} from '../errors.ts';
import {endPasswordLinks, inviteNewUser} from '../passwordLinks/issue.ts';
import {adminProfileId} from '../sessions/firstAdm.ts';
import {resetAttempts} from '../sessions/signInAttempts.ts';

/** True for the only active Adm. Locks the Adms by id, so that two who remove each other are serialised. */
const isLastAdm = async (trx: DbOrTrx, config: Config, idUsuario: number): Promise<boolean> => {
  const rows = await trx
    .selectFrom('usuarios').select('id')
    .where('tipo', '=', adminProfileId(config)).where('ativo', '=', true)
    .orderBy('id').forUpdate().execute();
  return rows.length === 1 && rows[0]?.id === idUsuario;
};

const changesPassword = ({resource, changed}: Pick<RecordWrite, 'resource' | 'changed'>): boolean =>
  Object.entries(resource.fields).some(([name, {kind}]) => kind === 'senha' && changed.has(name));
/** True for changes that end the user's sessions; a deactivated user signs in again after activation. */
const endsSessions = (written: RecordWrite): boolean =>
  changesPassword(written) || written.changed.has(written.resource.toggle?.field ?? '');

/** Refuses a profile with more rights than the caller's, from any source: input, default or action (rules: Access 14). */
const requireGrantableProfile = ({config, actor, record, changed}: RecordWrite): void => {
  const mensagem = changed.has('tipo') ? profileGrantRefusal(config, record['tipo'], actor.perfil) : undefined;
  if (mensagem !== undefined) throw invalid([{campo: 'tipo', mensagem}]);
};

export const userHooks: RecordHooks = {
  beforeWrite: async written => {
    const {trx, config, resource, id, changed} = written;
    requireGrantableProfile(written);
    if (changed.has('tipo') && (await isLastAdm(trx, config, id))) throw conflict(conditionReason(resource, 'naoUltimoAdm'));
    return endsSessions(written) ? [sql`token_versao = token_versao + 1`] : [];
  },
  afterCreate: async written => {
    const {trx, resource, actor, id, record} = written;
    requireGrantableProfile(written);
    if (!changesPassword(written)) await inviteNewUser(trx, resource, actor, id, record);
  },
  afterWrite: async written => {
    const {trx, id, changed} = written;
    if (changesPassword(written)) await resetAttempts(trx, id);
    // Their mails went to the old address, which may belong to somebody else.
    if (changed.has('email')) await endPasswordLinks(trx, id);
  },
  afterLinks: ({trx, config, id}) => markAbsenceOfUsers(trx, config, sql`u.id = ${id}`),
  lookUpFacts: async (trx, config, id) => ({naoUltimoAdm: !(await isLastAdm(trx, config, id))}),
};

/** Deactivation of a company ends its users' sessions for good. */
export const companyHooks: RecordHooks = {
  afterWrite: async ({trx, id, changed, resource}) => {
    if (!changed.has(resource.toggle?.field ?? '')) return;
    await sql`update usuarios set token_versao = token_versao + 1 where id_empresa = ${id}`.execute(trx);
  },
  afterLinks: async ({trx, config, id, changed, resource}) => {
    if (changed.has(resource.toggle?.field ?? '')) await markAbsenceOfUsers(trx, config, sql`u.id_empresa = ${id}`);
  },
};
