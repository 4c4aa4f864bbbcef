/** Whether a record that is shown with its parent may be made, saved or deleted: conditions through the reference look at that. */
import type {Config, Operation} from '../../schema/config/config.ts';
import {isReserved} from '../../schema/giving.ts';
import {judgeAccess, REFUSED, type Verdict} from '../../schema/lifeCycle/workflow.ts';
import type {Session} from '../../schema/session.ts';
import type {Row} from '../wire/providers/dialects.ts';

export interface ShownChild {
  config: Config;
  session: Session;
  /** The child's resource, and its reference to the parent. */
  name: string;
  by: string;
  parent: Row;
}

/** @param record absent: it is to be made */
export const childVerdict = (operation: Operation, {config, session, name, by, parent}: ShownChild, record?: Row): Verdict => {
  const resource = config.resources[name];
  const field = resource?.fields[by];
  const of = field?.kind === 'referencia' ? config.resources[field.to] : undefined;
  if (resource === undefined || of === undefined) return {allowed: true};
  if (record !== undefined && isReserved(config, resource, record, session.perfil)) return {allowed: false, why: 'perfil', reason: REFUSED};
  const named = {[by]: {resource: of, record: parent, session}};
  return judgeAccess(operation, {resource, record: record ?? {[by]: parent.id}, session, named}, 'allows');
};
