/**
 * The simulator: a robot gets a record that was invented from its template's rules, and what it does with it is judged as if it were one
 * of the queue's. Nothing is kept: the lease's token carries whose it is, the seed and its end, sealed.
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

const SECOND = 1000;
/** A record is invented for its first attempt. */
const FIRST_ATTEMPT = 1;
const FOREIGN = 'Este lease terminou ou é de outro robô. Descarte o trabalho.';

/** A template, as robots are told of it, and what it asks now. */
export interface Made {
  places: Values;
  items: Pick<FormItem, 'item' | 'descricao' | 'tipoCampo' | 'obrigatorio'>[];
  versao: number | null;
  workflow: string;
  /** Seconds that an attempt may take. */
  limite: number;
}

/** A template that may be read. @throws Refusal 404 where there is none any more */
export const templateOf = async (line: Line, id: number): Promise<Made> => {
  const {config, context, name, resource} = line;
  const found = saidBy(line);
  const {queue: {budget}} = line;
  const {template} = resource;
  if (found === undefined || template === undefined) throw new TypeError(`${name} is worked by no template`);
  const of = {config, resource: resourceOf(config, found.of)};
  const {owner, fields} = of.resource;
  const isTyped = typeof budget === 'object' && budget.of === template.by;
  const field = isTyped ? fields[budget.minutes] : undefined;
  const limite = isTyped && field !== undefined
    ? inSeconds(sql.ref(`t.${columnOf(budget.minutes, field)}`)) : sql`${usualBudget(line.queue)}::integer`;
  const {rows: [row]} = await sql<Values & Pick<Made, 'workflow' | 'limite'>>`
    select json_build_object('id', t.id, 'descricao', coalesce(${titleOf(of.resource, 't')}::text, '')) as modelo,
      ${named(of, owner?.empresa)} as empresa,
      ${named(of, owner?.filial)} as filial, ${textOf(of.resource, found.workflow)} as workflow,
      ${limite} as limite
    from ${sql.table(tableOf(found.of))} as t where t.id = ${id}`.execute(context.db);
  if (row === undefined) throw notFound();
  const {workflow, limite: seconds, ...places} = row;
  const {items, version} = await readTemplate(context.db, config, resource, template, id);
  return {
    places, workflow, limite: seconds, versao: version?.versao ?? null,
    items: items.map(({id: item, descricao, tipoCampo, obrigatorio}) => ({item, descricao, tipoCampo, obrigatorio})),
  };
};

const NOTHING = {places: {}, items: [], versao: null};

/** A record as its own call answers it. */
const inventRecord = ({config, resource}: Line, actor: Actor, made: Made, semente: number, status: string): Values => {
  const idOf = (place: string): unknown => (made.places[place] as {id: number} | null | undefined)?.id ?? null;
  const {owner, queue, template, status: field = ''} = resource;
  const known = [
    [field, statusByKey(resource, status)?.id], [template?.by, idOf('modelo')], [owner?.empresa, idOf('empresa')],
    [owner?.filial, idOf('filial')], [template?.version, made.versao], [queue?.workflow, made.workflow],
  ].filter(([name]) => name !== undefined);
  const row = {...inventFields(config, resource, semente), ...Object.fromEntries(known) as Values, id: semente, versao: 1};
  const parts: Readonly<Record<PartName, unknown>> = {
    files: [], queue: null,
    template: made.items.map((item, at) =>
      ({...item, id: at + 1, valor: inventItem(config, {...item}, semente, String(item.item)), aviso: ''})),
  };
  return {
    ...present(config, resource, actor, row), acoes: [],
    ...Object.fromEntries(partsIn(resource).map(({name, key}) => [key, parts[name]])),
  };
};

/** The answer to a claim of an invented record; its id is the seed. */
export const inventLease = (line: Line, actor: Actor, made: Made, semente: number, token: string, limite: Date): Values => {
  const [, segundos] = line.queue.lease;
  const lease = {
    id: semente, tentativa: FIRST_ATTEMPT, token, limite, segundos,
    ate: new Date(Math.min(Date.now() + segundos * SECOND, limite.getTime())),
    workflow: made.workflow, body: inventRecord(line, actor, made, semente, line.queue.working),
  };
  return answerOf(line, lease, {...made.places, falhas: []});
};

