/** Every call that the config declares, with nothing written by hand for any one resource. */
import multipart from '@fastify/multipart';
import type {FastifyPluginAsync} from 'fastify';
import type {Tokens} from '../accounts/tokens.ts';
import {heldForSaving} from '../engine/demand.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {partsOf} from '../engine/parts.ts';
import type {Turns} from '../lists/portions.ts';
import {incompleteResources} from '../lists/tabCounts.ts';
import {actionRoutes} from './actionRoutes.ts';
import {attachedRoutes} from './attachedRoutes.ts';
import {toldOf} from './document.ts';
import {fixedListRoutes, optionRoutes} from './optionRoutes.ts';
import {readRoutes} from './readRoutes.ts';
import {writeRoutes} from './writeRoutes.ts';

/** How often what a later process's start left incomplete is looked for, in milliseconds. */
const LOOK_EVERY = 600_000;

export const resourceRoutes = (context: EngineContext, tokens: Tokens, turns: Turns): FastifyPluginAsync => async app => {
  await app.register(multipart);
  const {config} = context;
  let incomplete: ReadonlySet<string> = new Set();
  const look = async (): Promise<void> => {
    incomplete = await incompleteResources(context);
  };
  app.addHook('onReady', async () => {
    await look();
    // Of a database that is out whoever watches it tells.
    const looking = setInterval(() => void look().catch(() => {}), LOOK_EVERY).unref();
    app.addHook('onClose', async () => clearInterval(looking));
  });
  for (const [name, resource] of Object.entries(config.resources)) {
    const told = toldOf({config, name, resource});
    readRoutes(app, context, turns, told, () => incomplete);
    optionRoutes(app, context, turns, told);
    writeRoutes(app, context, tokens, told);
    actionRoutes(app, context, turns, told);
    attachedRoutes(app, context, told);
    for (const {part} of partsOf(resource)) part.routes?.(app, context, heldForSaving(context), name, resource);
  }
  fixedListRoutes(app, config);
};
