/** Reads the history of a record for people: author, time, changed fields before and after, statuses left and entered. */
import {sql} from 'kysely';
import {canChooseCompany, historyOperation, mayAccess, maySee} from '../../schema/access.ts';
import {commentAnswerName, listHiddenAnswers} from '../../schema/lifeCycle/asks.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Field, Fields} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {statusesOf, statusIdOf} from '../../schema/statuses/statuses.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {FieldChange, HistoryEntry, HistoryStep} from '../../schema/apiShapes.ts';
import {ATTEMPT_KEY, robotStepName} from '../../schema/queue.ts';
import {ROBOT_MOVES, type RobotMove} from '../../schema/words/robotMoves.ts';
import {findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import {formatOnlyProfiles} from '../../schema/words/audience.ts';
import type {Actor} from '../context.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, StoredRow, Sql} from '../db/tables.ts';
import {parseLinkSwitches, type ValueFormatter} from '../formatting/valueFormatter.ts';
import {readFormatter} from '../formatting/referenceTitles.ts';
import {visibleStepPredicate} from './stepVisibility.ts';
import {OWN_STEP_KEY} from './writeHistory.ts';
import {
  CAUSE_KEY, companyArrivalId, EFFECTS_KEY, joinUser, OPENED_STEP, stepName, userNameOrSystem, type LinkedStep,
} from './steps.ts';

interface Row {
  id: number;
  /** ISO 8601. */
  dataCriacao: string;
  /** User id. */
  quem: number | null;
  nome: string;
  acao: string;
  antes: RecordValues | null;
  depois: RecordValues | null;
  de: string | null;
  para: string | null;
  comentario: string | null;
}

/** Name of the answer that a life cycle logs as the step's comment; `''`: none, or a field of the record. */
const commentOf = ({status, fields, actions}: Resource, acao: string): string => {
  const ask = commentAnswerName(actions?.[acao] ?? {}) ?? '';
  return status === undefined || ask in fields ? '' : ask;
};

/**
 * Fields of a step that the profile may see: stored fields except passwords, and asks.
 * Values that an action sets by declaration are left out, because the action's name implies them.
 */
const visibleFields = (resource: Resource, actor: Actor, acao: string): Fields => {
  const asks = resource.actions?.[acao]?.asks ?? {};
  const isMove = resource.status !== undefined && resource.actions?.[acao] !== undefined && findSavingAction(resource)?.[0] !== acao;
  const hidden = (name: string): boolean => name === commentOf(resource, acao)
    || [resource.fields[name], asks[name]].some(field => field !== undefined && !maySee(field, actor.perfil));
  const storedFields = Object.entries(resource.fields).filter(([name, field]) =>
    field.kind !== 'senha' && kindRuleOf(field).own && (!isMove || Object.hasOwn(asks, name)));
  return Object.fromEntries([...Object.entries(asks), ...storedFields].filter(([name]) => !hidden(name)));
};

/** The history logs links as changed switches; merging them with the earlier links gives the full value. */
const afterOf = (field: Field, before: unknown, after: unknown): unknown => {
  if (field.kind !== 'vinculos') return after;
  const links = new Map([...parseLinkSwitches(field, before), ...parseLinkSwitches(field, after)].map(link => [link.id, link.on]));
  return [...links].map(([id, on]) => ({[field.wire.id]: id, [field.wire.on]: on}));
};

const audienceOf = (config: Config, resource: Resource, acao: string, ask: string): {visibilidade?: string} => {
  const see = resource.actions?.[acao]?.asks?.[ask]?.see;
  return see === undefined ? {} : {visibilidade: formatOnlyProfiles(config, see)};
};

const changesOf = (config: Config, resource: Resource, row: Row, fields: Fields, read: ValueFormatter): FieldChange[] =>
  Object.entries(fields).flatMap(([campo, field]) => {
    if (!(campo in (row.antes ?? {})) && !(campo in (row.depois ?? {}))) return [];
    const antes = read(campo, row.antes?.[campo]);
    const depois = read(campo, row.depois === null ? undefined : afterOf(field, row.antes?.[campo], row.depois[campo]));
    return antes === depois ? [] : [{campo, rotulo: field.label, antes, depois, ...audienceOf(config, resource, row.acao, campo)}];
  });

/** The links of a step, as changes of the record: `Por: Empréstimo 12, Encerrar`, `Devolver: Equipamento 7`. Numbers alone name records. */
const linksOf = ({resources}: Config, {depois}: Row): FieldChange[] => {
  const recordName = ({recurso, id}: LinkedStep): string => `${resources[recurso]?.label.one ?? recurso} ${id}`;
  const labelOf = ({recurso, acao}: LinkedStep): string => (resources[recurso] === undefined ? acao : stepName(resources[recurso], acao));
  const cause = depois?.[CAUSE_KEY] as LinkedStep | undefined;
  const effects = depois?.[EFFECTS_KEY] as LinkedStep[] | undefined ?? [];
  return [
    ...(cause === undefined ? [] : [{campo: CAUSE_KEY, rotulo: 'Por', antes: '', depois: `${recordName(cause)}, ${labelOf(cause)}`}]),
    ...effects.map((effect, at) => ({campo: `${EFFECTS_KEY}.${at}`, rotulo: labelOf(effect), antes: '', depois: recordName(effect)})),
  ];
};

const MOVES = Object.keys(ROBOT_MOVES) as RobotMove[];
type AttemptStep = NonNullable<HistoryStep['tentativa']>;
const attemptOf = ({acao, depois}: Row): Pick<HistoryStep, 'tentativa'> => {
  const passo = MOVES.find(move => robotStepName(move) === acao);
  const attempt = depois?.[ATTEMPT_KEY] as Pick<AttemptStep, 'robo'> & Partial<AttemptStep> & {tentativa: number} | undefined;
  if (passo === undefined || attempt === undefined) return {};
  const {tentativa: numero, robo, codigo = '', campos = []} = attempt;
  return {tentativa: {passo, numero, robo, codigo, campos}};
};

const STEPS = '#passos';

/**
 * Column of the steps of record `alias` that the caller may see, newest first.
 * A caller of one company sees the steps since the record came to that company.
 *
 * @param limit number of newest steps; null: all
 */
export const stepsColumn = (config: Config, name: string, actor: Actor, alias: string, limit: number | null): Sql => {
  const since = canChooseCompany(config, actor.perfil) ? sql`0` : companyArrivalId(config, name, alias);
  // The arrival step shows only its new values.
  return sql`(
    select coalesce(json_agg(step order by step.id desc), '[]') from (
      select h.id, h.data_criacao as "dataCriacao", h.id_usuario as quem, ${userNameOrSystem('u')} as nome, h.acao,
        case when h.id > since.id then h.antes end as antes,
        h.depois, h.de_status as de, h.para_status as para, h.comentario
      from (select ${since} as id) as since
      join historico h on h.recurso = ${name} and h.id_registro = ${sql.ref(`${alias}.id`)} and h.id >= since.id
        and ${visibleStepPredicate(resourceOf(config, name), actor.perfil, 'h')}
      ${joinUser('u', sql.ref('h.id_usuario'))} order by h.id desc limit ${limit}
    ) as step) as ${sql.ref(STEPS)}`;
};

const OWN_CODE_NAMES: Readonly<Partial<Record<string, string>>> = {timers: 'temporizador', calls: 'chamada'};

/** Name of a path of own code: of `ordens.actions.fechar.after` 'Ordem de serviço: Fechar', of `timers.resumo` 'temporizador: resumo'. */
const ownCodeName = ({resources}: Config, path: string): string => {
  const [name = '', ...rest] = path.split('.');
  const resource = resources[name];
  if (resource === undefined) return `${OWN_CODE_NAMES[name] ?? name}: ${rest.join('.')}`;
  const [operation = '', action = ''] = rest;
  return `${resource.label.one}: ${stepName(resource, operation === 'actions' ? action : operation)}`;
};

/** The step's author; of own code 'Sistema, por Ordem de serviço: Fechar'. */
const authorOf = (config: Config, {nome, depois}: Row): string => {
  const ownStep = depois?.[OWN_STEP_KEY];
  return typeof ownStep === 'string' ? `${nome}, por ${ownCodeName(config, ownStep)}` : nome;
};

/** The history stores status ids as text, whatever their type. */
const statusName = (resource: Resource, id: string | null): string =>
  statusesOf(resource).find(status => String(status.id) === id)?.name ?? '';

/**
 * Converts steps to their answer form: life cycle steps, or field changes for resources without one.
 *
 * @param row with {@link stepsColumn}, of a record within the actor's scope
 */
export const readHistoryEntries = async (
  db: DbOrTrx, config: Config, name: string, actor: Actor, {[STEPS]: steps}: StoredRow,
): Promise<(HistoryEntry | HistoryStep)[]> => {
  const resource = resourceOf(config, name);
  const rows = steps as Row[];
  // The opening step shows no fields, because the record and its later changes already tell them.
  const byAction = new Map(rows.map(({acao}) => [acao, {}]));
  for (const acao of byAction.keys()) if (acao !== OPENED_STEP) byAction.set(acao, visibleFields(resource, actor, acao));
  const fields = rows.map(({acao}) => byAction.get(acao) ?? {});
  const values = rows.flatMap(({antes, depois}, at) => [antes, depois].map(fieldValues =>
    Object.fromEntries(Object.entries(fieldValues ?? {}).filter(([field]) => field in (fields[at] ?? {})))));
  const read = await readFormatter(db, config, resource, Object.assign({}, ...fields) as Fields, values);
  return rows.map((row, at) => {
    const [dataCriacao, nomeUsuario] = [new Date(row.dataCriacao).toISOString(), authorOf(config, row)];
    const entry = {dataCriacao, nomeUsuario, acao: stepName(resource, row.acao)};
    const campos = [...changesOf(config, resource, row, fields[at] ?? {}, read), ...linksOf(config, row)];
    if (resource.status === undefined) return {...entry, campos};
    const comment = commentOf(resource, row.acao);
    const isRead = !listHiddenAnswers(resource.actions?.[row.acao] ?? {}, actor.perfil).includes(comment);
    const note = row.depois?.[comment];
    const words = typeof note === 'string' ? note : row.comentario ?? '';
    return {
      ...(isRead ? {comentario: words, ...audienceOf(config, resource, row.acao, comment)} : {comentario: ''}), ...entry,
      deStatus: statusName(resource, row.de), paraStatus: statusName(resource, row.para),
      ...(campos.length === 0 ? {} : {campos}), ...attemptOf(row),
    };
  });
};

/** Name of another person who brought the record to its current status; `''`: the caller, or not visible. */
export const lastStatusAuthor = async (db: DbOrTrx, config: Config, name: string, actor: Actor, record: StoredRow): Promise<string> => {
  const resource = resourceOf(config, name);
  if (!mayAccess(resource, historyOperation(resource), actor.perfil)) return '';
  const {rows: [row]} = await sql<Record<typeof STEPS, Row[]>>`
    select ${stepsColumn(config, name, actor, 'r', null)}
    from ${sql.table(tableOf(name))} as r where r.id = ${record.id}`.execute(db);
  const last = row?.[STEPS].find(({para}) => para !== null);
  return last === undefined || last.quem === actor.id || last.para !== String(statusIdOf(resource, record)) ? '' : last.nome;
};
