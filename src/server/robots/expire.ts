/** A lease that has run out: its attempt has failed. After the last one a person is needed. */
import {channel} from 'node:diagnostics_channel';
import {sql, type RawBuilder, type Transaction} from 'kysely';
import {formatInstant} from '../../schema/fields/dates.ts';
import {mostAttempts} from '../../schema/queue.ts';
import {TEAM} from '../../schema/words/notices.ts';
import type {Action} from '../../schema/config/config.ts';
import type {Actor} from '../context.ts';
import type {Tables} from '../db/tables.ts';
import {absentRobot, companyColumn, move, plain, type Line} from './queue.ts';

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

/** Tells the team that a record needs a person. */
export const tellsTeam = ({resource}: Line, why: string): Pick<Action, 'tells'> =>
  ({tells: {[TEAM]: `${plain(resource.label.one)} {id} precisa de uma pessoa: ${plain(why)}`}});

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
  const when = ate === null ? '' : ` em ${formatInstant(ate)}`;
  const unheard = entregue ? '' : '; a resposta não chegou ao robô e não conta como tentativa';
  const why = `O lease de ${plain(whose)} terminou${when}${unheard}.`;
  await move(line, trx, absentRobot(line, {id: idUsuario, nome, idEmpresa}), id, {
    move: 'expirar', way: ['working', isLast ? 'failed' : 'waiting'], more: {success: why, ...(isLast ? tellsTeam(line, why) : {})},
    kept: {tentativa, robo, tipo: 'SISTEMA', codigo: 'LEASE', mensagem: why},
  });
  leaseLost.publish(line.name);
};
