/** Bodies are JSON (or multipart, where a route takes files); nothing else is read. */
import type {FastifyInstance} from 'fastify';

export const addJson = (app: FastifyInstance): void => {
  // Also closes the door for forms of other sites: plain text needs no preflight.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', {parseAs: 'string'}, (request, body, done) => {
    // Calls of §7 without a body come with the header all the same.
    if (body === '') done(null);
    else void parse(request, body, done);
  });
};
