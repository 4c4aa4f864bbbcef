/** Registers every route that the config declares, without code for any single resource. */
import multipart from '@fastify/multipart';
import type {FastifyPluginAsync} from 'fastify';
import type {Tokens} from '../accounts/tokens.ts';
import {lockForUpdate} from '../engine/accessChecks.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {partsOfResource} from '../engine/partRegistry.ts';
import type {BatchQueue} from '../lists/batches.ts';
import {incompleteResources} from '../lists/tabCounts.ts';
import {actionRoutes} from './actionRoutes.ts';
import {attachedRoutes} from './attachedRoutes.ts';
import {describeResource} from './resourceDocument.ts';
import {fixedListRoutes, optionRoutes} from './optionRoutes.ts';
import {readRoutes} from './readRoutes.ts';
import {writeRoutes} from './writeRoutes.ts';

/** Interval for finding incomplete records that another process's start left, in milliseconds. */
const INCOMPLETE_CHECK_MS = 600_000;

export const resourceRoutes = (context: EngineContext, tokens: Tokens, turns: BatchQueue): FastifyPluginAsync => async app => {
  await app.register(multipart);
  const {config} = context;
  let incomplete: ReadonlySet<string> = new Set();
  const findIncomplete = async (): Promise<void> => {
    incomplete = await incompleteResources(context);
  };
  app.addHook('onReady', async () => {
    await findIncomplete();
    // The database monitor reports an outage.
    const timer = setInterval(() => void findIncomplete().catch(() => {}), INCOMPLETE_CHECK_MS).unref();
    app.addHook('onClose', async () => clearInterval(timer));
  });
  for (const [name, resource] of Object.entries(config.resources)) {
    const doc = describeResource({config, name, resource});
    readRoutes(app, context, turns, doc, () => incomplete);
    optionRoutes(app, context, turns, doc);
    writeRoutes(app, context, tokens, doc);
    actionRoutes(app, context, turns, doc);
    attachedRoutes(app, context, doc);
    for (const {part} of partsOfResource(resource)) part.routes?.(app, context, lockForUpdate(context), name, resource);
  }
  fixedListRoutes(app, config);
};
