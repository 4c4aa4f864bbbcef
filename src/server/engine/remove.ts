/** Deleting hides: what tickets and history name is never lost (rules: Templates 3). */
import {sql} from 'kysely';
import type {Actor, Context} from '../context.ts';
import {tableOf} from '../db/names.ts';
import {together} from '../db/together.ts';
import {changeRecord} from '../db/turns.ts';
import {historyRows} from '../history/write.ts';
import {refuseStale} from '../http/route.ts';
import {itemChange} from '../parts/template/versions.ts';
import {storedRow} from '../reach/storedRow.ts';

/** @throws Refusal 404 outside the scope; 400 `VERSAO` */
export const removeRecord = (context: Context, name: string, actor: Actor, id: number, sent: unknown): Promise<void> =>
  changeRecord(context.db, name, id, async trx => {
    const opens = await itemChange(trx, context.config, name, actor, {id});
    const current = await storedRow(context, trx, name, actor, id, true);
    refuseStale(current.versao, sent);
    const table = sql.table(tableOf(name));
    const removed = sql`update ${table} set data_exclusao = now(), versao = versao + 1 where id = ${id} returning id`;
    await together(removed, [...opens, historyRows([{recurso: name, id, actor, acao: 'excluir', antes: current}])]).execute(trx);
  });
