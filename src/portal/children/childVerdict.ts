/** Access verdict of a child within its parent, and the company that both share. */
import type {Config, Operation} from '../../schema/shapes/config.ts';
import {requiredCompany} from '../../schema/access.ts';
import {hasReservedChoice} from '../../schema/records/profileGrants.ts';
import {evaluateAccess, PROFILE_REFUSAL, type Verdict} from '../../schema/lifeCycle/workflow.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {Session} from '../../schema/session.ts';
import type {Row} from '../api/providers/listDialects.ts';

export interface ChildContext {
  config: Config;
  session: Session;
  name: string;
  by: string;
  parent: Row;
}

/** Judges an operation on a child. @param record absent for a new one */
export const childVerdict = (operation: Operation, {config, session, name, by, parent}: ChildContext, record?: Row): Verdict => {
  const resource = config.resources[name];
  const field = resource?.fields[by];
  const parentResource = field?.kind === 'referencia' ? config.resources[field.to] : undefined;
  if (resource === undefined || parentResource === undefined) return {allowed: true};
  if (record !== undefined && hasReservedChoice(config, resource, record, session.perfil)) {
    return {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL};
  }
  const referencedRecords = {[by]: {resource: parentResource, record: parent, session}};
  return evaluateAccess(operation, {resource, record: record ?? {[by]: parent.id}, session, named: referencedRecords}, 'allows');
};

/** Values that a child takes from its parent besides the reference: the company, where both have one. */
export const sharedParentValues = ({config, session, name, by, parent}: ChildContext): RecordValues => {
  const resource = config.resources[name];
  const field = resource?.fields[by];
  const companyField = resource?.owner?.empresa;
  const parentCompanyField = field?.kind === 'referencia' ? config.resources[field.to]?.owner?.empresa : undefined;
  const company = parentCompanyField === undefined ? undefined : parent[parentCompanyField];
  const requiredId = requiredCompany(config, session);
  if (
    companyField === undefined || companyField === by || typeof company !== 'number' || (requiredId !== undefined && requiredId !== company)
  ) return {};
  return {[companyField]: company};
};
