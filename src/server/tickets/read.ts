/** GET tickets/{id} (§7): the row, its form, its files, and what the caller may do. */
import type {Values} from '../../schema/validate.ts';
import type * as wire from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {readRow} from '../resources/read.ts';
import {filesOf} from './attachments.ts';
import {ticketItems, type FormItem} from './form.ts';
import {ticketOf, verdictsOn} from './state.ts';

const presentItem = ({id, descricao, valor, tipoCampo, obrigatorio, aviso}: FormItem): wire.FormItem =>
  ({id, descricao, valor, tipoCampo, obrigatorio, aviso: aviso ?? ''});

/**
 * A ticket whole.
 *
 * @throws Refusal 404 outside the caller's scope
 */
export const readTicket = async (context: Context, db: DbOrTrx, actor: Actor, id: number): Promise<Record<string, unknown>> => {
  const row: Values = await readRow(context, db, 'tickets', actor, id);
  const ticket = await ticketOf(context, db, actor, id);
  const items = await ticketItems(db, id);
  return {
    ...row,
    ticketFormularios: items.map(presentItem),
    ticketArquivos: await filesOf(db, id),
    acoes: verdictsOn(context, actor, ticket, items),
  };
};
