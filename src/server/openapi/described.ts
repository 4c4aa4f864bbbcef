/** A resource as the document tells it: what every room needs that has calls for resources. */
import type {Config, Operation, Resource} from '../../schema/shapes/config.ts';
import {answer} from './call.ts';
import {ID, objectOf, type Json} from './json.ts';
import {profilesInWords} from './words.ts';

export interface Described {
  config: Config;
  name: string;
  resource: Resource;
}
type Properties = Readonly<Record<string, Json>>;

/** What a part adds to the calls of the record it belongs to. */
export interface PartDocument {
  /** Components, made when the document is asked for. */
  schemas: () => Properties;
  /** Properties of the record when it is read alone. */
  read: Properties;
  /** Properties of the bodies that create it (all needed) and change it. */
  written?: Properties;
  /** What a new record needs, in words. */
  needs?: string;
  /** The content of those bodies, where they are more than JSON; `data` is their shape. */
  content?: (data: Json, mode: 'create' | 'update') => Json;
}

export const tagOf = (resource: Resource): string => resource.label.many;
export const mayInWords = ({config, resource}: Described, operation: Operation): string =>
  profilesInWords(config, resource.access[operation], resource);

export const DELETED: Json = answer('Excluído.', objectOf({id: ID}));
