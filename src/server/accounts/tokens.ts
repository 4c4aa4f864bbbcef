/** Access tokens: JWT with the claims the portal reads (rules: Session 3), verified strictly. Rights never come from them. */
import {randomUUID, webcrypto} from 'node:crypto';
import {jwtVerify, SignJWT} from 'jose';
import type {TokenClaims} from '../../schema/apiShapes.ts';
import {createKeyedHash, type SigningKey} from './signingKey.ts';

const ISSUER = 'balcao';
const AUDIENCE = 'balcao-api';
const TOKEN_TYPE = 'at+jwt';
const LIFETIME_SECONDS = 8 * 3600;
const SECOND_MS = 1000;
const LEEWAY_SECONDS = 30;

export interface TokenUser {
  id: number;
  nome: string;
  email: string;
  perfil: string;
  nomeEmpresa: string;
  tokenVersao: number;
  /** Hash of the person's data in a session; differs after any change. */
  identityTag: string;
}

export interface Tokens {
  /** @param expires instant, in milliseconds, from which it is refused; absent: eight hours and the leeway from now */
  issue(user: TokenUser, expires?: number): Promise<string>;
  /** Verifies a token; undefined for a foreign, altered, expired or future one. */
  read(token: string): Promise<VerifiedToken | undefined>;
  /** Keyed hash that compares passwords of repeated calls without storing them. */
  passwordHash: (password: string) => string;
  /** Keyed hash that authenticates text which is handed out and comes back, stored nowhere. */
  signText: (text: string) => string;
}
interface VerifiedToken {
  id: number;
  tokenVersao: number;
  /** undefined for a token of a version before tags. */
  identityTag: string | undefined;
  expires: number;
}
/** A verified token, valid for sure within these instants in milliseconds. */
interface CachedToken {
  identity: VerifiedToken;
  validFrom: number;
  validUntil: number;
}

const MAX_CACHED_TOKENS = 1000;

const claimsOf = (user: TokenUser): TokenClaims => ({
  nameid: String(user.id), unique_name: user.nome, role: user.perfil, groupsid: user.nomeEmpresa, email: user.email,
  token_versao: user.tokenVersao, identity_tag: user.identityTag,
});

/**
 * Issues and verifies tokens with one key. Verified tokens are cached until their expiry.
 * The person behind a token is still read from the database at each call.
 */
export const createTokens = ({kid, secret}: SigningKey): Tokens => {
  // Imported once, because importing a key takes longer than signing.
  const key = webcrypto.subtle.importKey('raw', Uint8Array.from(secret), {name: 'HMAC', hash: 'SHA-256'}, false, ['sign', 'verify']);
  const cache = new Map<string, CachedToken>();

  const verify = async (token: string, verifiedAt: number): Promise<CachedToken> => {
    const {payload} = await jwtVerify(token, await key, {
      algorithms: ['HS256'], typ: TOKEN_TYPE, issuer: ISSUER, audience: AUDIENCE, clockTolerance: LEEWAY_SECONDS,
      // Checks the age too: a token issued while the clock was ahead would outlive the others.
      maxTokenAge: LIFETIME_SECONDS,
      requiredClaims: ['exp', 'jti', 'nameid', 'token_versao'],
    });
    const {exp = 0, iat = 0} = payload;
    const validUntil = Math.min(exp, iat + LIFETIME_SECONDS) * SECOND_MS;
    return {
      identity: {
        id: Number(payload['nameid']), tokenVersao: Number(payload['token_versao']),
        identityTag: payload['identity_tag'] as string | undefined, expires: validUntil + LEEWAY_SECONDS * SECOND_MS,
      },
      validFrom: verifiedAt, validUntil,
    };
  };

  return {
    issue: async (user, expires = Date.now() + (LIFETIME_SECONDS + LEEWAY_SECONDS) * SECOND_MS) => {
      const exp = Math.floor(expires / SECOND_MS) - LEEWAY_SECONDS;
      return new SignJWT(claimsOf(user))
        .setProtectedHeader({alg: 'HS256', typ: TOKEN_TYPE, kid})
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(exp - LIFETIME_SECONDS)
        .setExpirationTime(exp)
        .setJti(randomUUID())
        .sign(await key);
    },
    read: async token => {
      const now = Date.now();
      const cached = cache.get(token);
      // The clock may have been set back to before the verification.
      if (cached !== undefined && cached.validFrom <= now && now < cached.validUntil) return cached.identity;
      cache.delete(token);
      try {
        const verified = await verify(token, now);
        cache.set(token, verified);
        const [oldest = ''] = cache.keys();
        if (cache.size > MAX_CACHED_TOKENS) cache.delete(oldest);
        return verified.identity;
      } catch {
        return undefined;
      }
    },
    passwordHash: createKeyedHash({secret}, 'balcao/senha-de-uma-chamada'),
    signText: createKeyedHash({secret}, 'balcao/simulador'),
  };
};
