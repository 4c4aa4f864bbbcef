/** What a record that is shown with its parent has of that: whether it may be made, saved or deleted, and its company. */
import type {Config, Operation} from '../../schema/shapes/config.ts';
import {requiredCompany} from '../../schema/access.ts';
import {hasReservedChoice} from '../../schema/records/profileGrants.ts';
import {evaluateAccess, PROFILE_REFUSAL, type Verdict} from '../../schema/lifeCycle/workflow.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
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
  if (record !== undefined && hasReservedChoice(config, resource, record, session.perfil)) {
    return {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL};
  }
  const named = {[by]: {resource: of, record: parent, session}};
  return evaluateAccess(operation, {resource, record: record ?? {[by]: parent.id}, session, named}, 'allows');
};

/** What a child has of its parent besides the reference, so that it is not asked again: the company, where each names its own. */
export const sharedWith = ({config, session, name, by, parent}: ShownChild): RecordValues => {
  const resource = config.resources[name];
  const field = resource?.fields[by];
  const own = resource?.owner?.empresa;
  const theirs = field?.kind === 'referencia' ? config.resources[field.to]?.owner?.empresa : undefined;
  const company = theirs === undefined ? undefined : parent[theirs];
  const fixed = requiredCompany(config, session);
  if (own === undefined || own === by || typeof company !== 'number' || (fixed !== undefined && fixed !== company)) return {};
  return {[own]: company};
};
