/** The keys of robots: made, listed and revoked by whoever reaches every user. A key is shown once and is never a person's. */
import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import {sql} from 'kysely';
import * as z from 'zod';
import {isHumanProfile, profileById} from '../../schema/access.ts';
import {MAX_API_KEY_NAME_LENGTH, API_KEY_CALLS} from '../../schema/queue.ts';
import {textLine} from '../../schema/wire.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {hashOfKey, newKey} from '../accounts/keys.ts';
import {USERS} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {refuseReservedRecord} from '../engine/accessChecks.ts';
import {conflict, invalid, notFound} from '../errors.ts';
import {writeHistory} from '../history/writeHistory.ts';
import {idOf, route} from '../http/route.ts';
import {ACCESS, answer, type Call} from '../openapi/call.ts';
import {DELETED} from '../openapi/described.ts';
import {arrayOf, asJson, ID, INSTANT, objectOf, TEXT, type Json} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/shapes.ts';
import {readStoredRow} from '../reach/storedRow.ts';

const body = z.object({nome: textLine.min(1).max(MAX_API_KEY_NAME_LENGTH)});
const ONLY_ROBOTS = 'Só um robô tem chaves; uma pessoa entra com e-mail e senha.';

const KEY: Readonly<Record<string, Json>> = {id: ID, nome: TEXT, dataCriacao: INSTANT};

export const keyRoutes = ({config, db}: Context): FastifyPluginAsync => async app => {
  const users = resourceOf(config, USERS);
  const {scope} = users;
  const may = Object.keys(config.profiles).filter(perfil => scope[perfil]?.includes('tudo'));
  const told = (id: string, summary: string): Pick<Call, 'id' | 'tag' | 'summary' | 'may'> =>
    ({id: `acesso.chaves.${id}`, tag: ACCESS, summary, may});

  /** @throws Refusal 404 for a user that there is not, CONFLITO for a person, 403 for a robot that may do more than the caller */
  const robotOf = async ({actor, params}: FastifyRequest): Promise<number> => {
    const stored = await readStoredRow({config}, db, USERS, actor, idOf(params));
    if (isHumanProfile(config.profiles[profileById(config, Number(stored['tipo'])) ?? ''])) throw conflict(ONLY_ROBOTS);
    refuseReservedRecord(config, users, actor, stored);
    return stored.id;
  };

  route(app, {
    ...told('listar', 'As chaves de um robô'), endpoint: API_KEY_CALLS.list, description: 'O uso é anotado a cada dez minutos.',
    answers: {200: answer('Da mais antiga à mais nova.', arrayOf(objectOf({...KEY, ultimoUso: {...INSTANT, type: ['string', 'null']}})))},
  }, async request => {
    const id = await robotOf(request);
    return db.selectFrom('chaves').select(['id', 'nome', 'data_criacao as dataCriacao', 'ultimo_uso as ultimoUso'])
      .where('id_usuario', '=', id).orderBy('id').execute();
  });

  route(app, {
    ...told('criar', 'Uma chave nova'), endpoint: API_KEY_CALLS.create,
    description: 'A `chave` é mostrada só aqui; vai como o token das outras chamadas.',
    body: asJson(jsonSchemaOf(body)), answers: {201: answer('A chave.', objectOf({...KEY, chave: TEXT}))},
  }, async (request, reply) => {
    const {data} = body.safeParse(request.body);
    if (data === undefined) throw invalid([{campo: 'nome', mensagem: formMessages.invalid}]);
    const idUsuario = await robotOf(request);
    const chave = newKey();
    const made = await changeRecord(db, USERS, idUsuario, async trx => {
      await writeHistory(trx, {recurso: USERS, id: idUsuario, actor: request.actor, acao: 'criarChave', comentario: data.nome});
      return trx.insertInto('chaves').values({id_usuario: idUsuario, nome: data.nome, hash: hashOfKey(chave), ultimo_uso: null})
        .returning(['id', 'nome', 'data_criacao as dataCriacao']).executeTakeFirstOrThrow();
    });
    return reply.code(201).send({...made, chave});
  });

  route(app, {
    ...told('revogar', 'Revoga uma chave'), endpoint: API_KEY_CALLS.revoke,
    params: {idChave: {description: 'Id da chave.'}},
    description: 'Vale na chamada seguinte. As sessões do robô por senha também terminam.', answers: {200: DELETED},
  }, async request => {
    const idUsuario = await robotOf(request);
    const id = idOf(request.params, 'idChave');
    await changeRecord(db, USERS, idUsuario, async trx => {
      const gone = await trx.deleteFrom('chaves').where('id', '=', id).where('id_usuario', '=', idUsuario)
        .returning('nome').executeTakeFirst();
      if (gone === undefined) throw notFound();
      // What it listens to ends as well.
      await trx.updateTable('usuarios').set({token_versao: sql`token_versao + 1`}).where('id', '=', idUsuario).execute();
      await writeHistory(trx, {recurso: USERS, id: idUsuario, actor: request.actor, acao: 'revogarChave', comentario: gone.nome});
    });
    return {id};
  });
};
