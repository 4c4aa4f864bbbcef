/** Leases that have run out are seen sooner than the next claim comes; nothing relies on it. */
import {sql} from 'kysely';
import type {Report} from '../db/connection/open.ts';
import {isOut} from '../db/trouble.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {allOf} from '../reach/rows.ts';
import {expire, type Lost} from './expire.ts';
import {companyColumn, inLine, isWorked, linesOf, mostAttempts, NOBODYS, placesIn, type Line} from './queue.ts';

/** @returns whether there was one */
const sweepOne = (line: Line): Promise<boolean> => line.context.db.transaction().execute(async trx => {
  const {rows: [lost]} = await sql<Lost & {isLast: boolean}>`
    with achado as (
      select f.id, f.id_registro, f.id_usuario, u.nome, f.robo, f.tentativas, f.ate, f.entregue, ${companyColumn(line)} as empresa,
        f.entregue and f.tentativas >= ${mostAttempts(line)}::integer as "isLast"
      from ${placesIn(line)} join usuarios as u on u.id = f.id_usuario
      where ${allOf([inLine(line), NOBODYS, isWorked(line)])} order by f.ate, f.id limit 1 for update of f, t skip locked
    )
    update ${sql.table(line.table)} as f set ate = null, tentativas = f.tentativas - case when a.entregue then 0 else 1 end,
      resultado = case when a."isLast" then 'FALHOU' end
    from achado as a where f.id = a.id
    returning a.id_registro as id, a.id_usuario as "idUsuario", a.nome, a.robo, a.tentativas as tentativa, a.ate, a.empresa as "idEmpresa",
      a.entregue, a."isLast"`.execute(trx);
  if (lost === undefined) return false;
  await expire(line, trx, lost, lost.isLast);
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
