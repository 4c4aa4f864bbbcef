/** The calls that parts have of their own. */
import type {FastifyInstance} from 'fastify';
import type {Resource} from '../../schema/config.ts';
import type {Context} from '../context.ts';
import {partsOf, type PartName} from '../engine/parts.ts';
import {fileRoutes} from '../parts/files/routes.ts';

type PartRoutes = (app: FastifyInstance, context: Context, name: string, resource: Resource) => void;

/** A frozen form comes and goes with its record. */
const routes = {template: undefined, files: fileRoutes} satisfies Record<PartName, PartRoutes | undefined>;

export const partRoutes: PartRoutes = (app, context, name, resource) => {
  for (const part of partsOf(resource)) routes[part.name]?.(app, context, name, resource);
};
