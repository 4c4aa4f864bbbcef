/** What happens to records: one row for each step, written in the step's own transaction and never changed. */
import {sql, type RawBuilder} from 'kysely';
import type {Session} from '../../schema/session.ts';
import type {DbOrTrx} from '../db/tables.ts';

/** A status by its id. */
type StatusId = string | number;

export interface Step {
  /** The resource's name. */
  recurso: string;
  /** The record's id, or what answers it. */
  id: number | RawBuilder<number>;
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
  comentario?: string | RawBuilder<string>;
}

const json = (values: Step['antes']): string | null => (values === undefined ? null : JSON.stringify(values));
const text = (id: StatusId | undefined): string | null => (id === undefined ? null : String(id));

/** Steps, of which there is at least one, as one statement that writes them in their order. */
export const historyRows = (steps: readonly Step[]): RawBuilder<{id: number}> => {
  const rows = steps.map(({recurso, id, actor, acao, antes, depois, de, para, comentario}) => sql`(
    ${recurso}, ${id}, ${actor.id}, ${acao}, ${json(antes)}, ${json(depois)}, ${text(de)}, ${text(para)}, ${comentario ?? null})`);
  return sql`insert into historico (recurso, id_registro, id_usuario, acao, antes, depois, de_status, para_status, comentario)
    values ${sql.join(rows)} returning id`;
};

export const writeHistory = async (trx: DbOrTrx, step: Step): Promise<void> => void await historyRows([step]).execute(trx);
