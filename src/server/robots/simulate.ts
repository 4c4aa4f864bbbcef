/**
 * The simulator: robots get invented records, and their calls are judged as in the queue.
 * No row is written: the sealed lease token carries robot, template, seed and end.
 */
import {randomInt} from 'node:crypto';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {sql} from 'kysely';
import type {PartName} from '../../schema/config/config.ts';
import {MAX_INTEGER} from '../../schema/fields/kinds.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {partsIn} from '../../schema/parts.ts';
import {robotsOf, simulateCall, usualBudget} from '../../schema/queue.ts';
import type {FormItem} from '../../schema/wire.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {inspect} from '../calls/multipart.ts';
import type {Actor} from '../context.ts';
import {columnOf, resourceOf, tableOf, titleOf} from '../db/names.ts';
import {present} from '../engine/read.ts';
import {notFound, Refusal} from '../errors.ts';
import {route} from '../http/route.ts';
import {answer, type Call} from '../openapi/call.ts';
import {tagOf} from '../openapi/described.ts';
import {asJson, type Json} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/shapes.ts';
import {demandTypes} from '../parts/files/rules.ts';
import {takenOf} from '../parts/files/taken.ts';
import {readTemplate} from '../parts/template/rows.ts';
import {scopePredicate} from '../db/conditions/conditions.ts';
import {answerOf, named} from './answer.ts';
import {inventFields, inventItem} from './invent.ts';
import {demandKnown, spent, statusAfter} from './lease.ts';
import {CONCLUSION, judgedCalls, NO_FILES} from './leaseRoutes.ts';
import {inSeconds, type Line} from './queue.ts';
import type {createPace} from './reserveRoute.ts';
import {readBody, reservation, simulateBody} from './shapes.ts';
import {isOneOf, noTemplate, saidBy, textOf} from './workflows.ts';

const SECOND_MS = 1000;
/** Attempt number of an invented record. */
const FIRST_ATTEMPT = 1;
const FOREIGN = 'Este lease terminou ou é de outro robô. Descarte o trabalho.';

/** A template's current items and references, as robots see them. */
export interface Made {
  places: Values;
  items: Pick<FormItem, 'item' | 'descricao' | 'tipoCampo' | 'obrigatorio'>[];
  versao: number | null;
  workflow: string;
  /** Budget of an attempt in seconds. */
  limite: number;
}

