/** Users as signing in needs them. Read from the database each time: a token tells who somebody is, never what they may. */
import {createHash} from 'node:crypto';
import {sql, type Transaction} from 'kysely';
import {isHumanProfile, profileById} from '../../schema/access.ts';
import type {Config} from '../../schema/shapes/config.ts';
import type {SignInAnswer} from '../../schema/wire.ts';
import type {Actor, Context} from '../context.ts';
import {precompile} from '../db/staticSql.ts';
import type {DbOrTrx, Tables, Sql} from '../db/tables.ts';
import {holdsKey} from './keys.ts';
import type {TokenUser, Tokens} from './tokens.ts';

export {COMPANIES, USERS} from '../../schema/systemFields.ts';

export interface Account {
  actor: Actor;
  senhaHash: string | null;
  tokenVersao: number;
  nomeEmpresa: string;
}

interface Row {
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

/** Users as `u`, with their companies as `e`, of whom {@link isActive} is asked. */
export const usersAndCompanies = sql`usuarios as u left join empresas as e on e.id = u.id_empresa`;
/** Whether a user may be signed in: active, and of an active company or of none. */
export const isActive = sql<boolean>`(u.ativo and coalesce(e.ativo, true))`;

const activeAccounts = precompile(sql`
  select u.id, u.nome, u.email, u.tipo, u.id_empresa as "idEmpresa", u.codigo_externo as "codigoExterno", u.senha_hash as "senhaHash",
    u.token_versao as "tokenVersao", e.razao_social as "nomeEmpresa"
  from ${usersAndCompanies} where ${isActive}`);

/** The active user of an active company (or of none) for whom `condition` on `u` holds. */
const findAccount = async (db: DbOrTrx, config: Config, condition: Sql, lock = sql``): Promise<Account | undefined> => {
  const {rows} = await sql<Row>`${activeAccounts} and ${condition} ${lock}`.execute(db);
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

/** The same, as it stays until the transaction ends: whoever deactivates the user, or their company, waits. */
export const heldAccount = (trx: Transaction<Tables>, config: Config, id: number): Promise<Account | undefined> =>
  findAccount(trx, config, sql`u.id = ${id}`, sql`for share of u`);

/** Whoever a key is of: never a person, and nobody once it was revoked. @param isHeld as {@link heldAccount} */
export const accountByKey = async (db: DbOrTrx, config: Config, hash: string, isHeld = false): Promise<Account | undefined> => {
  const account = await findAccount(db, config, holdsKey(hash), isHeld ? sql`for share of u` : sql``);
  return isHumanProfile(config.profiles[account?.actor.perfil ?? '']) ? undefined : account;
};

/** E-mails are compared without case. */
export const accountByEmail = (db: DbOrTrx, config: Config, email: string): Promise<Account | undefined> =>
  findAccount(db, config, sql`lower(u.email) = lower(${email})`);

const TAG_LENGTH = 16;
/** See {@link TokenUser.identityTag}. */
export const identityTagOf = ({actor: {nome, email, perfil, idEmpresa, codigoExterno}, nomeEmpresa}: Account): string =>
  createHash('sha256').update(JSON.stringify([nome, email, perfil, idEmpresa, codigoExterno, nomeEmpresa])).digest('base64url')
    .slice(0, TAG_LENGTH);

const tokenUser = (config: Config, account: Account): TokenUser => {
  const {actor: {id, nome, email, perfil}, tokenVersao, nomeEmpresa} = account;
  return {
    id, nome, email, perfil: config.profiles[perfil]?.name ?? '', nomeEmpresa, tokenVersao, identityTag: identityTagOf(account),
  };
};

/** What a session is told of its person (rules: Session 2). @param expires as for {@link Tokens.issue} */
export const sessionOf = async (config: Config, tokens: Tokens, account: Account, expires?: number): Promise<SignInAnswer> => {
  const {nome, idPerfil, id, idEmpresa, codigoExterno} = account.actor;
  return {
    token: await tokens.issue(tokenUser(config, account), expires), nome, idPerfil, id, idEmpresa: idEmpresa ?? 0, codigoExterno,
  };
};

/** A token for the session that just changed its own password: it goes on while the others end (rules: Session 13). */
export const freshToken = async ({config, db}: Context, tokens: Tokens, actor: Actor): Promise<string | undefined> => {
  const account = await accountById(db, config, actor.id);
  return account === undefined ? undefined : tokens.issue(tokenUser(config, account));
};