export const simulateRoutes = (app: FastifyInstance, line: Line, tokens: Tokens, pace: ReturnType<typeof createPace>): void => {
  const {context, config, name, resource, queue} = line;
  const found = saidBy(line);

  /** The oldest template of a workflow; 0 where records have none. */
  const templateFor = async (actor: Actor, workflow: string): Promise<number> => {
    if (found === undefined) return 0;
    const said = textOf(resourceOf(config, found.of), found.workflow);
    const {rows: [row]} = await sql<{id: number}>`
      select t.id from ${sql.table(tableOf(found.of))} as t
      where ${isOneOf(said, [workflow])} and ${scopePredicate(context, found.of, actor, 't')}
      order by t.id limit 1`.execute(context.db);
    if (row === undefined) throw noTemplate('workflow');
    return row.id;
  };
  const madeOf = (id: number, workflow = ''): Promise<Made> | Made =>
    (id === 0 ? {...NOTHING, workflow, limite: usualBudget(queue)} : templateOf(line, id));

  const seal = (told: readonly number[]): string => `${told.join('.')}.${tokens.seal(`${name} ${told.join('.')}`)}`;
  /** @throws Refusal 409 as of a real lease */
  const heldBy = ({id}: Actor, token: string): {modelo: number; semente: number; limite: number} => {
    const told = token.split('.').slice(0, -1).map(Number);
    const [usuario, modelo = 0, semente = 0, limite = 0] = told;
    if (usuario !== id || seal(told) !== token) throw new Refusal('LEASE', FOREIGN);
    if (limite <= Date.now()) throw spent(new Date(limite));
    return {modelo, semente, limite};
  };
  /** Files are looked at as the queue does, and read into nothing. */
  const concluded = async (request: FastifyRequest): Promise<{data: Values; tipos: string[]; files: string[]}> => {
    const {mostFiles, tooManyFiles} = takenOf(context, name, true, NO_FILES);
    return request.isMultipart() ? inspect(context, request, {fields: CONCLUSION, mostFiles, tooManyFiles, sentence: 'save'})
      : {data: request.body as Values, tipos: [], files: []};
  };
  const told = (summary: string, {path, body, answer: whole}: {path: string; body: Json; answer: Json}): Call => ({
    endpoint: simulateCall(queue, path), id: `${name}.fila.simular${path === '' ? '' : `.${path}`}`, tag: tagOf(resource), summary,
    may: robotsOf(config), textbook: true, body, answers: {200: answer('Como na fila.', whole)},
  });
  const {renew, conclude, fail} = judgedCalls(line);

  route(app, {
    ...told('Inventa um registro para um robô', {
      path: '', body: asJson(jsonSchemaOf(simulateBody)), answer: jsonSchemaOf(reservation(queue.calls.record)),
    }),
    description: 'Pelas regras do modelo, com os casos que costumam dar errado. Nada é gravado; o `leaseToken` só vale abaixo daqui.',
  }, async request => {
    const {workflow, semente = randomInt(1, MAX_INTEGER)} = readBody(simulateBody, request.body);
    const {actor} = request;
    pace(actor.id);
    const modelo = await templateFor(actor, workflow);
    const made = await madeOf(modelo, workflow);
    const limite = Date.now() + made.limite * SECOND;
    return inventLease(line, actor, made, semente, seal([actor.id, modelo, semente, limite]), new Date(limite));
  });

  route(app, told('Renova um lease simulado', renew), request => {
    const {leaseToken, leaseSegundos} = renew.read(request);
    const {limite} = heldBy(request.actor, leaseToken);
    const left = Math.min(leaseSegundos * SECOND, limite - Date.now());
    return {leaseAte: new Date(Date.now() + left).toISOString(), leaseSegundos: Math.floor(left / SECOND)};
  });

  route(app, told('Conclui um registro simulado', conclude), async request => {
    const {data, tipos, files} = await concluded(request);
    const {leaseToken} = conclude.read(request, data);
    const {modelo, semente} = heldBy(request.actor, leaseToken);
    demandTypes(config, resource, files.length, tipos);
    return inventRecord(line, request.actor, await madeOf(modelo), semente, queue.done);
  });

  route(app, told('Falha num registro simulado', fail), async request => {
    const {leaseToken, tipo, campos} = fail.read(request.body);
    const {modelo, semente} = heldBy(request.actor, leaseToken);
    const made = await madeOf(modelo);
    demandKnown(campos, made.items.map(({item}) => item));
    return inventRecord(line, request.actor, made, semente, queue[statusAfter(line, tipo, FIRST_ATTEMPT)]);
  });
};
