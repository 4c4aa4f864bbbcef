/** The dashboard's calls (rules: Dashboard 6, 7), at the addresses that the config gives them. */
import type {FastifyPluginAsync} from 'fastify';
import type {Dashboard, Endpoint} from '../../schema/config/config.ts';
import {countName, periodParam} from '../../schema/dashboard.ts';
import {evolutionPoint, summary as summaryShape} from '../../schema/wire.ts';
import type {Context} from '../context.ts';
import {route} from '../http/route.ts';
import {answer, queryParam} from '../openapi/call.ts';
import {arrayOf, COUNT, ID, objectOf, TEXT, type Json} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {evolution, statusCounts, summary} from './answers.ts';
import {placeAsked, spanAsked} from './asked.ts';
import type {Question} from './question.ts';
import {subjectOf, type Subject} from './subject.ts';

type Query = Readonly<Record<string, unknown>>;

const NARROWED = {...COUNT, default: 0};

const placeParams = ({resource}: Subject): Json[] => [
  queryParam('idEmpresa', NARROWED, 'Só desta empresa; 0: de todas ao alcance de quem pergunta.'),
  queryParam('idFilial', NARROWED, 'Só desta filial; 0: de todas ao alcance de quem pergunta.'),
  ...(resource.api?.echo ?? []).map(name => queryParam(name, TEXT, 'Ignorado: quem pergunta se sabe pelo token.')),
];

const periodQuery = ({periods: [first, ...others]}: Dashboard): Json => {
  const months = [first, ...others].flatMap(one =>
    (one?.months === undefined ? [] : [`${periodParam(one)} (este mês e os ${one.months - 1} anteriores)`]));
  const schema = {...TEXT, ...(first === undefined ? {} : {default: periodParam(first)})};
  return queryParam('periodo', schema, `Um ano com quatro algarismos, ou ${months.join(', ')}.`);
};

const countsSchema = ({statuses}: Subject): Json => objectOf(Object.fromEntries(statuses.flatMap(({key, id, name}) => [
  [`idStatus${countName(key)}`, {...ID, const: id}],
  [`qtd${countName(key)}`, COUNT],
  [`descricao${countName(key)}`, {...TEXT, const: name}],
])));

/** For whoever may list what is counted. */
export const dashboardRoutes = (context: Context): FastifyPluginAsync => async app => {
  const subject = subjectOf(context.config);
  if (subject === undefined) return;
  const {dashboard, resource} = subject;
  const {calls, chart} = dashboard;
  const many = resource.label.many;
  const places = placeParams(subject);
  const period = periodQuery(dashboard);
  const add = (
    endpoint: Endpoint, id: string, told: string, parameters: readonly Json[], answered: Json,
    of: (question: Question, query: Query) => Promise<unknown>,
  ): void => route(app, {
    endpoint, id: `dashboard.${id}`, tag: 'Dashboard', summary: told, may: resource.access.list, parameters, answers: {200: answered},
  }, async request => {
    const query = request.query as Query;
    return of({context, subject, actor: request.actor, place: placeAsked(query)}, query);
  });
  add(calls.counts, 'status', `${many} criados no período, por status de hoje`, [...places, period],
    answer('As quantidades.', countsSchema(subject)), (question, query) => statusCounts(question, spanAsked(dashboard, query)));
  add(calls.evolution, 'evolucao', chart.title, [...places, period],
    answer('Cada mês do período, também os que têm zero.', arrayOf(shapeOf(evolutionPoint))),
    (question, query) => evolution(question, spanAsked(dashboard, query)));
  add(calls.summary, 'resumo', `${many} em aberto, e os finalizados desta semana e da anterior`, places,
    answer('O resumo.', shapeOf(summaryShape)), summary);
};
