/** A resource as the document tells it: what every room needs that tells of resources. */
import type {Config, Operation, Resource} from '../../schema/config.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {answer, type Documented} from './call.ts';
import {ID, objectOf, type Json} from './json.ts';
import {profilesInWords} from './words.ts';

export interface Described {
  config: Config;
  name: string;
  resource: Resource;
}
type Properties = Readonly<Record<string, Json>>;

/** What a part tells: its own calls, and what it adds to those of the record it belongs to. */
export interface PartDocument extends Documented {
  /** Properties of the record when it is read alone. */
  read?: Properties;
  /** Properties of the bodies that create it (all needed) and change it. */
  written?: Properties;
  /** What a new record needs, in words. */
  needs?: string;
  /** The content of those bodies, where they are more than JSON; `data` is their shape. */
  content?: (data: Json, mode: 'create' | 'update') => Json;
}

/** Everything told of some resources, or by some rooms, as one. */
export const joined = (documents: readonly Documented[]): Documented => ({
  calls: documents.flatMap(({calls}) => calls),
  schemas: Object.assign({}, ...documents.map(({schemas}) => schemas)) as Properties,
});

/** What a room tells, from what it tells of each resource. */
export const ofEach = (of: (described: Described) => readonly Documented[]) => (config: Config): Documented =>
  joined(Object.entries(config.resources).flatMap(([name, resource]) => of({config, name, resource})));

export const tagOf = (resource: Resource): string => resource.label.many;
export const mayInWords = ({config, resource}: Described, operation: Operation): string =>
  profilesInWords(config, resource.access[operation]);

/** Where the list is; undefined where there is none. */
export const listPath = ({name, resource}: Described): string | undefined => {
  const {list} = apiOf(name, resource);
  return list === undefined ? undefined : parseEndpoint(list).path;
};

export const DELETED: Json = answer('Excluído.', objectOf({id: ID}));
