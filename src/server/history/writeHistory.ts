/** Writes the history: one row a step, in the step's own transaction, never changed. */
import {sql, type RawBuilder} from 'kysely';
import {storedUserId, type Actor} from '../context.ts';
import type {DbOrTrx} from '../db/tables.ts';

type StatusId = string | number;

export interface HistoryStepRow {
  recurso: string;
  /** The record's id, or an expression for it. */
  id: number | RawBuilder<number>;
  actor: Pick<Actor, 'id' | 'ownStep'>;
  /** Name of an action, or one of `steps.ts`. */
  acao: string;
  /** Changed values by field, and an action's answers. Never a password. */
  antes?: Readonly<Record<string, unknown>>;
  depois?: Readonly<Record<string, unknown>>;
  /** Status left and entered; absent where the status stays. */
  de?: StatusId | undefined;
  para?: StatusId | undefined;
  comentario?: string | RawBuilder<string>;
}

const json = (values: HistoryStepRow['antes']): string | null => (values === undefined ? null : JSON.stringify(values));
const text = (id: StatusId | undefined): string | null => (id === undefined ? null : String(id));

/** Key of the step of own code among the values of a history step, under a name that no field has. */
export const OWN_STEP_KEY = '$passo';
const withOwnStep = ({ownStep}: HistoryStepRow['actor'], values: HistoryStepRow['depois']): HistoryStepRow['depois'] =>
  (ownStep === undefined ? values : {...values, [OWN_STEP_KEY]: ownStep});

/** A single insert of one or more steps, in order. */
export const insertHistorySteps = (steps: readonly HistoryStepRow[]): RawBuilder<{id: number}> => {
  const rows = steps.map(({recurso, id, actor, acao, antes, depois, de, para, comentario}) => sql`(
    ${recurso}, ${id}, ${storedUserId(actor)}, ${acao}, ${json(antes)}, ${json(withOwnStep(actor, depois))}, ${text(de)}, ${text(para)},
    ${comentario ?? null})`);
  return sql`insert into historico (recurso, id_registro, id_usuario, acao, antes, depois, de_status, para_status, comentario)
    values ${sql.join(rows)} returning id`;
};

export const writeHistory = async (trx: DbOrTrx, step: HistoryStepRow): Promise<void> => void await insertHistorySteps([step]).execute(trx);
