/** The product is never left without an active Adm. */
import type {Config} from '../../schema/config/config.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {adminProfile} from '../sessions/firstAdm.ts';

/**
 * Whether a user is the only active Adm. Locks the Adms in order, so that two who remove each other at once are seen one after
 * the other.
 */
export const isLastAdm = async (trx: DbOrTrx, config: Config, idUsuario: number): Promise<boolean> => {
  const rows = await trx
    .selectFrom('usuarios').select('id')
    .where('tipo', '=', adminProfile(config)).where('ativo', '=', true)
    .orderBy('id').forUpdate().execute();
  return rows.length === 1 && rows[0]?.id === idUsuario;
};
