/** What people take home to make robots with: the kit of a template, and an attempt as a file to try a robot on. */
import type {FastifyInstance} from 'fastify';
import {EXAMPLE, kitCall, kitReaders, leaseCall, robotTemplates, watchersOf} from '../../schema/queue.ts';
import {conflict} from '../errors.ts';
import {readRecord} from '../engine/read.ts';
import {attachmentHeaders} from '../files/send.ts';
import {idOf, route} from '../http/route.ts';
import {answer} from '../openapi/call.ts';
import {tagOf} from '../openapi/described.ts';
import type {Json} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/shapes.ts';
import {storedRow} from '../reach/storedRow.ts';
import {resourceOf} from '../db/names.ts';
import {answerTo} from './answer.ts';
import type {Line} from './queue.ts';
import {reservation} from './shapes.ts';
import {templateOf} from './simulate.ts';

const SECOND = 1000;

export const kitRoutes = (app: FastifyInstance, line: Line, document: () => Json): void => {
  const {context, config, name, resource, queue} = line;
  const {db} = context;
  route(app, {
    endpoint: leaseCall(name, 'GET', EXAMPLE), id: `${name}.fila.exemplo`, tag: tagOf(resource), may: watchersOf(config, resource),
    summary: 'Um registro como um robô o recebe, para experimentar um',
    description: 'Como está agora, com as tentativas que falharam e sem `leaseToken`: um arquivo para o cliente dos robôs.',
    answers: {200: answer('Como anexo.', jsonSchemaOf(reservation(queue.calls.record)))},
  }, async (request, reply) => {
    const {actor} = request;
    const id = idOf(request.params);
    const [, segundos] = queue.lease;
    const ate = new Date(Date.now() + segundos * SECOND);
    const body = await readRecord(context, db, name, actor, id);
    const {[queue.workflow]: workflow = ''} = body as Readonly<Record<string, string>>;
    const told = await answerTo(line, db, {id, tentativa: 1, token: '', ate, limite: ate, segundos, workflow, body});
    const [last] = told['falhas'] as {tentativa: number}[];
    return reply.headers(attachmentHeaders(`${name}-${id}.json`)).send({...told, tentativa: last?.tentativa ?? 1});
  });

  const template = robotTemplates(config).find(one => one.name === name);
  const endpoint = template === undefined ? undefined : kitCall(config, template.of);
  // Of two queues that one template feeds the first has its kit.
  if (template === undefined || endpoint === undefined || robotTemplates(config).find(({of}) => of === template.of) !== template) return;
  const of = resourceOf(config, template.of);
  route(app, {
    endpoint, id: `${template.of}.kit`, tag: tagOf(of), summary: 'O kit para fazer um robô deste modelo',
    may: kitReaders(config, template),
    answers: {200: {description: 'Um ZIP, como anexo.', content: {'application/zip': {}}}},
  }, async (request, reply) => {
    const {id, [of.title]: title} = await storedRow(context, db, template.of, request.actor, idOf(request.params));
    const made = await templateOf(line, id);
    const {label = ''} = of.fields[template.workflow] ?? {};
    if (made.workflow === '') throw conflict(`${label} está vazio: nenhum robô trabalha este modelo.`);
    // Most starts serve none.
    const {kitOf} = await import('./kit.ts');
    const zip = await kitOf(line, request.actor, made, document());
    return reply.headers(attachmentHeaders(`Kit do robô ${String(title)}.zip`)).type('application/zip').send(Buffer.from(zip));
  }, {compress: false});
};