/** Reads a template already checked against the scope. @throws Refusal 404 if it is missing */
export const templateOf = async (line: Line, id: number): Promise<Made> => {
  const {config, context, name, resource} = line;
  const source = saidBy(line);
  const {queue: {budget}} = line;
  const {template} = resource;
  if (source === undefined || template === undefined) throw new TypeError(`${name} is worked by no template`);
  const target = {config, resource: resourceOf(config, source.of)};
  const {owner, fields} = target.resource;
  const hasBudgetField = typeof budget === 'object' && budget.of === template.by;
  const field = hasBudgetField ? fields[budget.minutes] : undefined;
  const limite = hasBudgetField && field !== undefined
    ? inSeconds(sql.ref(`t.${columnOf(budget.minutes, field)}`)) : sql`${usualBudget(line.queue)}::integer`;
  const {rows: [row]} = await sql<Values & Pick<Made, 'workflow' | 'limite'>>`
    select json_build_object('id', t.id, 'descricao', coalesce(${titleOf(target.resource, 't')}::text, '')) as modelo,
      ${named(target, owner?.empresa)} as empresa,
      ${named(target, owner?.filial)} as filial, ${textOf(target.resource, source.workflow)} as workflow,
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

/** Invents a record in the form of its read call. */
const inventRecord = ({config, resource}: Line, actor: Actor, current: Made, semente: number, status: string): Values => {
  const referenceId = (key: string): unknown => (current.places[key] as {id: number} | null | undefined)?.id ?? null;
  const {owner, queue, template, status: field = ''} = resource;
  const fixedValues = [
    [field, statusByKey(resource, status)?.id], [template?.by, referenceId('modelo')], [owner?.empresa, referenceId('empresa')],
    [owner?.filial, referenceId('filial')], [template?.version, current.versao], [queue?.workflow, current.workflow],
  ].filter(([name]) => name !== undefined);
  const row = {...inventFields(config, resource, semente), ...Object.fromEntries(fixedValues) as Values, id: semente, versao: 1};
  const parts: Readonly<Record<PartName, unknown>> = {
    files: [], queue: null,
    template: current.items.map((item, index) =>
      ({...item, id: index + 1, valor: inventItem(config, {...item}, semente, String(item.item)), aviso: ''})),
  };
  return {
    ...present(config, resource, actor, row), acoes: [],
    ...Object.fromEntries(partsIn(resource).map(({name, key}) => [key, parts[name]])),
  };
};

/** Invents the answer to a claim; the id is the seed. */
export const inventLease = (line: Line, actor: Actor, current: Made, semente: number, token: string, limite: Date): Values => {
  const [, segundos] = line.queue.lease;
  const lease = {
    id: semente, tentativa: FIRST_ATTEMPT, token, limite, segundos,
    ate: new Date(Math.min(Date.now() + segundos * SECOND_MS, limite.getTime())),
    workflow: current.workflow, body: inventRecord(line, actor, current, semente, line.queue.working),
  };
  return answerOf(line, lease, {...current.places, falhas: []});
};

export const simulateRoutes = (app: FastifyInstance, line: Line, tokens: Tokens, pace: ReturnType<typeof createPace>): void => {
  const {context, config, name, resource, queue} = line;
  const source = saidBy(line);

  /** Id of the oldest template with the workflow; 0: the queue has no templates. */
  const findTemplate = async (actor: Actor, workflow: string): Promise<number> => {
    if (source === undefined) return 0;
    const workflowText = textOf(resourceOf(config, source.of), source.workflow);
    const {rows: [row]} = await sql<{id: number}>`
      select t.id from ${sql.table(tableOf(source.of))} as t
      where ${isOneOf(workflowText, [workflow])} and ${scopePredicate(context, source.of, actor, 't')}
      order by t.id limit 1`.execute(context.db);
    if (row === undefined) throw noTemplate('workflow');
    return row.id;
  };
  const currentTemplate = (id: number, workflow = ''): Promise<Made> | Made =>
    (id === 0 ? {...NO_TEMPLATE, workflow, limite: usualBudget(queue)} : templateOf(line, id));

  const seal = (numbers: readonly number[]): string => `${numbers.join('.')}.${tokens.seal(`${name} ${numbers.join('.')}`)}`;
  /** Opens a sealed token. @throws Refusal 409 as for a real lease */
  const openToken = ({id}: Actor, token: string): {modelo: number; semente: number; limite: number} => {
    const numbers = token.split('.').slice(0, -1).map(Number);
    const [usuario, modelo = 0, semente = 0, limite = 0] = numbers;
    if (usuario !== id || seal(numbers) !== token) throw new Refusal('LEASE', FOREIGN);
    if (limite <= Date.now()) throw spent(new Date(limite));
    return {modelo, semente, limite};
  };
  /** Reads the body of a conclusion; its files are checked and discarded. */
  const readConclusion = async (request: FastifyRequest): Promise<{data: Values; tipos: string[]; files: string[]}> => {
    const {mostFiles, tooManyFiles} = takenOf(context, name, true, NO_FILES);
    return request.isMultipart() ? inspect(context, request, {fields: CONCLUSION, mostFiles, tooManyFiles, sentence: 'save'})
      : {data: request.body as Values, tipos: [], files: []};
  };
  const operation = (summary: string, {path, body, answer: whole}: {path: string; body: Json; answer: Json}): Call => ({
    endpoint: simulateCall(queue, path), id: `${name}.fila.simular${path === '' ? '' : `.${path}`}`, tag: tagOf(resource), summary,
    may: robotsOf(config), textbook: true, body, answers: {200: answer('Como na fila.', whole)},
  });
  const {renew, conclude, fail} = judgedCalls(line);

  route(app, {
    ...operation('Inventa um registro para um robô', {
      path: '', body: asJson(jsonSchemaOf(simulateBody)), answer: jsonSchemaOf(reservation(queue.calls.record)),
    }),
    description: 'Pelas regras do modelo, com os casos que costumam dar errado. Nada é gravado; o `leaseToken` só vale abaixo daqui.',
  }, async request => {
    const {workflow, semente = randomInt(1, MAX_INTEGER)} = readBody(simulateBody, request.body);
    const {actor} = request;
    pace(actor.id);
    const modelo = await findTemplate(actor, workflow);
    const current = await currentTemplate(modelo, workflow);
    const limite = Date.now() + current.limite * SECOND_MS;
    return inventLease(line, actor, current, semente, seal([actor.id, modelo, semente, limite]), new Date(limite));
  });

  route(app, operation('Renova um lease simulado', renew), request => {
    const {leaseToken, leaseSegundos} = renew.read(request);
    const {limite} = openToken(request.actor, leaseToken);
    const remaining = Math.min(leaseSegundos * SECOND_MS, limite - Date.now());
    return {leaseAte: new Date(Date.now() + remaining).toISOString(), leaseSegundos: Math.floor(remaining / SECOND_MS)};
  });

  route(app, operation('Conclui um registro simulado', conclude), async request => {
    const {data, tipos, files} = await readConclusion(request);
    const {leaseToken} = conclude.read(request, data);
    const {modelo, semente} = openToken(request.actor, leaseToken);
    demandTypes(config, resource, files.length, tipos);
    return inventRecord(line, request.actor, await currentTemplate(modelo), semente, queue.done);
  });

  route(app, operation('Falha num registro simulado', fail), async request => {
    const {leaseToken, tipo, campos} = fail.read(request.body);
    const {modelo, semente} = openToken(request.actor, leaseToken);
    const current = await currentTemplate(modelo);
    demandKnown(campos, current.items.map(({item}) => item));
    return inventRecord(line, request.actor, current, semente, queue[statusAfter(line, tipo, FIRST_ATTEMPT)]);
  });
};
