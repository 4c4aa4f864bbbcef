/** Descriptions of resources for the OpenAPI document. */
import type {Config, Operation, Resource} from '../../schema/shapes/config.ts';
import {answer} from './call.ts';
import {ID, objectOf, type Json} from './json.ts';
import {profilesInWords} from './rulesInWords.ts';

export interface DescribedResource {
  config: Config;
  name: string;
  resource: Resource;
}
type Properties = Readonly<Record<string, Json>>;

export interface PartDocument {
  schemas: () => Properties;
  read: Properties;
  /** Properties of bodies, required in one that creates. */
  written?: Properties;
  needs?: string;
  /** Content of bodies with more than JSON; `data` is its schema. */
  content?: (data: Json, mode: 'create' | 'update') => Json;
}

export const tagOf = (resource: Resource): string => resource.label.many;
export const allowedProfilesInWords = ({config, resource}: DescribedResource, operation: Operation): string =>
  profilesInWords(config, resource.access[operation], resource);

export const DELETED: Json = answer('Excluído.', objectOf({id: ID}));
