/** GET ir-para?texto= (rules: Screens 8): records by number or name, for whoever is signed in. */
import type {FastifyPluginAsync} from 'fastify';
import {GO_TO, GO_TO_LENGTH, GO_TO_PARAM, isSearchable} from '../../schema/goTo.ts';
import {fill, formWords} from '../../schema/messages.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {hasControl} from '../../schema/text.ts';
import type {Context} from '../context.ts';
import {invalid} from '../errors.ts';
import {find} from './find.ts';

/** @throws Refusal 400 for what nobody types: too long, repeated, with control characters */
const textOf = (query: unknown): string => {
  const value = (query as Readonly<Record<string, unknown>>)[GO_TO_PARAM] ?? '';
  const wrong = (mensagem: string) => invalid([{campo: GO_TO_PARAM, mensagem}]);
  if (typeof value !== 'string' || hasControl(value)) throw wrong(`Parâmetro inválido: ${GO_TO_PARAM}.`);
  const text = value.trim().normalize('NFC');
  if (text.length > GO_TO_LENGTH) throw wrong(fill(formWords.tooLong, {max: GO_TO_LENGTH}));
  return text;
};

export const goToRoutes = (context: Context): FastifyPluginAsync => async app => {
  app.get(`/${parseEndpoint(GO_TO).path}`, async request => {
    const text = textOf(request.query);
    return isSearchable(text) ? find(context, request.actor, text) : [];
  });
};
