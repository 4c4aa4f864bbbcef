/** What a record and the one that it names have in common (`within`), and the calls of names alone. */
import type {Endpoint, Resource} from './config/config.ts';
import type {FieldOf} from './config/fields.ts';
import {apiOf, parseEndpoint} from './paths.ts';

type Fielded = Pick<Resource, 'fields'>;

/** The field of a chosen record (of `target`) that must equal the `within` reference of the record (of `resource`) that chooses it. */
export const sharedField = (target: Fielded, resource: Fielded, within: string): string | undefined => {
  const ours = resource.fields[within];
  if (ours?.kind !== 'referencia') return undefined;
  const same = Object.entries(target.fields).filter(([, field]) => field.kind === 'referencia' && field.to === ours.to);
  return (same.find(([name]) => name === within) ?? same[0])?.[0];
};

/** The references whose names are offered alone (`names`). */
export const namedAlone = ({fields}: Fielded): [name: string, field: FieldOf<'referencia'>][] =>
  Object.entries(fields).flatMap(([name, field]): [string, FieldOf<'referencia'>][] =>
    (field.kind === 'referencia' && field.names === true ? [[name, field]] : []));

/** The call that offers them (`campo` says of which field), below the list's; undefined where there are none. */
export const namesCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return list === undefined || namedAlone(resource).length === 0 ? undefined : `GET ${parseEndpoint(list).path}/opcoes`;
};

/**
 * The call that tells what records are called of which somebody knows the number, deleted or not: what was deleted is named still.
 * undefined where nothing is.
 */
export const goneCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list, delete: remove} = apiOf(name, resource);
  const isDeleted = remove !== undefined && resource.access.delete.length > 0;
  return list === undefined || !isDeleted ? undefined : `GET ${parseEndpoint(list).path}/nomes`;
};
