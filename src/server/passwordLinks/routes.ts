/** A forgotten password, and the first one (rules: Session 9, 10): asked for, looked up, chosen. */
import {randomInt} from 'node:crypto';
import type {FastifyPluginAsync} from 'fastify';
import type {Config} from '../../schema/config/config.ts';
import type {Field} from '../../schema/fields/fields.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import {FORGOT, LOOKUP, RESET} from '../../schema/passwordCalls.ts';
import {validateValue} from '../../schema/fields/validate.ts';
import {linkOwner, type LinkOwner} from '../../schema/wire.ts';
import {USERS} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import {invalid} from '../errors.ts';
import {callerAddress} from '../http/caller.ts';
import {route} from '../http/route.ts';
import {ACCESS, answer} from '../openapi/call.ts';
import {valueSchema} from '../openapi/fields.ts';
import {asJson, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {createGate} from '../sessions/gate.ts';
import {newPassword, passwordSchema} from '../sessions/newPassword.ts';
import {claimCall, releaseCall, type Counted} from '../sessions/tries.ts';
import {askForLink} from './forgotten.ts';
import {liveLink, spendLink} from './spend.ts';

/** What finding out about an e-mail takes is done up to so many milliseconds later, where a next call cannot feel it either. */
const A_MOMENT = 1000;

const MESSAGE: Json = objectOf({message: TEXT});

const emailField = (config: Config): Field =>
  ({...resourceOf(config, USERS).fields['email'], messages: {required: config.messages.resetEmail}}) as Field;

/** @throws Refusal 400 for what is no e-mail, and for nothing else */
const emailOf = (config: Config, body: unknown): string => {
  const {email} = (body ?? {}) as {email?: unknown};
  const field = emailField(config);
  const mensagem = validateValue(field, email, true);
  if (mensagem !== undefined) throw invalid([{campo: 'email', mensagem}]);
  return String(ruleOf(field).bare(email, field));
};

/** Any text may be a token; one that is none is answered as one that is spent. */
const tokenOf = (given: unknown): string => {
  const {token} = (given ?? {}) as {token?: unknown};
  return typeof token === 'string' ? token : '';
};

export const passwordLinkRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db, mail} = context;
  const gate = (counted: Counted) => createGate(db, ({address}) => claimCall(db, address, counted));
  const asking = gate('pedidos');
  const using = gate('');

  route(app, {
    endpoint: FORGOT, id: 'acesso.esqueci', tag: ACCESS, summary: 'Pede um link para escolher uma nova senha', open: true,
    description: 'A resposta é a mesma para todo e-mail. O link vai por e-mail a quem pode entrar, no máximo três vezes por hora.',
    body: asJson(objectOf({email: valueSchema(config, emailField(config))})), answers: {200: answer('Pedido anotado.', MESSAGE)},
  }, async request => {
    const email = emailOf(config, request.body);
    await asking({address: callerAddress(request)}, () => askForLink(db, email));
    setTimeout(() => mail.ring(), randomInt(A_MOMENT)).unref();
    return {message: config.messages.resetSent};
  });

  route(app, {
    endpoint: LOOKUP, id: 'acesso.link', tag: ACCESS, summary: 'De quem é um link', open: true,
    params: {token: {description: 'O token do link.', schema: TEXT}}, answers: {200: answer('A pessoa.', ref('linkDeSenha'))},
    schemas: () => ({linkDeSenha: shapeOf(linkOwner)}),
  }, request => {
    const address = callerAddress(request);
    return using({address}, async () => {
      const {account: {actor}, proposito} = await liveLink(context, db, tokenOf(request.params));
      await releaseCall(db, address);
      return {nome: actor.nome, email: actor.email, convite: proposito === 'convite'} satisfies LinkOwner;
    });
  });

  route(app, {
    endpoint: RESET, id: 'acesso.redefinir', tag: ACCESS, summary: 'Escolhe a senha por um link', open: true,
    description: 'Um link vale uma vez, e só o mais novo. As sessões da pessoa terminam.',
    body: asJson(objectOf({token: {...TEXT, writeOnly: true}, novaSenha: passwordSchema(config)})),
    answers: {200: answer('A senha é esta.', MESSAGE)},
  }, async request => {
    const senha = newPassword(config, (request.body as {novaSenha?: unknown} | null | undefined)?.novaSenha, 'novaSenha');
    const address = callerAddress(request);
    return using({address}, async () => {
      await spendLink(context, tokenOf(request.body), senha);
      await releaseCall(db, address);
      return {message: config.messages.passwordReset};
    });
  });
};
