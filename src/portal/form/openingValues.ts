/** The values a new record's form opens with, and addresses that bring some. */
import {fixedCompany, may} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {screens} from '../../schema/paths.ts';
import type {Session} from '../../schema/session.ts';

/**
 * Every input's first value: the company of who may not choose one (rules: Access 5), a declared default, else nothing. Given to the
 * form itself: react-admin resets a form once after it is drawn, and what an input set by then would be gone.
 */
export const openingValues = (config: Config, resource: Resource, session: Session): Record<string, unknown> => {
  const company = fixedCompany(config, session);
  return Object.fromEntries(resource.form.flatMap(section => section.fields).map(name => {
    const field = resource.fields[name];
    const isCompany = field?.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id';
    if (isCompany && company !== undefined) return [name, company];
    return [name, field !== undefined && 'default' in field ? (field.default ?? null) : null];
  }));
};

type Making = readonly [to: string, {label: string; with: Values}];

/** What somebody may make after a record, by the resource's name. */
export const makingsOf = ({resources}: Config, {makes = {}}: Resource, perfil: string): Making[] =>
  Object.entries(makes).filter(([to]) => resources[to] !== undefined && may(resources[to], 'create', perfil));

/** Where that is made: what react-admin's form opens with stands in the address. */
export const makingAddress = (config: Config, resource: Resource, record: Values, [to, {with: said}]: Making): string => {
  const target = config.resources[to] as Resource;
  const both = target.form.flatMap(({fields}) => fields).filter(name => resource.fields[name] !== undefined);
  const shared = Object.fromEntries(both.map(name => [name, record[name]]));
  const source = JSON.stringify({...shared, [target.title]: record[resource.title], ...said});
  return `${screens(config, target).create}?${new URLSearchParams({source}).toString()}`;
};
