/** GET ir-para?texto= (rules: Screens 8): records by number or name, for whoever is signed in. */
import type {FastifyPluginAsync} from 'fastify';
import {GO_TO, GO_TO_PARAM, isSearchable} from '../../schema/goTo.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {typedText} from '../http/typedText.ts';
import {find} from './find.ts';

export const goToRoutes = (context: Context): FastifyPluginAsync => async app => {
  app.get(`/${parseEndpoint(GO_TO).path}`, async request => {
    const text = typedText(request.query, GO_TO_PARAM);
    return isSearchable(text) ? find(context, request.actor, text) : [];
  });
};
