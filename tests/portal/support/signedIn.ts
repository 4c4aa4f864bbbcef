/** Somebody signed in, as the browser keeps it. */
import {storeSession} from '../../../src/portal/session/session.ts';
import {product} from './world.tsx';

const encoded = (part: object): string => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(part)))).replaceAll('+', '-')
  .replaceAll('/', '_');

/** A token of somebody of the profile, with its claims (rules: Session 3). */
export const tokenOf = (perfil: string, more = {}): string => {
  const claims = {
    unique_name: 'Ana Maria Souza', role: product.profiles[perfil]!.name, groupsid: 'Vale Verde', email: 'ana@vale.com.br', nameid: '10',
  };
  return `${encoded({alg: 'HS256'})}.${encoded({...claims, ...more})}.x`;
};

export const signIn = (perfil: string): void => {
  const {id} = product.profiles[perfil]!;
  storeSession({token: tokenOf(perfil), nome: 'Ana Maria Souza', idPerfil: id, id: 10, idEmpresa: 1, codigoExterno: ''});
};
