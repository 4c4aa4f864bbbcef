/** The call that tells a template's versions, for whoever may read the template. */
import type {FastifyPluginAsync} from 'fastify';
import {versionedItems, versionsCall} from '../../../schema/versions.ts';
import type {Context} from '../../context.ts';
import {resourceOf} from '../../db/names.ts';
import {idOf} from '../../http/ids.ts';
import {requireMay, route} from '../../http/route.ts';
import {storedRow} from '../../reach/storedRow.ts';
import {versionsOf} from './tellVersions.ts';

export const versionRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  for (const versioned of versionedItems(config)) {
    const call = versionsCall(config, versioned.of);
    if (call === undefined) continue;
    route(app, call, async request => {
      requireMay(resourceOf(config, versioned.of), 'read', request);
      const record = await storedRow(context, db, versioned.of, request.actor, idOf(request.params));
      return versionsOf(db, config, versioned, request.actor, record);
    });
  }
};
