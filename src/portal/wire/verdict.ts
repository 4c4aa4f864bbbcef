/** What a person may do to a record now: the server's `acoes` where it sent them, else the declared table (rules: Tickets 8). */
import type {Action, Config, Resource} from '../../schema/config.ts';
import type {Facts} from '../../schema/guards.ts';
import {invitationFacts} from '../../schema/invites.ts';
import {validateItem, type Item} from '../../schema/items.ts';
import type {Session} from '../../schema/session.ts';
import {judge, statusById, type Verdict} from '../../schema/workflow.ts';

/** Any record an action can be done to. */
export interface ActionRecord {
  id: number | string;
  [field: string]: unknown;
}

/** Where a button stands. */
export type Place = NonNullable<Action['places']>[number];

/** One entry of `acoes` (rules: Tickets 8). */
interface ServerVerdict {
  acao: string;
  permitida: boolean;
  motivo: string;
}

export interface JudgedAction {
  name: string;
  action: Action;
  verdict: Verdict;
}

const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** What is known of a record; what is not known refuses nothing. */
export const factsOf = (config: Config, resource: Resource, record: ActionRecord, session: Session): Facts => {
  const attendant = record['idUsuarioAtendimento'];
  const workflow = record['workFlowNameRpa'];
  const items = record['ticketFormularios'] as (Item & {valor: unknown})[] | undefined;
  return {
    idUsuarioLogado: session.id,
    idUsuario: asNumber(record['idUsuario']),
    // Answers carry 0 for 'nobody' (rules: Fields 4).
    idUsuarioAtendimento: attendant === null || attendant === 0 ? null : asNumber(attendant),
    workFlowNameRpa: typeof workflow === 'string' ? workflow : undefined,
    itensValidos: items?.every(item => validateItem(config, item, item.valor) === undefined),
    id: asNumber(record.id),
    ...invitationFacts(config, resource, record),
  };
};

/**
 * Judges one action. The table says which kind of refusal it is (`why`), the server has the last word on whether
 * it is one, and on its reason.
 */
export const verdictOf = (config: Config, resource: Resource, name: string, record: ActionRecord, session: Session): Verdict => {
  const action = resource.actions?.[name];
  if (action === undefined) return {allowed: false, why: 'perfil', reason: ''};
  const status = resource.status === undefined ? undefined : statusById(resource, record[resource.status])?.key;
  const declared = judge(resource, action, session.perfil, status, factsOf(config, resource, record, session));
  const answered = (record['acoes'] as ServerVerdict[] | undefined)?.find(one => one.acao === name);
  if (answered === undefined) return declared;
  if (answered.permitida) return {allowed: true};
  return {
    allowed: false, why: declared.allowed ? 'condicao' : declared.why, reason: answered.motivo || (declared.allowed ? '' : declared.reason),
  };
};

/** The actions that stand in a place, as declared there, the primary last; none that such a record does not have. */
export const actionsAt = (config: Config, resource: Resource, place: Place, record: ActionRecord, session: Session): JudgedAction[] =>
  Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.places?.includes(place))
    .map(([name, action]) => ({name, action, verdict: verdictOf(config, resource, name, record, session)}))
    .filter(({verdict}) => verdict.allowed || verdict.why !== 'alheia')
    .toSorted((one, other) => Number(one.action.tone === 'primary') - Number(other.action.tone === 'primary'));

/** Refused for want of a condition: shown disabled with the reason, because something can be done about it. */
export const isWithinReach = ({verdict}: JudgedAction): boolean => verdict.allowed || verdict.why === 'condicao';
