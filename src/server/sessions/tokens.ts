/** Access tokens: JWT with the claims the portal reads (rules: Session 3), checked strictly. Rights are never read from them. */
import {randomUUID} from 'node:crypto';
import {jwtVerify, SignJWT} from 'jose';
import type {TokenClaims} from '../../schema/wire.ts';
import type {SigningKey} from './key.ts';

const ISSUER = 'balcao';
const AUDIENCE = 'balcao-api';
const TYPE = 'at+jwt';
const LIFETIME = '8h';
const LEEWAY_SECONDS = 30;

/** Whose token it is. */
export interface TokenUser {
  id: number;
  nome: string;
  email: string;
  /** The profile's label. */
  perfil: string;
  nomeEmpresa: string;
  tokenVersao: number;
}

export interface Tokens {
  issue(user: TokenUser): Promise<string>;
  /** The user and the version the token was made with; undefined for a token that is not ours, altered, expired or of the future. */
  read(token: string): Promise<{id: number; tokenVersao: number} | undefined>;
}

const claimsOf = (user: TokenUser): TokenClaims => ({
  nameid: String(user.id), unique_name: user.nome, role: user.perfil, groupsid: user.nomeEmpresa, email: user.email,
  token_versao: user.tokenVersao,
});

export const createTokens = ({kid, secret}: SigningKey): Tokens => ({
  issue: user =>
    new SignJWT(claimsOf(user))
      .setProtectedHeader({alg: 'HS256', typ: TYPE, kid})
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(LIFETIME)
      .setJti(randomUUID())
      .sign(secret),
  read: async token => {
    try {
      const {payload} = await jwtVerify(token, secret, {
        algorithms: ['HS256'], typ: TYPE, issuer: ISSUER, audience: AUDIENCE, clockTolerance: LEEWAY_SECONDS,
        // The age as well as the end: a token made while the clock stood ahead would outlive the others.
        maxTokenAge: LIFETIME,
        requiredClaims: ['exp', 'jti', 'nameid', 'token_versao'],
      });
      return {id: Number(payload['nameid']), tokenVersao: Number(payload['token_versao'])};
    } catch {
      return undefined;
    }
  },
});
