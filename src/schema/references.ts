/** References whose choices are limited by `within`, and calls that return only the names of records. */
import type {Endpoint, Resource} from './shapes/config.ts';
import type {FieldOf} from './shapes/fields.ts';
import {apiOf, parseEndpoint} from './paths.ts';

type WithFields = Pick<Resource, 'fields'>;

/** Field of the chosen record (of `target`) that must equal the `within` reference of the choosing record (of `resource`). */
export const matchingWithinField = (target: WithFields, resource: WithFields, within: string): string | undefined => {
  const reference = resource.fields[within];
  if (reference?.kind !== 'referencia') return undefined;
  const candidates = Object.entries(target.fields).filter(([, field]) => field.kind === 'referencia' && field.to === reference.to);
  return (candidates.find(([name]) => name === within) ?? candidates[0])?.[0];
};

/** References whose options are names alone (`names`). */
export const listNameOnlyReferences = ({fields}: WithFields): [name: string, field: FieldOf<'referencia'>][] =>
  Object.entries(fields).flatMap(([name, field]): [string, FieldOf<'referencia'>][] =>
    (field.kind === 'referencia' && field.names === true ? [[name, field]] : []));

/** Reference to the record above in the resource's tree; undefined if its records form none. */
export const treeReference = ({fields}: WithFields): [name: string, field: FieldOf<'referencia'>] | undefined =>
  Object.entries(fields).flatMap(([name, field]): [string, FieldOf<'referencia'>][] =>
    (field.kind === 'referencia' && field.tree === true ? [[name, field]] : []))[0];

/** References whose options have a call of their own: names alone, or no record below the own one. */
export const listReferencesWithOptions = (resource: WithFields): [name: string, field: FieldOf<'referencia'>][] => {
  const tree = treeReference(resource);
  return [...listNameOnlyReferences(resource), ...(tree === undefined ? [] : [tree])];
};

/** Call for these options, below the list's (`campo` is the field); undefined if there are none. */
export const referenceOptionsCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return list === undefined || listReferencesWithOptions(resource).length === 0 ? undefined : `GET ${parseEndpoint(list).path}/opcoes`;
};

/** Call that returns the names of records by their ids, deleted records included; undefined if records cannot be deleted. */
export const namesByIdCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list, delete: remove} = apiOf(name, resource);
  const isDeleted = remove !== undefined && resource.access.delete.length > 0;
  return list === undefined || !isDeleted ? undefined : `GET ${parseEndpoint(list).path}/nomes`;
};
