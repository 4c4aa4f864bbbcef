/** What changed in a record: who, when, before and after. Never a password. */
import type {DbOrTrx} from '../db/tables.ts';
import type {Session} from '../../schema/session.ts';

export interface HistoryEntry {
  /** The resource's name. */
  recurso: string;
  id: number;
  actor: Pick<Session, 'id'>;
  /** `criar`, `alterar`, `excluir`, `senha`, or the action's name. */
  acao: string;
  antes?: Readonly<Record<string, unknown>>;
  depois?: Readonly<Record<string, unknown>>;
}

/** Writes the entry inside the change's own transaction. */
export const writeHistory = async (trx: DbOrTrx, {recurso, id, actor, acao, antes, depois}: HistoryEntry): Promise<void> => {
  const json = (values: HistoryEntry['antes']): string | null => (values === undefined ? null : JSON.stringify(values));
  await trx
    .insertInto('historico')
    .values({recurso, id_registro: id, id_usuario: actor.id, acao, antes: json(antes), depois: json(depois)})
    .execute();
};
