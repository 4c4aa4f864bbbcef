/** Deleting hides: what tickets and history name is never lost (rules: Templates 3). */
import {sql} from 'kysely';
import {DELETING} from '../../schema/lifeCycle/consequences.ts';
import type {Actor} from '../context.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import {together} from '../db/together.ts';
import {changeRecord} from '../db/turns.ts';
import {historyRows} from '../history/write.ts';
import {refuseStale} from '../http/route.ts';
import {itemChange} from '../parts/template/versions.ts';
import {storedRow} from '../reach/storedRow.ts';
import {demandAccess, refuseHanging} from './demand.ts';
import type {EngineContext} from './hooks.ts';

/** @throws Refusal 404 outside the scope; 403 for its condition; 400 `VERSAO`, CONFLITO while something hangs on it */
export const removeRecord = (context: EngineContext, name: string, actor: Actor, id: number, sent: unknown): Promise<void> =>
  changeRecord(context.db, name, id, async trx => {
    const opens = await itemChange(trx, context.config, name, actor, {id});
    const current = await storedRow(context, trx, name, actor, id, true);
    const {config, hooks} = context;
    const standing = {config, hooks, db: trx, actor, name, resource: resourceOf(config, name), row: current};
    await demandAccess(standing, 'delete');
    refuseStale(current.versao, sent);
    await refuseHanging(standing, DELETING);
    const table = sql.table(tableOf(name));
    const removed = sql`update ${table} set data_exclusao = now(), versao = versao + 1 where id = ${id} returning id`;
    await together(removed, [...opens, historyRows([{recurso: name, id, actor, acao: 'excluir', antes: current}])]).execute(trx);
  });
