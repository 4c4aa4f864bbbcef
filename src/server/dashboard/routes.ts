import type {FastifyInstance, FastifyPluginAsync} from 'fastify';
import {canSeeDashboard} from '../../schema/access.ts';
import type {Dashboard, Endpoint} from '../../schema/shapes/config.ts';
import {statusKeySuffix, dashboardTexts, monthsIn, periodParam, type PeriodSpan} from '../../schema/dashboard.ts';
import {HOME} from '../../schema/pages.ts';
import {cardNumbers, evolutionPoint, summary as summaryShape, type CardNumbers} from '../../schema/apiShapes.ts';
import type {Context} from '../context.ts';
import {addRoute} from '../http/route.ts';
import {answer, queryParam} from '../openapi/call.ts';
import {arrayOf, COUNT, ID, objectOf, TEXT, type Json} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {readCards, readEvolution, readSummary} from './queries.ts';
import {parseCompanyBranchFilter, parseSpan, resolveDashboard, type DashboardRequest, type ResolvedDashboard} from './subject.ts';

type Query = Readonly<Record<string, unknown>>;

const PLACE_SCHEMA = {...COUNT, default: 0};

const placeParams = ({resource}: ResolvedDashboard): Json[] => [
  queryParam('idEmpresa', PLACE_SCHEMA, 'Só desta empresa; 0: de todas ao alcance de quem pergunta.'),
  queryParam('idFilial', PLACE_SCHEMA, 'Só desta filial; 0: de todas ao alcance de quem pergunta.'),
  ...(resource.api?.echo ?? []).map(name => queryParam(name, TEXT, 'Ignorado: quem pergunta se sabe pelo token.')),
];

const periodQuery = ({periods}: Dashboard): Json => {
  const [defaultPeriod] = periods;
  const months = periods.filter(monthsIn).map(period => `${period} (este mês e os ${Number(monthsIn(period)) - 1} anteriores)`);
  const schema = {...TEXT, ...(defaultPeriod === undefined ? {} : {default: periodParam(defaultPeriod)})};
  return queryParam('periodo', schema, `Um ano com quatro algarismos, ou ${months.join(', ')}.`);
};

const countsSchema = ({statuses, dashboard}: ResolvedDashboard): Json => {
  const byStatus = objectOf(Object.fromEntries(statuses.flatMap(({key, id, name}) => [
    [`idStatus${statusKeySuffix(key)}`, {...ID, const: id}],
    [`qtd${statusKeySuffix(key)}`, COUNT],
    [`descricao${statusKeySuffix(key)}`, {...TEXT, const: name}],
  ])));
  const {properties} = objectSchemaOf(cardNumbers) as {properties: Readonly<Record<keyof CardNumbers, Json>>};
  const declared = {
    ...(dashboard.cards.some(card => typeof card !== 'string') && {abas: properties.abas}),
    ...(dashboard.sums !== undefined && {somas: properties.somas}),
  };
  return {...byStatus, properties: {...byStatus['properties'] as object, ...declared}};
};

const addDashboard = (app: FastifyInstance, context: Context, name: string, subject: ResolvedDashboard): void => {
  const {dashboard, resource} = subject;
  const {calls} = dashboard;
  const may = Object.keys(context.config.profiles).filter(perfil => canSeeDashboard(context.config, dashboard, perfil));
  const idPrefix = name === HOME ? 'dashboard' : `dashboard.${name}`;
  const resourceLabel = resource.label.many;
  const add = (
    endpoint: Endpoint, id: string, summaryText: string, answerSchema: Json,
    loadAnswer: (question: DashboardRequest, span: PeriodSpan) => Promise<unknown>,
  ): void => addRoute(app, {
    endpoint, id: `${idPrefix}.${id}`, tag: 'Dashboard', summary: summaryText, allowedProfiles: may,
    parameters: [...placeParams(subject), periodQuery(dashboard)], answers: {200: answerSchema},
  }, async request => {
    const query = request.query as Query;
    return loadAnswer({context, subject, actor: request.actor, place: parseCompanyBranchFilter(query)}, parseSpan(dashboard, query));
  });
  add(calls.counts, 'status', `${resourceLabel} criados no período, por status de hoje`,
    answer('As quantidades.', countsSchema(subject)), readCards);
  add(calls.evolution, 'evolucao', dashboardTexts(dashboard, resource).chart,
    answer('Cada mês do período, também os que têm zero.', arrayOf(objectSchemaOf(evolutionPoint))), readEvolution);
  // The summary ignores the period, but an invalid one is still refused.
  add(calls.summary, 'resumo', `${resourceLabel} em aberto, e os finalizados desta semana e da anterior`,
    answer('O resumo, que não depende do período.', objectSchemaOf(summaryShape)), readSummary);
};

export const dashboardRoutes = (context: Context): FastifyPluginAsync => async app => {
  for (const [name, dashboard] of Object.entries(context.config.dashboards)) {
    addDashboard(app, context, name, resolveDashboard(context.config, dashboard));
  }
};
