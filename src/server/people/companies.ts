/** Writing a company: its activation does not bring back the sessions that its deactivation ended. */
import {sql} from 'kysely';
import type {RecordHooks} from '../engine/hooks.ts';

export const companies: RecordHooks = {
  afterWrite: async ({trx, id, changed, resource}) => {
    if (!changed.has(resource.toggle?.field ?? '')) return;
    await sql`update usuarios set token_versao = token_versao + 1 where id_empresa = ${id}`.execute(trx);
  },
};
