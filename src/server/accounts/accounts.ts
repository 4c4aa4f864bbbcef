/** Accounts as authentication needs them, read from the database each time because a token carries no rights. */
import {createHash} from 'node:crypto';
import {sql, type Transaction} from 'kysely';
import {isHumanProfile, profileById} from '../../schema/access.ts';
import type {Config} from '../../schema/shapes/config.ts';
import type {SignInAnswer} from '../../schema/apiShapes.ts';
import type {Actor, Context} from '../context.ts';
import {precompile} from '../db/staticSql.ts';
import type {DbOrTrx, Tables, Sql} from '../db/tables.ts';
import {apiKeyOwnerPredicate} from './apiKeys.ts';
import type {TokenUser, Tokens} from './tokens.ts';

export {COMPANIES, USERS} from '../../schema/systemFields.ts';

export interface Account {
  actor: Actor;
  senhaHash: string | null;
  tokenVersao: number;
  nomeEmpresa: string;
}

interface AccountRow {
  id: number;
  nome: string;
  email: string;
  tipo: number;
  idEmpresa: number | null;
  codigoExterno: string | null;
  senhaHash: string | null;
  tokenVersao: number;
  nomeEmpresa: string | null;
}

/** Users as `u` with their companies as `e`, the aliases of {@link activeUserPredicate}. */
export const usersAndCompanies = sql`usuarios as u left join empresas as e on e.id = u.id_empresa`;
/** Predicate: the user is active, and so is their company if they have one. */
export const activeUserPredicate = sql<boolean>`(u.ativo and coalesce(e.ativo, true))`;

const activeAccounts = precompile(sql`
  select u.id, u.nome, u.email, u.tipo, u.id_empresa as "idEmpresa", u.codigo_externo as "codigoExterno", u.senha_hash as "senhaHash",
    u.token_versao as "tokenVersao", e.razao_social as "nomeEmpresa"
  from ${usersAndCompanies} where ${activeUserPredicate}`);

const findAccount = async (db: DbOrTrx, config: Config, condition: Sql, lock = sql``): Promise<Account | undefined> => {
  const {rows} = await sql<AccountRow>`${activeAccounts} and ${condition} ${lock}`.execute(db);
  const row = rows[0];
  const perfil = row === undefined ? undefined : profileById(config, row.tipo);
  if (row === undefined || perfil === undefined) return undefined;
  return {
    actor: {
      id: row.id, nome: row.nome, email: row.email, idPerfil: row.tipo, perfil, idEmpresa: row.idEmpresa,
      codigoExterno: row.codigoExterno ?? '',
    },
    senhaHash: row.senhaHash,
    tokenVersao: row.tokenVersao,
    nomeEmpresa: row.nomeEmpresa ?? '',
  };
};

export const accountById = (db: DbOrTrx, config: Config, id: number): Promise<Account | undefined> =>
  findAccount(db, config, sql`u.id = ${id}`);

/** Reads the account and locks it until the commit, so that a deactivation waits. */
export const lockAccount = (trx: Transaction<Tables>, config: Config, id: number): Promise<Account | undefined> =>
  findAccount(trx, config, sql`u.id = ${id}`, sql`for share of u`);

/** Reads the robot of an API key; undefined for a person or a revoked key. @param isLocked as {@link lockAccount} */
export const accountByKey = async (db: DbOrTrx, config: Config, hash: string, isLocked = false): Promise<Account | undefined> => {
  const account = await findAccount(db, config, apiKeyOwnerPredicate(hash), isLocked ? sql`for share of u` : sql``);
  return isHumanProfile(config.profiles[account?.actor.perfil ?? '']) ? undefined : account;
};

/** Compares e-mails without regard to case. */
export const accountByEmail = (db: DbOrTrx, config: Config, email: string): Promise<Account | undefined> =>
  findAccount(db, config, sql`lower(u.email) = lower(${email})`);

const TAG_LENGTH = 16;
export const identityTagOf = ({actor: {nome, email, perfil, idEmpresa, codigoExterno}, nomeEmpresa}: Account): string =>
  createHash('sha256').update(JSON.stringify([nome, email, perfil, idEmpresa, codigoExterno, nomeEmpresa])).digest('base64url')
    .slice(0, TAG_LENGTH);

const tokenUser = (config: Config, account: Account): TokenUser => {
  const {actor: {id, nome, email, perfil}, tokenVersao, nomeEmpresa} = account;
  return {
    id, nome, email, perfil: config.profiles[perfil]?.name ?? '', nomeEmpresa, tokenVersao, identityTag: identityTagOf(account),
  };
};

/** Answer to a sign-in, with a new token (rules: Session 2). @param expires as for {@link Tokens.issue} */
export const createSignInAnswer = async (config: Config, tokens: Tokens, account: Account, expires?: number): Promise<SignInAnswer> => {
  const {nome, idPerfil, id, idEmpresa, codigoExterno} = account.actor;
  return {
    token: await tokens.issue(tokenUser(config, account), expires), nome, idPerfil, id, idEmpresa: idEmpresa ?? 0, codigoExterno,
  };
};

/** Issues a token for the session that changed its own password; its other sessions end (rules: Session 13). */
export const issueFreshToken = async ({config, db}: Context, tokens: Tokens, actor: Actor): Promise<string | undefined> => {
  const account = await accountById(db, config, actor.id);
  return account === undefined ? undefined : tokens.issue(tokenUser(config, account));
};
