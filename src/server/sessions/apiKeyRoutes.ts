/** Routes of robots' API keys, for profiles that reach every user. A key is shown once. */
import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import {sql} from 'kysely';
import * as z from 'zod';
import {isHumanProfile, profileById} from '../../schema/access.ts';
import {MAX_API_KEY_NAME_LENGTH, API_KEY_CALLS} from '../../schema/queue.ts';
import {textLine} from '../../schema/apiShapes.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {hashApiKey, generateApiKey} from '../accounts/apiKeys.ts';
import {USERS} from '../accounts/accounts.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {refuseReservedRecord} from '../engine/accessChecks.ts';
import {conflict, invalid, notFound} from '../errors.ts';
import {writeHistory} from '../history/writeHistory.ts';
import {pathId, addRoute} from '../http/route.ts';
import {ACCESS_TAG, answer, type Call} from '../openapi/call.ts';
import {DELETED} from '../openapi/describedResource.ts';
import {arrayOf, asJson, ID, INSTANT, objectOf, TEXT, type Json} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';

const body = z.object({nome: textLine.min(1).max(MAX_API_KEY_NAME_LENGTH)});
const ONLY_ROBOTS = 'Só um robô tem chaves; uma pessoa entra com e-mail e senha.';

const KEY_SCHEMA: Readonly<Record<string, Json>> = {id: ID, nome: TEXT, dataCriacao: INSTANT};

export const apiKeyRoutes = ({config, db}: Context): FastifyPluginAsync => async app => {
  const users = resourceOf(config, USERS);
  const {scope} = users;
  const allowedProfiles = Object.keys(config.profiles).filter(perfil => scope[perfil]?.includes('tudo'));
  const operation = (id: string, summary: string): Pick<Call, 'id' | 'tag' | 'summary' | 'allowedProfiles'> =>
    ({id: `acesso.chaves.${id}`, tag: ACCESS_TAG, summary, allowedProfiles});

  /** @throws Refusal 404 for a missing user, CONFLITO for a person, 403 for a robot with more rights than the caller */
  const requireRobot = async ({actor, params}: FastifyRequest): Promise<number> => {
    const stored = await readStoredRow({config}, db, USERS, actor, pathId(params));
    if (isHumanProfile(config.profiles[profileById(config, Number(stored['tipo'])) ?? ''])) throw conflict(ONLY_ROBOTS);
    refuseReservedRecord(config, users, actor, stored);
    return stored.id;
  };

  addRoute(app, {
    ...operation('listar', 'As chaves de um robô'), endpoint: API_KEY_CALLS.list, description: 'O uso é anotado a cada dez minutos.',
    answers: {200: answer('Da mais antiga à mais nova.', arrayOf(
      objectOf({...KEY_SCHEMA, ultimoUso: {...INSTANT, type: ['string', 'null']}})
    ))},
  }, async request => {
    const id = await requireRobot(request);
    return db.selectFrom('chaves').select(['id', 'nome', 'data_criacao as dataCriacao', 'ultimo_uso as ultimoUso'])
      .where('id_usuario', '=', id).orderBy('id').execute();
  });

  addRoute(app, {
    ...operation('criar', 'Uma chave nova'), endpoint: API_KEY_CALLS.create,
    description: 'A `chave` é mostrada só aqui; vai como o token das outras chamadas.',
    body: asJson(jsonSchemaOf(body)), answers: {201: answer('A chave.', objectOf({...KEY_SCHEMA, chave: TEXT}))},
  }, async (request, reply) => {
    const {data} = body.safeParse(request.body);
    if (data === undefined) throw invalid([{campo: 'nome', mensagem: formMessages.invalid}]);
    const idUsuario = await requireRobot(request);
    const chave = generateApiKey();
    const apiKey = await changeRecord(db, USERS, idUsuario, async trx => {
      await writeHistory(trx, {recurso: USERS, id: idUsuario, actor: request.actor, acao: 'criarChave', comentario: data.nome});
      return trx.insertInto('chaves').values({id_usuario: idUsuario, nome: data.nome, hash: hashApiKey(chave), ultimo_uso: null})
        .returning(['id', 'nome', 'data_criacao as dataCriacao']).executeTakeFirstOrThrow();
    });
    return reply.code(201).send({...apiKey, chave});
  });

  addRoute(app, {
    ...operation('revogar', 'Revoga uma chave'), endpoint: API_KEY_CALLS.revoke,
    params: {idChave: {description: 'Id da chave.'}},
    description: 'Vale na chamada seguinte. As sessões do robô por senha também terminam.', answers: {200: DELETED},
  }, async request => {
    const idUsuario = await requireRobot(request);
    const id = pathId(request.params, 'idChave');
    await changeRecord(db, USERS, idUsuario, async trx => {
      const deleted = await trx.deleteFrom('chaves').where('id', '=', id).where('id_usuario', '=', idUsuario)
        .returning('nome').executeTakeFirst();
      if (deleted === undefined) throw notFound();
      // Ends the robot's open event streams too.
      await trx.updateTable('usuarios').set({token_versao: sql`token_versao + 1`}).where('id', '=', idUsuario).execute();
      await writeHistory(trx, {recurso: USERS, id: idUsuario, actor: request.actor, acao: 'revogarChave', comentario: deleted.nome});
    });
    return {id};
  });
};
