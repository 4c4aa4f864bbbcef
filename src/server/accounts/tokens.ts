/** Access tokens: JWT with the claims the portal reads (rules: Session 3), checked strictly. Rights are never read from them. */
import {randomUUID, webcrypto} from 'node:crypto';
import {jwtVerify, SignJWT} from 'jose';
import type {TokenClaims} from '../../schema/wire.ts';
import {keyedHash, type SigningKey} from './key.ts';

const ISSUER = 'balcao';
const AUDIENCE = 'balcao-api';
const TYPE = 'at+jwt';
const LIFETIME_SECONDS = 8 * 3600;
const SECOND = 1000;
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
  /** A hash of what a session says of its person: another one where any of it changed. */
  identityTag: string;
}

export interface Tokens {
  /** @param expires the instant, in milliseconds, from which it is refused; absent: eight hours and the leeway from now */
  issue(user: TokenUser, expires?: number): Promise<string>;
  /** The user and the version the token was made with; undefined for a token that is not ours, altered, expired or of the future. */
  read(token: string): Promise<Named | undefined>;
  /** Tells passwords apart where none may be kept: with the key of a call. */
  passwordHash: (password: string) => string;
  /** Seals what is handed out and comes back, and is kept nowhere. */
  seal: (text: string) => string;
}
/** Whom a token names. */
interface Named {
  id: number;
  tokenVersao: number;
  /** undefined: made by a version before tags. */
  identityTag: string | undefined;
  /** The instant, in milliseconds, from which the token is refused. */
  expires: number;
}
/** A token that was found in order, and the instants, in milliseconds, from which to which it surely still is. */
interface Known {
  named: Named;
  from: number;
  until: number;
}

/** Tokens that are remembered; of more the oldest are judged anew. */
const MOST_KNOWN = 1000;

const claimsOf = (user: TokenUser): TokenClaims => ({
  nameid: String(user.id), unique_name: user.nome, role: user.perfil, groupsid: user.nomeEmpresa, email: user.email,
  token_versao: user.tokenVersao, identity_tag: user.identityTag,
});

/**
 * Makes and reads tokens with one key. A token that was found in order is not judged again while nothing but the time could have
 * changed that; whether the person still is who it says is asked of the database each time all the same.
 */
export const createTokens = ({kid, secret}: SigningKey): Tokens => {
  // Once: to make a key of its bytes takes longer than to sign.
  const key = webcrypto.subtle.importKey('raw', Uint8Array.from(secret), {name: 'HMAC', hash: 'SHA-256'}, false, ['sign', 'verify']);
  const known = new Map<string, Known>();

  const judge = async (token: string, from: number): Promise<Known> => {
    const {payload} = await jwtVerify(token, await key, {
      algorithms: ['HS256'], typ: TYPE, issuer: ISSUER, audience: AUDIENCE, clockTolerance: LEEWAY_SECONDS,
      // The age as well as the end: a token made while the clock stood ahead would outlive the others.
      maxTokenAge: LIFETIME_SECONDS,
      requiredClaims: ['exp', 'jti', 'nameid', 'token_versao'],
    });
    const {exp = 0, iat = 0} = payload;
    const until = Math.min(exp, iat + LIFETIME_SECONDS) * SECOND;
    return {
      named: {
        id: Number(payload['nameid']), tokenVersao: Number(payload['token_versao']),
        identityTag: payload['identity_tag'] as string | undefined, expires: until + LEEWAY_SECONDS * SECOND,
      },
      from, until,
    };
  };

  return {
    issue: async (user, expires = Date.now() + (LIFETIME_SECONDS + LEEWAY_SECONDS) * SECOND) => {
      const exp = Math.floor(expires / SECOND) - LEEWAY_SECONDS;
      return new SignJWT(claimsOf(user))
        .setProtectedHeader({alg: 'HS256', typ: TYPE, kid})
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(exp - LIFETIME_SECONDS)
        .setExpirationTime(exp)
        .setJti(randomUUID())
        .sign(await key);
    },
    read: async token => {
      const now = Date.now();
      const earlier = known.get(token);
      // A clock that was set back may bring it before its time.
      if (earlier !== undefined && earlier.from <= now && now < earlier.until) return earlier.named;
      known.delete(token);
      try {
        const judged = await judge(token, now);
        known.set(token, judged);
        const [oldest = ''] = known.keys();
        if (known.size > MOST_KNOWN) known.delete(oldest);
        return judged.named;
      } catch {
        return undefined;
      }
    },
    passwordHash: keyedHash({secret}, 'balcao/senha-de-uma-chamada'),
    seal: keyedHash({secret}, 'balcao/simulador'),
  };
};
