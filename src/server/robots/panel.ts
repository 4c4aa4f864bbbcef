/** The panel of a queue and its robots for watchers (rules: Robots 10); every query is bounded and uses open places or one index. */
import type {FastifyInstance} from 'fastify';
import {sql, type RawBuilder} from 'kysely';
import {requiredCompany} from '../../schema/access.ts';
import {ATTEMPT_KEY, panelCall, estimateQueue, robotIds, ROBOTS_CALL, robotStepName, listQueueWatchers} from '../../schema/queue.ts';
import type {RobotMove} from '../../schema/words/robotMoves.ts';
import {
  workflowCounts, queuePanel, robotState, type FailedRecord, type WorkflowCounts, type QueuePanel, type FailureReason, type RobotState,
  type WaitingRecord,
  type WorkingRecord,
} from '../../schema/queuePanel.ts';
import {nameByTitle} from '../../schema/fields/recordTitle.ts';
import {USERS} from '../accounts/accounts.ts';
import type {Actor} from '../context.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import type {Predicate} from '../db/conditions/fieldPredicates.ts';
import {columnOf, resourceOf, tableOf} from '../db/sqlNames.ts';
import {titleText} from '../db/titleText.ts';
import {STEP_COMPANY_KEY} from '../history/steps.ts';
import {addRoute} from '../http/route.ts';
import {answer} from '../openapi/call.ts';
import {tagOf} from '../openapi/describedResource.ts';
import {arrayOf} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import {secondsWithoutProgress} from '../parts/queue/queuePart.ts';
import {referencedTitleJson} from './leaseAnswer.ts';
import {
  isWaitingOrWorking, isClaimable, isPostponed, queueEntriesWithRecords, workflowValue, type RobotQueue,
} from './robotQueue.ts';

const MAX_SHOWN = 20;
/** Newest steps read for failure reasons and mean durations, and reasons shown. */
const [MAX_STEPS, MAX_REASONS] = [200, 10];
const WEEK_AGO = sql`now() - interval '7 days'`;

/** @param actor undefined: all records */
const inReach = ({context, name}: RobotQueue, actor: Actor | undefined): Predicate =>
  (actor === undefined ? sql`true` : scopePredicate(context, name, actor, 't'));

type WorkflowCount = Omit<WorkflowCounts, 'maisAntigoDesde'> & {maisAntigoDesde: Date | null; modelo: number | null};

const countWorkflows = async (line: RobotQueue, actor?: Actor): Promise<WorkflowCount[]> => {
  const {context: {db}, resource: {fields, template}} = line;
  const by = fields[template?.by ?? ''];
  const model = by === undefined ? sql`null::integer` : sql.ref(`t.${columnOf(template?.by ?? '', by)}`);
  const {rows} = await sql<WorkflowCount>`
    select ${workflowValue(line)} as workflow, count(*) filter (where ${isClaimable(line)})::integer as esperando,
      count(*) filter (where f.ate > now())::integer as "emAndamento",
      count(*) filter (where ${isPostponed(line)})::integer as adiados,
      min(f.desde) filter (where ${isClaimable(line)}) as "maisAntigoDesde",
      case when min(${model}) = max(${model}) then min(${model}) end as modelo
    from ${queueEntriesWithRecords(line)} where ${isWaitingOrWorking(line)} and ${inReach(line, actor)} group by 1 order by 1`.execute(db);
  return rows;
};

/** Counts each workflow's queue within the actor's scope; without an actor, all of it. */
export const countQueue = async (line: RobotQueue, actor?: Actor): Promise<WorkflowCounts[]> =>
  (await countWorkflows(line, actor)).map(({modelo: _model, ...row}) =>
    ({...row, maisAntigoDesde: row.maisAntigoDesde?.toISOString() ?? null}));

const recordColumns = (line: RobotQueue): RawBuilder<unknown> => sql`t.id, ${titleText(line.config, line.resource, 't')} as titulo,
  coalesce(${referencedTitleJson(line, line.resource.template?.by)} ->> 'descricao', '') as modelo, ${workflowValue(line)} as workflow`;

const presentRecord = ({resource}: RobotQueue, row: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value])),
  titulo: nameByTitle(resource, typeof row['titulo'] === 'string' ? row['titulo'] : '', Number(row['id'])),
});

