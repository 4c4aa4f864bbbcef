/** Fields that decide who reaches a record: those that its scopes read. */
import type {Resource} from '../shapes/config.ts';
import {storedFieldOf} from '../fields/relatedFields.ts';
import {memoize} from '../memoize.ts';
import {listReadFields} from './evaluate.ts';

/** Stored fields that scopes read, the reference to the parent included. A value read through a reference counts as the reference. */
export const listScopeFields = memoize((resource: Resource): readonly string[] => {
  const {fields, owner, scope} = resource;
  const names = [owner?.through, ...Object.values(scope).flat().flatMap(rule => listReadFields(resource, rule))]
    .flatMap(name => (name === undefined || fields[name] === undefined ? [] : [storedFieldOf(resource, name)]));
  return [...new Set(names)];
});
