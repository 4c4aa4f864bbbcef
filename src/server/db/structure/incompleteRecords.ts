/** Records that violate a new demand of the config, stored by field: a list tab shows them, and the form asks for the values on saving. */
import {sql} from 'kysely';
import type {Config} from '../../../schema/shapes/config.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {readCatalog} from './catalog.ts';
import {listFieldRequirements} from './plan/findings.ts';
import type {FindingContext} from './plan/findingContext.ts';
import {matchesStoredConfig} from './plan/storedConfig.ts';
import {findUnmetRequirements, type UnmetRequirement} from './plan/rowChecks.ts';

const BATCH = 100_000;

const store = async (db: DbOrTrx, of: string, unmet: readonly UnmetRequirement[]): Promise<void> => {
  for (const {name, open} of unmet) {
    for (let at = 0; at < open.length; at += BATCH) {
      await sql`insert into incompletos (recurso, id_registro, campo)
        select ${of}, id, ${name} from unnest(${open.slice(at, at + BATCH)}::integer[]) as id on conflict do nothing`.execute(db);
    }
  }
};

/** Rechecks stored records, because the config may have taken a demand back. */
const recheckStored = async (db: DbOrTrx, config: Config): Promise<void> => {
  const {rows} = await sql<{of: string; names: string[]}>`
    select recurso as of, array_agg(distinct campo) as names from incompletos group by 1`.execute(db);
  for (const {of, names} of rows) {
    const resource = config.resources[of];
    // A removed resource keeps its entries until it comes back.
    if (resource === undefined) continue;
    const among = sql`id in (select id_registro from incompletos where recurso = ${of})`;
    const unmet = await findUnmetRequirements(
      db, await readCatalog(db), config, of, listFieldRequirements(resource, new Set(names)), among,
    );
    await sql`delete from incompletos where recurso = ${of}`.execute(db);
    await store(db, of, unmet);
  }
};

interface IncompleteLog {
  note: NonNullable<FindingContext['onUnmet']>;
  store: (db: Db, config: Config) => Promise<void>;
}

export const createIncompleteLog = (): IncompleteLog => {
  const noted: [of: string, unmet: UnmetRequirement][] = [];
  return {
    note: (of, unmet) => void noted.push([of, unmet]),
    store: async (db, config) => {
      const isSame = await matchesStoredConfig(db, config);
      if (isSame && noted.length === 0) return;
      await db.transaction().execute(async trx => {
        if (!isSame) await recheckStored(trx, config);
        for (const [of, unmet] of noted) await store(trx, of, [unmet]);
      });
      if (noted.length > 0) await sql`analyze incompletos`.execute(db);
    },
  };
};
