/** Bodies are JSON (or multipart, where a route takes files); nothing else is read. */
import {errorCodes, type FastifyInstance} from 'fastify';

export const addJson = (app: FastifyInstance): void => {
  // Also closes the door for forms of other sites: plain text needs no preflight.
  app.removeContentTypeParser(['text/plain', 'application/json']);
  // react-admin's own client deletes with that header and nothing behind it.
  app.addContentTypeParser<string>('text/plain', {parseAs: 'string'}, (_request, body, done) => {
    if (body === '') done(null);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/plain'));
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', {parseAs: 'string'}, (request, body, done) => {
    // Calls of §7 without a body come with the header all the same.
    if (body === '') done(null);
    else void parse(request, body, done);
  });
};
