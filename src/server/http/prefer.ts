/** What a caller prefers of an answer (RFC 7240). */
import type {FastifyRequest} from 'fastify';
import {PREFER} from '../../schema/lifeCycle/newestSteps.ts';

/**
 * A preference by its name. The header may come several times, and say several things.
 *
 * @returns its value, `''` where it has none; undefined: it is not said
 */
export const preferred = ({headers}: FastifyRequest, name: string): string | undefined =>
  [headers[PREFER]].flat().join(',').toLowerCase().split(',').map(one => one.trim().split('='))
    .find(([own]) => own === name)?.slice(1).join('=');
