/** The call that tells a template's versions, for whoever may read the template. */
import type {FastifyPluginAsync} from 'fastify';
import {versionedItems, versionsCall} from '../../../schema/versions.ts';
import {templateVersion} from '../../../schema/wire.ts';
import type {Context} from '../../context.ts';
import {resourceOf} from '../../db/names.ts';
import {idOf} from '../../http/ids.ts';
import {route} from '../../http/route.ts';
import {answer} from '../../openapi/call.ts';
import {tagOf} from '../../openapi/described.ts';
import {arrayOf, ref} from '../../openapi/json.ts';
import {shapeOf} from '../../openapi/shapes.ts';
import {storedRow} from '../../reach/storedRow.ts';
import {versionsOf} from './tellVersions.ts';

export const versionRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  for (const versioned of versionedItems(config)) {
    const {of} = versioned;
    const endpoint = versionsCall(config, of);
    const resource = resourceOf(config, of);
    if (endpoint === undefined) continue;
    route(app, {
      endpoint, id: `${of}.versoes`, tag: tagOf(resource), summary: `Versões dos itens de ${resource.label.one}`,
      may: resource.access.read,
      description: 'O primeiro registro aberto com os itens fecha a versão; a próxima mudança de um item abre a seguinte. '
        + '`nomeUsuario` é vazio para quem não pode alterar o modelo.',
      answers: {200: answer('Da mais nova à mais antiga.', arrayOf(ref('versaoDeModelo')))},
      schemas: () => ({versaoDeModelo: shapeOf(templateVersion)}),
    }, async request => {
      const record = await storedRow(context, db, of, request.actor, idOf(request.params));
      return versionsOf(db, config, versioned, request.actor, record);
    });
  }
};
