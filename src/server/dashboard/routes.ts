/** The dashboard's calls (rules: Dashboard 6, 7), at the addresses that the config gives them. */
import type {FastifyInstance, FastifyPluginAsync, FastifyRequest} from 'fastify';
import {may} from '../../schema/access.ts';
import type {Endpoint} from '../../schema/config.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {forbidden} from '../errors.ts';
import {evolution, statusCounts, summary} from './answers.ts';
import {placeAsked, spanAsked} from './asked.ts';
import type {Question} from './question.ts';
import {subjectOf} from './subject.ts';

type Query = Readonly<Record<string, unknown>>;

/** For whoever may list what is counted. */
export const dashboardRoutes = (context: Context): FastifyPluginAsync => async app => {
  const subject = subjectOf(context.config);
  if (subject === undefined) return;
  const {calls} = subject.dashboard;
  const answer = (endpoint: Endpoint, of: (question: Question, query: Query) => Promise<unknown>): FastifyInstance => {
    const {method, path} = parseEndpoint(endpoint);
    return app.route({method, url: `/${path}`, handler: async (request: FastifyRequest) => {
      const {actor} = request;
      if (!may(subject.resource, 'list', actor.perfil)) throw forbidden();
      const query = request.query as Query;
      return of({context, subject, actor, place: placeAsked(query)}, query);
    }});
  };
  answer(calls.counts, (question, query) => statusCounts(question, spanAsked(subject.dashboard, query)));
  answer(calls.evolution, (question, query) => evolution(question, spanAsked(subject.dashboard, query)));
  answer(calls.summary, summary);
};
