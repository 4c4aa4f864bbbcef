/** Names that own code gives: its calls, and the resources that have a point `committed`. */
import type {Endpoint} from '../../schema/shapes/config.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import type {OwnCode} from '../own.ts';

/** The call of the API: `GET resumo/:id` is `GET own/resumo/:id`. */
export const ownEndpoint = (call: Endpoint): Endpoint => {
  const {method, path} = parseEndpoint(call);
  return `${method} own/${path}`;
};

export const listCommittedResources = ({steps = {}}: Pick<OwnCode, 'steps'>): string[] =>
  Object.entries(steps).filter(([, {actions = {}, ...others}]) =>
    [...Object.values(actions), ...Object.values(others)].some(points => points.committed !== undefined)).map(([name]) => name);