/** Company of a step's record, as the index has it, so that a caller of one company does not scan the steps of others. */
const companyPredicate = ({config, resource}: RobotQueue, actor: Actor): Predicate => {
  const company = resource.owner?.empresa === undefined ? undefined : requiredCompany(config, actor);
  return company == null ? sql`true` : sql`h.depois ->> ${sql.lit(STEP_COMPANY_KEY)} = ${String(company)}`;
};

/** Newest steps of these moves within the scope; a partial index holds exactly these. */
const newestSteps = (line: RobotQueue, actor: Actor, moves: readonly RobotMove[]): RawBuilder<unknown> => sql`
  from historico as h join ${sql.table(tableOf(line.name))} as t on t.id = h.id_registro left join usuarios as u on u.id = h.id_usuario
  where h.recurso = ${line.name} and h.acao in ('rpa-concluir', 'rpa-falhar', 'rpa-expirar')
    and h.acao in (${sql.join(moves.map(move => sql.lit(robotStepName(move))))}) and h.data_criacao > ${WEEK_AGO}
    and ${companyPredicate(line, actor)} and ${inReach(line, actor)}
  order by h.data_criacao desc, h.id desc limit ${MAX_STEPS}::integer`;

interface WorkflowMean {
  workflow: string;
  mediaSegundos: number | null;
  ultimaEm: Date;
}
const readMeans = async (line: RobotQueue, actor: Actor): Promise<WorkflowMean[]> => {
  const {rows} = await sql<WorkflowMean>`
    select workflow, round(avg(extract(epoch from fim - inicio)))::integer as "mediaSegundos", max(fim) as "ultimaEm" from (
      select ${workflowValue(line)} as workflow, h.data_criacao as fim, (
        select r.data_criacao from historico as r
        where r.recurso = h.recurso and r.id_registro = h.id_registro and r.id < h.id and r.acao = ${robotStepName('reservar')}
        order by r.id desc limit 1) as inicio
      ${newestSteps(line, actor, ['concluir', 'falhar'])}) as ended
    group by workflow`.execute(line.context.db);
  return rows;
};

const readFailures = async (line: RobotQueue, actor: Actor): Promise<FailedRecord[]> => {
  const {rows} = await sql<Record<string, unknown> & {kept: Record<string, unknown> | null}>`
    select ${recordColumns(line)}, h.data_criacao as "dataCriacao", coalesce(u.nome, '') as nome, h.depois -> ${ATTEMPT_KEY}::text as kept
    ${newestSteps(line, actor, ['falhar', 'expirar'])}`.execute(line.context.db);
  return rows.map(({kept: stored, ...row}) =>
    presentRecord(line, {tentativa: 0, tipo: '', codigo: '', mensagem: '', robo: '', campos: [], ...stored, ...row}) as FailedRecord);
};

/** Groups failures by item, else by code, most records first. @param failures newest first */
const groupReasons = (failures: readonly FailedRecord[]): FailureReason[] => {
  const reasons = new Map<string, {reason: Omit<FailureReason, 'total'>; recordIds: Set<number>}>();
  for (const {id, modelo, tipo, codigo, mensagem, dataCriacao: ultimaEm, campos} of failures) {
    const marks = campos.length > 0 ? campos : [{item: null, descricao: '', mensagem}];
    for (const {item, descricao, mensagem: sentence} of marks) {
      const key = JSON.stringify([modelo, item ?? [tipo, codigo]]);
      const entry = reasons.get(key)
        ?? {reason: {modelo, item, descricao, tipo, codigo, mensagem: sentence, ultimaEm}, recordIds: new Set()};
      entry.recordIds.add(id);
      reasons.set(key, entry);
    }
  }
  return [...reasons.values()].map(({reason, recordIds}): FailureReason => ({...reason, total: recordIds.size}))
    .toSorted((a, b) => b.total - a.total).slice(0, MAX_REASONS);
};

