/** What happens to records: one row for each step, written in the step's own transaction and never changed. */
import type {Session} from '../../schema/session.ts';
import type {DbOrTrx} from '../db/tables.ts';

/** A status by its id. */
type StatusId = string | number;

export interface Step {
  /** The resource's name. */
  recurso: string;
  id: number;
  actor: Pick<Session, 'id'>;
  /** An action's name, or one of `steps.ts`. */
  acao: string;
  /** Values that changed, by field, and what an action asked. Never a password. */
  antes?: Readonly<Record<string, unknown>>;
  depois?: Readonly<Record<string, unknown>>;
  /** The status left and the one entered; absent where it stays. */
  de?: StatusId | undefined;
  para?: StatusId | undefined;
  /** What is told of it, in words. */
  comentario?: string;
}

export const writeHistory = async (trx: DbOrTrx, {recurso, id, actor, acao, antes, depois, de, para, comentario}: Step): Promise<void> => {
  const json = (values: Step['antes']): string | null => (values === undefined ? null : JSON.stringify(values));
  await trx.insertInto('historico').values({
    recurso, id_registro: id, id_usuario: actor.id, acao, antes: json(antes), depois: json(depois),
    de_status: de === undefined ? null : String(de), para_status: para === undefined ? null : String(para), comentario: comentario ?? null,
  }).execute();
};
