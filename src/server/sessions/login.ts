/** POST usuarios/login (rules: Session 2, 5). One refusal for every reason: nobody learns whether an e-mail is known. */
import * as z from 'zod';
import type {Config} from '../../schema/config/config.ts';
import type {SignInAnswer} from '../../schema/wire.ts';
import {verifyPassword} from '../accounts/password.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {accountByEmail, tokenUser} from '../accounts/users.ts';
import type {Context} from '../context.ts';
import {invalid, unauthorized} from '../errors.ts';
import {createGate} from './gate.ts';
import {claimTry, releaseTry, type Try} from './tries.ts';

/** Longest e-mail and password looked at; the fields themselves stop earlier. */
const LONGEST = 200;

/** What somebody signs in with. */
export const credentials = z.object({email: z.string().meta({format: 'email'}), senha: z.string().meta({writeOnly: true})});
type Credentials = z.infer<typeof credentials>;

const credentialsIn = ({messages}: Config, body: unknown): Credentials => {
  const given = (body ?? {}) as Record<string, unknown>;
  const sentences = {email: messages.loginUser, senha: messages.loginPassword};
  const missing = Object.entries(sentences).filter(([campo]) => [undefined, null, ''].includes(given[campo] as null))
    .map(([campo, mensagem]) => ({campo, mensagem}));
  if (missing.length > 0) throw invalid(missing, missing.length === 2 ? messages.loginBoth : undefined);
  const {data} = credentials.safeParse(given);
  if (data === undefined) throw invalid([]);
  const {email, senha} = data;
  if (email.length > LONGEST || senha.length > LONGEST) throw unauthorized();
  // NUL reaches no query; the refusal is the same as for any unknown e-mail.
  return {email: email.trim().replaceAll('\0', '\uFFFD'), senha};
};

/**
 * Makes what signs in.
 *
 * @returns takes a body and the caller's address. It throws a Refusal 401 for a wrong password, an unknown or inactive user, one
 *   of an inactive company, or a try that has to wait, after the same work for each; 400 when e-mail or password is missing, and
 *   `LIMITE` when the address failed too often or too many try at once
 */
export const createLogin = ({config, db}: Context, tokens: Tokens): ((body: unknown, address: string) => Promise<SignInAnswer>) => {
  const gate = createGate(db, (tried: Try) => claimTry(db, tried));
  const signIn = async (tried: Try, senha: string, verdict: 'judge' | 'wait'): Promise<SignInAnswer> => {
    const account = await accountByEmail(db, config, tried.email);
    const right = await verifyPassword(senha, verdict === 'judge' ? (account?.senhaHash ?? null) : null);
    if (account === undefined || !right) throw unauthorized();
    await releaseTry(db, tried);
    const {actor} = account;
    return {
      token: await tokens.issue(tokenUser(config, account)),
      nome: actor.nome, idPerfil: actor.idPerfil, id: actor.id, idEmpresa: actor.idEmpresa ?? 0, codigoExterno: actor.codigoExterno,
    };
  };

  return async (body, address) => {
    const {email, senha} = credentialsIn(config, body);
    const tried = {email, address};
    return gate(tried, verdict => signIn(tried, senha, verdict));
  };
};
