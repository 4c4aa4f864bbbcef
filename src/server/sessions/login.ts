/** POST usuarios/login (§3, §7). One refusal for every reason: nobody learns whether an e-mail is known. */
import type {Config} from '../../schema/config.ts';
import type {Context} from '../context.ts';
import {invalid, unauthorized} from '../errors.ts';
import type {FieldError} from '../../schema/validate.ts';
import {verifyPassword} from './password.ts';
import {countFailure, forgetFailures} from './throttle.ts';
import type {Tokens} from './tokens.ts';
import {accountByEmail, tokenUser} from './users.ts';

export interface LoginAnswer {
  token: string;
  nome: string;
  idPerfil: number;
  id: number;
  /** 0 for none. */
  idEmpresa: number;
  codigoExterno: string;
}

/** Longest e-mail and password looked at; the fields themselves stop earlier. */
const LONGEST = 200;

const credentials = (config: Config, body: unknown): {email: string; senha: string} => {
  const {email, senha} = (body ?? {}) as Record<string, unknown>;
  const {loginBoth, loginUser, loginPassword} = config.messages;
  const missing = (value: unknown): boolean => value === undefined || value === null || value === '';
  const campos: FieldError[] = [
    ...(missing(email) ? [{campo: 'email', mensagem: loginUser ?? ''}] : []),
    ...(missing(senha) ? [{campo: 'senha', mensagem: loginPassword ?? ''}] : []),
  ];
  if (campos.length > 0) throw invalid(campos, campos.length === 2 ? loginBoth : undefined);
  if (typeof email !== 'string' || typeof senha !== 'string') throw invalid([]);
  if (email.length > LONGEST || senha.length > LONGEST) throw unauthorized();
  return {email: email.trim(), senha};
};

/**
 * Signs in.
 *
 * @throws Refusal 401 for a wrong password, an unknown or inactive user, one of an inactive company, or one that has to wait;
 *   400 when e-mail or password is missing
 */
export const login = async ({config, db}: Context, tokens: Tokens, body: unknown): Promise<LoginAnswer> => {
  const {email, senha} = credentials(config, body);
  // NUL reaches no query; the refusal is the same as for any unknown e-mail.
  const account = email.includes('\0') ? undefined : await accountByEmail(db, config, email);
  const right = await verifyPassword(senha, account?.senhaHash ?? null);
  if (account === undefined || account.bloqueado) throw unauthorized();
  const {actor} = account;
  if (!right) {
    await countFailure(db, actor.id);
    throw unauthorized();
  }
  await forgetFailures(db, actor.id);
  return {
    token: await tokens.issue(tokenUser(config, account)),
    nome: actor.nome, idPerfil: actor.idPerfil, id: actor.id, idEmpresa: actor.idEmpresa ?? 0, codigoExterno: actor.codigoExterno,
  };
};
