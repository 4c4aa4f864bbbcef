/** Who asks: the product's own token, and the person behind it by the product's own statement. */
import {createHmac, timingSafeEqual} from 'node:crypto';
import type {Asker} from './database.ts';

export interface Caller {
  id: number;
  nome: string;
  perfil: 'adm' | 'empresa';
  /** Of whoever reaches one company alone. */
  idEmpresa: number | null;
}

interface Claims {
  nameid: string;
  token_versao: number;
  iss: string;
  aud: string;
  iat: number;
  exp: number;
}

interface Person {
  id: number;
  nome: string;
  tipo: number;
  idEmpresa: number | null;
  tokenVersao: number;
}

const LIFETIME = 8 * 3600;

const claimsIn = (token: string, secret: string): Claims | undefined => {
  const [head = '', body = '', sign = ''] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest();
  const given = Buffer.from(sign, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const {alg, typ} = JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, unknown>;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  const now = Date.now() / 1000;
  const holds = alg === 'HS256' && typ === 'at+jwt' && claims.iss === 'balcao' && claims.aud === 'balcao-api'
    && claims.exp > now && claims.iat <= now + 30 && claims.iat > now - LIFETIME;
  return holds ? claims : undefined;
};

const PERSON = `
  select u.id, u.nome, u.email, u.tipo, u.id_empresa as "idEmpresa", u.codigo_externo as "codigoExterno", u.senha_hash as "senhaHash",
    u.token_versao as "tokenVersao", e.razao_social as "nomeEmpresa"
  from usuarios u left join empresas e on e.id = u.id_empresa
  where u.ativo and coalesce(e.ativo, true) and u.id = $1`;

const PROFILES: Readonly<Record<number, Caller['perfil']>> = {1: 'adm', 2: 'empresa'};

/** @returns undefined for whoever has not signed in, or is neither of the two */
export const readCaller = async ({ask}: Asker, secret: string, authorization: string | undefined): Promise<Caller | undefined> => {
  const claims = authorization?.startsWith('Bearer ') === true ? claimsIn(authorization.slice(7), secret) : undefined;
  if (claims === undefined) return undefined;
  const [person] = await ask<Person & Record<string, unknown>>('pessoa', PERSON, [Number(claims.nameid)]);
  const perfil = person === undefined ? undefined : PROFILES[person.tipo];
  if (person === undefined || perfil === undefined || person.tokenVersao !== claims.token_versao) return undefined;
  return {id: person.id, nome: person.nome, perfil, idEmpresa: person.idEmpresa};
};
