/** Optimistic concurrency (rules: Calls 5): who says which version they changed is refused when it is no longer the current one. */
import type {FastifyRequest} from 'fastify';
import type {Values} from '../../schema/fields/validate.ts';
import {stale} from '../errors.ts';

/** The version a caller changed: `versao` in the body, or `If-Match`. undefined: the last write wins. */
export const versionSent = (request: Pick<FastifyRequest, 'headers'>, body: Values): unknown => {
  if (body['versao'] !== undefined && body['versao'] !== null) return body['versao'];
  const tag = request.headers['if-match'];
  return tag === undefined || tag === '*' ? undefined : tag.replace(/^(?:W\/)?"?|"$/g, '');
};

/** @throws Refusal 400 `VERSAO` */
export const refuseStale = (current: number, sent: unknown): void => {
  if (sent !== undefined && Number(sent) !== current) throw stale();
};
