/**
 * The simulator: robots get invented records, and their calls are judged as in the queue.
 * No row is written: the sealed lease token carries robot, template, seed and end.
 */
import {randomInt} from 'node:crypto';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {sql} from 'kysely';
import type {PartName} from '../../schema/shapes/config.ts';
import {MAX_INTEGER} from '../../schema/fields/kinds.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {listParts} from '../../schema/parts.ts';
import {listRobotProfiles, simulationCall, queueBudgetSeconds} from '../../schema/queue.ts';
import type {FormItem} from '../../schema/apiShapes.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {inspectFiles} from '../requestBody/multipart.ts';
import type {Actor} from '../context.ts';
import {columnOf, resourceOf, tableOf} from '../db/sqlNames.ts';
import {titleText} from '../db/titleText.ts';
import {toRowAnswer} from '../engine/readRecord.ts';
import {notFound, Refusal} from '../errors.ts';
import {addRoute} from '../http/route.ts';
import {answer, type Call} from '../openapi/call.ts';
import {tagOf} from '../openapi/describedResource.ts';
import {asJson, type Json} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import {checkFileTypes} from '../parts/files/fileRules.ts';
import {recordCallOptions} from '../parts/files/recordCallOptions.ts';
import {readTemplate} from '../parts/template/itemRows.ts';
import {scopePredicate} from '../db/conditions/conditionPredicates.ts';
import {toLeaseAnswer, referencedTitleJson} from './leaseAnswer.ts';
import {inventFields, inventItemValue} from './invent.ts';
import {checkItemsExist, attemptTimeOverRefusal, statusAfterFailure} from './lease.ts';
import {CONCLUDE_FIELDS, leaseCallShapes, CALL_TAKES_NO_FILES} from './leaseRoutes.ts';
import {minutesToSeconds, type RobotQueue} from './robotQueue.ts';
import type {createClaimRateLimit} from './reserveRoute.ts';
import {parseBody, reservation, simulateBody} from './callShapes.ts';
import {matchesWorkflow, noTemplateRefusal, workflowTemplate, templateText} from './workflows.ts';

const SECOND_MS = 1000;
const FIRST_ATTEMPT = 1;
const FOREIGN = 'Este lease terminou ou é de outro robô. Descarte o trabalho.';

/** A template's current items and references, as robots see them. */
export interface RobotTemplateState {
  places: RecordValues;
  items: Pick<FormItem, 'item' | 'descricao' | 'tipoCampo' | 'obrigatorio'>[];
  versao: number | null;
  workflow: string;
  limite: number;
}

/** Reads a template already checked against the scope. @throws Refusal 404 if it is missing */
export const readRobotTemplate = async (line: RobotQueue, id: number): Promise<RobotTemplateState> => {
  const {config, context, name, resource} = line;
  const source = workflowTemplate(line);
  const {queue: {budget}} = line;
  const {template} = resource;
  if (source === undefined || template === undefined) throw new TypeError(`${name} is worked by no template`);
  const target = {config, resource: resourceOf(config, source.of)};
  const {owner, fields} = target.resource;
  const hasBudgetField = typeof budget === 'object' && budget.of === template.by;
  const field = hasBudgetField ? fields[budget.minutes] : undefined;
  const limite = hasBudgetField && field !== undefined
    ? minutesToSeconds(sql.ref(`t.${columnOf(budget.minutes, field)}`)) : sql`${queueBudgetSeconds(line.queue)}::integer`;
  const {rows: [row]} = await sql<RecordValues & Pick<RobotTemplateState, 'workflow' | 'limite'>>`
    select json_build_object('id', t.id, 'descricao', coalesce(${titleText(config, target.resource, 't')}, '')) as modelo,
      ${referencedTitleJson(target, owner?.empresa)} as empresa,
      ${referencedTitleJson(target, owner?.filial)} as filial, ${templateText(target.resource, source.workflow)} as workflow,
      ${limite} as limite
    from ${sql.table(tableOf(source.of))} as t where t.id = ${id}`.execute(context.db);
  if (row === undefined) throw notFound();
  const {workflow, limite: seconds, ...places} = row;
  const {items, version} = await readTemplate(context.db, config, resource, template, id);
  return {
    places, workflow, limite: seconds, versao: version?.versao ?? null,
    items: items.map(({id: item, descricao, tipoCampo, obrigatorio}) => ({item, descricao, tipoCampo, obrigatorio})),
  };
};

const NO_TEMPLATE = {places: {}, items: [], versao: null};

const inventRecord = (
  {config, resource}: RobotQueue, actor: Actor, current: RobotTemplateState, semente: number, status: string,
): RecordValues => {
  const referenceId = (key: string): unknown => (current.places[key] as {id: number} | null | undefined)?.id ?? null;
  const {owner, queue, template, status: field = ''} = resource;
  const fixedValues = [
    [field, statusByKey(resource, status)?.id], [template?.by, referenceId('modelo')], [owner?.empresa, referenceId('empresa')],
    [owner?.filial, referenceId('filial')], [template?.version, current.versao], [queue?.workflow, current.workflow],
  ].filter(([name]) => name !== undefined);
  const row = {...inventFields(config, resource, semente), ...Object.fromEntries(fixedValues) as RecordValues, id: semente, versao: 1};
  const parts: Readonly<Record<PartName, unknown>> = {
    files: [], queue: null,
    template: current.items.map((item, index) =>
      ({...item, id: index + 1, valor: inventItemValue(config, {...item}, semente, String(item.item)), aviso: ''})),
  };
  return {
    ...toRowAnswer(config, resource, actor, row), acoes: [],
    ...Object.fromEntries(listParts(resource).map(({name, key}) => [key, parts[name]])),
  };
};

