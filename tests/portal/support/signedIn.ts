/** Somebody signed in, as the browser keeps it. */
import {storeSession} from '../../../src/portal/session/session.ts';
import {product} from './world.tsx';

const encoded = (part: object): string => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(part)))).replaceAll('+', '-')
  .replaceAll('/', '_');

/** As somebody of the profile, with the claims of a token (rules: Session 3). */
export const signIn = (perfil: string): void => {
  const {id, name: label} = product.profiles[perfil]!;
  const claims = {unique_name: 'Ana Maria Souza', role: label, groupsid: 'Vale Verde', email: 'ana@vale.com.br', nameid: '10'};
  const token = `${encoded({alg: 'HS256'})}.${encoded(claims)}.x`;
  storeSession({token, nome: 'Ana Maria Souza', idPerfil: id, id: 10, idEmpresa: 1, codigoExterno: ''});
};
