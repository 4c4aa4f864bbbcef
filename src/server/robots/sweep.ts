/** Leases that have run out are seen sooner than the next claim comes; nothing relies on it. */
import {sql, type RawBuilder} from 'kysely';
import {robotIds} from '../../schema/queue.ts';
import type {Report} from '../db/connection/open.ts';
import {isOut} from '../db/trouble.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {allOf} from '../reach/rows.ts';
import {expire, lostLease, wasLast, type Lost} from './expire.ts';
import {companyColumn, inLine, isWorked, linesOf, NOBODYS, placesIn, type Line} from './queue.ts';

/** In whose name it is found: the robot's own; where nobody knows it, the first that reaches the record. */
const foundBy = (line: Line): RawBuilder<unknown> => sql`lateral (
  select id, nome from usuarios where case when f.id_usuario is not null then id = f.id_usuario
    else tipo = any(${robotIds(line.config)}::integer[]) and coalesce(id_empresa = ${companyColumn(line)}, true) end
  order by id limit 1)`;

/** @returns whether there was one */
const sweepOne = (line: Line): Promise<boolean> => line.context.db.transaction().execute(async trx => {
  const {rows: [found]} = await sql<{lost: Lost; isLast: boolean; finder: {id: number; nome: string}}>`
    with achado as (
      select f.id, f.entregue, ${wasLast(line)} as "isLast", ${lostLease(line)} as lost,
        json_build_object('id', u.id, 'nome', u.nome) as finder
      from ${placesIn(line)} join ${foundBy(line)} as u on true
      where ${allOf([inLine(line), NOBODYS, isWorked(line)])} order by f.ate, f.id limit 1 for update of f, t skip locked
    )
    update ${sql.table(line.table)} as f set ate = null, tentativas = f.tentativas - case when a.entregue then 0 else 1 end,
      resultado = case when a."isLast" then 'FALHOU' end
    from achado as a where f.id = a.id
    returning a.lost, a."isLast", a.finder`.execute(trx);
  if (found === undefined) return false;
  await expire(line, trx, found.lost, found.isLast, found.finder);
  return true;
});

/** Every lease that has run out by now. */
export const sweepLeases = async (context: EngineContext): Promise<void> => {
  let wasLast = false;
  for (const line of linesOf(context)) while (await sweepOne(line)) wasLast = true;
  // Somebody may have been told.
  if (wasLast) context.mail.ring();
};

const EVERY = 15_000;

/** @returns what ends it, and resolves when the sweep on its way is over */
export const careForLeases = (context: EngineContext, report: Report): (() => Promise<void>) => {
  let swept: Promise<void> | undefined;
  const sweep = (): void => {
    // Of a database that is out whoever watches it tells.
    swept ??= sweepLeases(context).catch((error: unknown) => void (isOut(error) || report('A fila dos robôs não foi varrida.', error)))
      .finally(() => {
        swept = undefined;
      });
  };
  const sweeping = setInterval(sweep, EVERY).unref();
  return async () => {
    clearInterval(sweeping);
    await swept;
  };
};
