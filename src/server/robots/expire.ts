/**
 * A lease that has run out: its attempt has failed, and after the last one a person is needed. The sweep sees it sooner than the next claim
 * comes; nothing relies on that.
 */
import {channel} from 'node:diagnostics_channel';
import {sql, type RawBuilder, type Transaction} from 'kysely';
import {formatInstant} from '../../schema/fields/dates.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {waitedField} from '../../schema/statuses/waiters.ts';
import {mostAttempts, robotIds} from '../../schema/queue.ts';
import type {ItemMark} from '../../schema/wire.ts';
import {capital, nounOf} from '../../schema/words/nouns.ts';
import {TEAM} from '../../schema/words/notices.ts';
import type {Action} from '../../schema/config/config.ts';
import type {Actor} from '../context.ts';
import {allOf} from '../db/conditions/rows.ts';
import type {Report} from '../db/connection/open.ts';
import type {Tables} from '../db/tables.ts';
import {isOut} from '../db/trouble.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {absentRobot, companyColumn, inLine, isWorked, linesOf, move, pauseAfter, placesIn, plain, RUN_OUT, type Line} from './queue.ts';

/** Told the resource's name of each lease that was found to have run out; one whose finder fails is found again. */
export const leaseLost = channel('balcao:lease-lost');

/** Whoever had the lease, as their place told. */
export interface Lost {
  id: number;
  /** null: nobody knows, as it is of an older version. */
  idUsuario: number | null;
  nome: string | null;
  robo: string;
  tentativa: number;
  ate: string | null;
  idEmpresa: number | null;
  /** Whether its answer ever arrived: what nobody heard of does not count. */
  entregue: boolean;
}

/** The lease of a place `f`, its user as `u`: {@link Lost}. */
export const lostLease = (line: Line): RawBuilder<Lost> => sql`json_build_object('id', f.id_registro, 'idUsuario', f.id_usuario,
  'nome', u.nome, 'robo', f.robo, 'tentativa', f.tentativas, 'ate', f.ate, 'idEmpresa', ${companyColumn(line)}, 'entregue', f.entregue)`;
/** Whether its attempt was the last one that the record has. */
export const wasLast = (line: Line): RawBuilder<boolean> => sql`(f.entregue and f.tentativas >= ${mostAttempts(line)}::integer)`;

/** Items that a notice names; of more the form says which. */
const MOST_NAMED = 3;

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** What is told of an attempt that no other follows, and of the items that are to be mended. */
const failureSentence = ({resource}: Line, why: string, marked: readonly ItemMark[]): string => {
  const items = marked.slice(0, MOST_NAMED)
    .map(({descricao, mensagem}) => `Confira ${descricao}${mensagem === why ? '.' : `: ${ended(mensagem)}`}`);
  const more = marked.length > MOST_NAMED ? ['Confira também os outros itens marcados.'] : [];
  return [`O robô não concluiu ${plain(nounOf(resource).the)} {id}: ${plain(ended(why))}`, ...[...items, ...more].map(plain)].join(' ');
};

/**
 * Leads a record on to whom it waits for after a failure, and tells them: after one that names items to the person whom the status names,
 * else to the team where the queue says so.
 */
export const handsToPerson = (line: Line, why: string, marked: readonly ItemMark[] = []): Pick<Action, 'tells' | 'waits'> => {
  const {config, resource, queue} = line;
  const {waits = TEAM} = statusByKey(resource, queue.failed) ?? {};
  const says = failureSentence(line, why, marked);
  const field = waitedField(resource, waits);
  const [person] = Object.entries(resource.people ?? {}).find(([, one]) => one.field === field) ?? [];
  if (person === undefined) return {tells: {[waits in config.profiles ? waits : TEAM]: says}};
  return {
    waits: marked.length === 0 ? queue.waits : undefined,
    tells: {[person]: {says, when: {waits}}, [TEAM]: {says, when: {waits: TEAM}, always: true}},
  };
};

/**
 * Moves the record of a lease that has run out; its place is written by whoever found it.
 *
 * @param finder in whose name it is done where nobody knows whose lease it was
 */
export const expire = async (
  line: Line, trx: Transaction<Tables>, lost: Lost, isLast: boolean, finder: Pick<Actor, 'id' | 'nome'>,
): Promise<void> => {
  const {id, robo, tentativa, ate, idEmpresa, entregue} = lost;
  const {id: idUsuario, nome} = lost.idUsuario === null ? finder : {id: lost.idUsuario, nome: lost.nome ?? ''};
  const whose = robo || (lost.idUsuario === null ? 'um robô desconhecido' : nome);
  const when = ate === null ? '' : ` até ${formatInstant(ate)}`;
  const unheard = entregue ? '' : '; a reserva não chegou ao robô e não conta como tentativa';
  const why = `${capital(plain(whose))} não respondeu${when}${unheard}.`;
  await move(line, trx, absentRobot(line, {id: idUsuario, nome, idEmpresa}), id, {
    move: 'expirar', way: ['working', isLast ? 'failed' : 'waiting'], more: {success: why, ...(isLast ? handsToPerson(line, why) : {})},
    kept: {tentativa, robo, tipo: 'SISTEMA', codigo: 'LEASE', mensagem: why},
  });
  leaseLost.publish(line.name);
};

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
      where ${allOf([inLine(line), RUN_OUT, isWorked(line)])} order by f.ate, f.id limit 1 for update of f, t skip locked
    )
    update ${sql.table(line.table)} as f set ate = null, apos = greatest(f.apos, f.ate + ${pauseAfter(line)}),
      tentativas = f.tentativas - case when a.entregue then 0 else 1 end,
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
