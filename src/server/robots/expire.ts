/** A lease that has run out: its attempt has failed. After the last one a person is needed. */
import type {Transaction} from 'kysely';
import {formatInstant} from '../../schema/fields/dates.ts';
import {TEAM} from '../../schema/words/notices.ts';
import type {Action} from '../../schema/config/config.ts';
import type {Tables} from '../db/tables.ts';
import {absentRobot, move, plain, type Line} from './queue.ts';

/** Whoever had the lease, as their place told. */
export interface Lost {
  id: number;
  idUsuario: number;
  nome: string;
  robo: string;
  tentativa: number;
  ate: Date | null;
  idEmpresa: number | null;
  /** Whether its answer ever arrived: what nobody heard of does not count. */
  entregue: boolean;
}

/** Tells the team that a record needs a person. */
export const tellsTeam = ({resource}: Line, why: string): Pick<Action, 'tells'> =>
  ({tells: {[TEAM]: `${plain(resource.label.one)} {id} precisa de uma pessoa: ${plain(why)}`}});

/** Moves the record of a lease that has run out; its place is written by whoever found it. */
export const expire = async (line: Line, trx: Transaction<Tables>, lost: Lost, isLast: boolean): Promise<void> => {
  const {id, idUsuario, nome, robo, tentativa, ate, idEmpresa, entregue} = lost;
  const when = ate === null ? '' : ` em ${formatInstant(ate.toISOString())}`;
  const unheard = entregue ? '' : '; a resposta não chegou ao robô e não conta como tentativa';
  const why = `O lease de ${plain(robo || nome)} terminou${when}${unheard}.`;
  await move(line, trx, absentRobot(line, {id: idUsuario, nome, idEmpresa}), id, {
    move: 'expirar', way: ['working', isLast ? 'failed' : 'waiting'], more: {success: why, ...(isLast ? tellsTeam(line, why) : {})},
    kept: {tentativa, robo, tipo: 'SISTEMA', codigo: 'LEASE', mensagem: why},
  });
};
