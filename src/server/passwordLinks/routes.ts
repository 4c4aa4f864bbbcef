/** A forgotten password, and the first one (rules: Session 9, 10): asked for, looked up, chosen. */
import {randomInt} from 'node:crypto';
import type {FastifyInstance, FastifyPluginAsync, RouteHandlerMethod} from 'fastify';
import type {Config, Endpoint} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';
import {ruleOf} from '../../schema/kinds.ts';
import {FORGOT, LOOKUP, RESET} from '../../schema/passwordCalls.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {validateValue} from '../../schema/validate.ts';
import type {LinkOwner} from '../../schema/wire.ts';
import {USERS} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import {invalid} from '../errors.ts';
import {callerAddress} from '../http/caller.ts';
import {newPassword} from '../sessions/newPassword.ts';
import {releaseCall} from '../sessions/tries.ts';
import {askForLink} from './forgotten.ts';
import {createGate} from './gate.ts';
import {liveLink, spendLink} from './spend.ts';

/** What finding out about an e-mail takes is done up to so many milliseconds later, where a next call cannot feel it either. */
const A_MOMENT = 1000;

/** @throws Refusal 400 for what is no e-mail, and for nothing else */
const emailOf = (config: Config, body: unknown): string => {
  const {email} = (body ?? {}) as {email?: unknown};
  const declared = resourceOf(config, USERS).fields['email'];
  const field = {...declared, messages: {required: config.messages.resetEmail}} as Field;
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
  const asking = createGate(db);
  const using = createGate(db);

  open(app, FORGOT, async request => {
    const email = emailOf(config, request.body);
    await asking(callerAddress(request), () => askForLink(db, email));
    setTimeout(() => mail.ring(), randomInt(A_MOMENT)).unref();
    return {message: config.messages.resetSent};
  });

  open(app, LOOKUP, request => {
    const address = callerAddress(request);
    return using(address, async () => {
      const {account: {actor}, proposito} = await liveLink(context, db, tokenOf(request.params));
      await releaseCall(db, address);
      return {nome: actor.nome, email: actor.email, convite: proposito === 'convite'} satisfies LinkOwner;
    });
  });

  open(app, RESET, async request => {
    const senha = newPassword(config, (request.body as {novaSenha?: unknown} | null | undefined)?.novaSenha, 'novaSenha');
    const address = callerAddress(request);
    return using(address, async () => {
      await spendLink(context, tokenOf(request.body), senha);
      await releaseCall(db, address);
      return {message: config.messages.passwordReset};
    });
  });
};

const open = (app: FastifyInstance, endpoint: Endpoint, handler: RouteHandlerMethod): void => {
  const {method, path} = parseEndpoint(endpoint);
  app.route({method, url: `/${path}`, config: {public: true}, handler});
};