/** Invents the answer to a claim; the id is the seed. */
export const inventLease = (
  line: RobotQueue, actor: Actor, current: RobotTemplateState, semente: number, token: string, limite: Date,
): RecordValues => {
  const [, segundos] = line.queue.lease;
  const lease = {
    id: semente, tentativa: FIRST_ATTEMPT, token, limite, segundos,
    ate: new Date(Math.min(Date.now() + segundos * SECOND_MS, limite.getTime())),
    workflow: current.workflow, body: inventRecord(line, actor, current, semente, line.queue.working),
  };
  return toLeaseAnswer(line, lease, {...current.places, falhas: []});
};

export const registerSimulationRoutes = (
  app: FastifyInstance, line: RobotQueue, tokens: Tokens, pace: ReturnType<typeof createClaimRateLimit>,
): void => {
  const {context, config, name, resource, queue} = line;
  const source = workflowTemplate(line);

  /** Id of the oldest template with the workflow; 0: the queue has no templates. */
  const findTemplate = async (actor: Actor, workflow: string): Promise<number> => {
    if (source === undefined) return 0;
    const workflowText = templateText(resourceOf(config, source.of), source.workflow);
    const {rows: [row]} = await sql<{id: number}>`
      select t.id from ${sql.table(tableOf(source.of))} as t
      where ${matchesWorkflow(workflowText, [workflow])} and ${scopePredicate(context, source.of, actor, 't')}
      order by t.id limit 1`.execute(context.db);
    if (row === undefined) throw noTemplateRefusal('workflow');
    return row.id;
  };
  const currentTemplate = (id: number, workflow = ''): Promise<RobotTemplateState> | RobotTemplateState =>
    (id === 0 ? {...NO_TEMPLATE, workflow, limite: queueBudgetSeconds(queue)} : readRobotTemplate(line, id));

  const seal = (numbers: readonly number[]): string => `${numbers.join('.')}.${tokens.signText(`${name} ${numbers.join('.')}`)}`;
  /** Opens a sealed token. @throws Refusal 409 as for a real lease */
  const openToken = ({id}: Actor, token: string): {modelo: number; semente: number; limite: number} => {
    const numbers = token.split('.').slice(0, -1).map(Number);
    const [usuario, modelo = 0, semente = 0, limite = 0] = numbers;
    if (usuario !== id || seal(numbers) !== token) throw new Refusal('LEASE', FOREIGN);
    if (limite <= Date.now()) throw attemptTimeOverRefusal(new Date(limite));
    return {modelo, semente, limite};
  };
  /** Reads the body of a conclusion; its files are checked and discarded. */
  const readConclusion = async (request: FastifyRequest): Promise<{data: RecordValues; tipos: string[]; files: string[]}> => {
    const {mostFiles, tooManyFiles} = recordCallOptions(context, name, true, CALL_TAKES_NO_FILES);
    return request.isMultipart() ? inspectFiles(context, request, {fields: CONCLUDE_FIELDS, mostFiles, tooManyFiles, sentence: 'save'})
      : {data: request.body as RecordValues, tipos: [], files: []};
  };
  const operation = (summary: string, {path, body, answer: answerSchema}: {path: string; body: Json; answer: Json}): Call => ({
    endpoint: simulationCall(queue, path), id: `${name}.fila.simular${path === '' ? '' : `.${path}`}`, tag: tagOf(resource), summary,
    allowedProfiles: listRobotProfiles(config), usesStandardStatuses: true, body, answers: {200: answer('Como na fila.', answerSchema)},
  });
  const {renew, conclude, fail} = leaseCallShapes(line);

  addRoute(app, {
    ...operation('Inventa um registro para um robô', {
      path: '', body: asJson(jsonSchemaOf(simulateBody)), answer: jsonSchemaOf(reservation(queue.calls.record)),
    }),
    description: 'Pelas regras do modelo, com os casos que costumam dar errado. Nada é gravado; o `leaseToken` só vale abaixo daqui.',
  }, async request => {
    const {workflow, semente = randomInt(1, MAX_INTEGER)} = parseBody(simulateBody, request.body);
    const {actor} = request;
    pace(actor.id);
    const modelo = await findTemplate(actor, workflow);
    const current = await currentTemplate(modelo, workflow);
    const limite = Date.now() + current.limite * SECOND_MS;
    return inventLease(line, actor, current, semente, seal([actor.id, modelo, semente, limite]), new Date(limite));
  });

  addRoute(app, operation('Renova um lease simulado', renew), request => {
    const {leaseToken, leaseSegundos} = renew.read(request);
    const {limite} = openToken(request.actor, leaseToken);
    const remaining = Math.min(leaseSegundos * SECOND_MS, limite - Date.now());
    return {leaseAte: new Date(Date.now() + remaining).toISOString(), leaseSegundos: Math.floor(remaining / SECOND_MS)};
  });

  addRoute(app, operation('Conclui um registro simulado', conclude), async request => {
    const {data, tipos, files} = await readConclusion(request);
    const {leaseToken} = conclude.read(request, data);
    const {modelo, semente} = openToken(request.actor, leaseToken);
    checkFileTypes(config, resource, files.length, tipos);
    return inventRecord(line, request.actor, await currentTemplate(modelo), semente, queue.done);
  });

  addRoute(app, operation('Falha num registro simulado', fail), async request => {
    const {leaseToken, tipo, campos} = fail.read(request.body);
    const {modelo, semente} = openToken(request.actor, leaseToken);
    const current = await currentTemplate(modelo);
    checkItemsExist(campos, current.items.map(({item}) => item));
    return inventRecord(line, request.actor, current, semente, queue[statusAfterFailure(line, tipo, FIRST_ATTEMPT)]);
  });
};