const readPanel = async (line: RobotQueue, actor: Actor): Promise<QueuePanel> => {
  const {db} = line.context;
  const places = sql`${queueEntriesWithRecords(line)} left join usuarios as u on u.id = f.id_usuario where ${isWaitingOrWorking(line)}
    and ${inReach(line, actor)}`;
  const readPlaces = async (
    columns: RawBuilder<unknown>, where: Predicate, order: RawBuilder<unknown>,
  ): Promise<Record<string, unknown>[]> =>
    (await sql<Record<string, unknown>>`
      select ${recordColumns(line)}, f.tentativas as tentativa, ${columns} from ${places} and ${where}
      order by ${order}, f.id limit ${MAX_SHOWN}::integer`.execute(db)).rows;
  const [{rows: [clock]}, counts, means, failures, working, waiting] = await Promise.all([
    sql<{agora: Date}>`select now() as agora`.execute(db), countWorkflows(line, actor), readMeans(line, actor), readFailures(line, actor),
    readPlaces(sql`f.robo, coalesce(u.nome, '') as nome, f.inicio, f.progresso, f.porcento, f.progresso_em as "progressoEm",
      ${secondsWithoutProgress} as "semProgressoSegundos", f.ate as "leaseAte", f.limite as "limiteAte"`,
    sql`f.ate > now()`, sql`coalesce(f.progresso_em, f.inicio)`),
    readPlaces(sql`f.desde, case when f.apos > now() then f.apos end as "adiadoAte"`, sql`(f.ate is null or f.ate <= now())`, sql`f.desde`),
  ]);
  const agora = clock?.agora ?? new Date();
  return {
    agora: agora.toISOString(),
    filas: counts.map(row => {
      const {mediaSegundos = null, ultimaEm} = means.find(({workflow}) => workflow === row.workflow) ?? {};
      const flow = estimateQueue(row, mediaSegundos);
      return {
        ...row, maisAntigoDesde: row.maisAntigoDesde?.toISOString() ?? null, mediaSegundos, ultimaEm: ultimaEm?.toISOString() ?? null,
        robosNecessarios: flow.robots,
        vaziaAs: flow.seconds === null ? null : new Date(agora.getTime() + 1000 * flow.seconds).toISOString(),
      };
    }),
    trabalhando: working.map(row => presentRecord(line, row) as WorkingRecord),
    esperando: waiting.map(row => presentRecord(line, row) as WaitingRecord),
    falhas: failures.slice(0, MAX_SHOWN), motivos: groupReasons(failures),
  };
};

export const panelRoutes = (app: FastifyInstance, line: RobotQueue): void => {
  const {config, name, resource, queue} = line;
  const common = {tag: tagOf(resource), allowedProfiles: listQueueWatchers(config, resource)};
  addRoute(app, {
    ...common, endpoint: queue.calls.counts, id: `${name}.fila.contar`, summary: 'A fila de cada workflow',
    answers: {200: answer('Por workflow.', arrayOf(jsonSchemaOf(workflowCounts)))},
  }, request => countQueue(line, request.actor));
  addRoute(app, {
    ...common, endpoint: panelCall(queue), id: `${name}.fila.painel`, summary: 'A fila e o que os robôs fazem dela',
    answers: {200: answer('Dentro do alcance de quem pergunta.', jsonSchemaOf(queuePanel))},
  }, request => readPanel(line, request.actor));
};

const MAX_ROBOTS = 200;

export const robotsRoute = (app: FastifyInstance, lines: readonly RobotQueue[]): void => {
  const [{context, config} = {}] = lines;
  if (context === undefined || config === undefined) return;
  const leases = lines.map(({table}) => sql`
    (select count(*) from ${sql.table(table)} as f where f.id_usuario = u.id and f.resultado is null and f.ate > now())`);
  addRoute(app, {
    endpoint: ROBOTS_CALL, id: 'robos.listar', tag: tagOf(resourceOf(config, USERS)), summary: 'Os robôs e suas chaves',
    allowedProfiles: [...new Set(lines.flatMap(({resource}) => listQueueWatchers(config, resource)))],
    answers: {200: answer('Por nome.', arrayOf(jsonSchemaOf(robotState)))},
  }, async request => {
    const {rows} = await sql<Omit<RobotState, 'usoEm'> & {usoEm: Date | null}>`
      select u.id, u.nome, u.email, u.ativo, coalesce(e.razao_social, '') as empresa, u.senha_hash is not null as "comSenha",
        (select count(*) from chaves as c where c.id_usuario = u.id)::integer as chaves,
        (select max(c.ultimo_uso) from chaves as c where c.id_usuario = u.id) as "usoEm",
        (${sql.join(leases, sql` + `)})::integer as trabalhando
      from usuarios as u left join empresas as e on e.id = u.id_empresa
      where u.tipo = any(${robotIds(config)}::integer[]) and ${scopePredicate(context, USERS, request.actor, 'u')}
      order by lower(u.nome), u.id limit ${MAX_ROBOTS}::integer`.execute(context.db);
    return rows.map((row): RobotState => ({...row, usoEm: row.usoEm?.toISOString() ?? null}));
  });
};
