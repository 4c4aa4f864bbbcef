/** The `Prefer` header (RFC 7240). */
import type {FastifyRequest} from 'fastify';
import {PREFER_HEADER} from '../../schema/lifeCycle/newestSteps.ts';

/**
 * Reads a preference by its name. The header may be repeated and hold a list.
 *
 * @returns its value, `''` without one; undefined where the preference is absent
 */
export const readPreference = ({headers}: FastifyRequest, name: string): string | undefined =>
  [headers[PREFER_HEADER]].flat().join(',').toLowerCase().split(',').map(preference => preference.trim().split('='))
    .find(([key]) => key === name)?.slice(1).join('=');
