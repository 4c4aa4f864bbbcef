/** The values a new record's form opens with. */
import {fixedCompany} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {formFields} from '../../schema/lifeCycle/carried.ts';
import type {Session} from '../../schema/session.ts';

/**
 * Every input's first value: the company of who may not choose one (rules: Access 5), a declared default, else nothing. Given to the
 * form itself: react-admin resets a form once after it is drawn, and what an input set by then would be gone.
 */
export const openingValues = (config: Config, resource: Resource, session: Session): Record<string, unknown> => {
  const company = fixedCompany(config, session);
  return Object.fromEntries(formFields(resource).map(name => {
    const field = resource.fields[name];
    const isCompany = field?.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id';
    if (isCompany && company !== undefined) return [name, company];
    return [name, field !== undefined && 'default' in field ? (field.default ?? null) : null];
  }));
};
