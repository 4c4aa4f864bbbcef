import type {Session} from '../../../src/schema/session.ts';

/** One person of each profile; all but the Adm belong to company 10. */
export const sessions = {
  adm: {id: 1, perfil: 'adm', idEmpresa: null, codigoExterno: ''},
  empresa: {id: 2, perfil: 'empresa', idEmpresa: 10, codigoExterno: ''},
  fornecedor: {id: 3, perfil: 'fornecedor', idEmpresa: 10, codigoExterno: 'TR-9'},
  rpa: {id: 4, perfil: 'rpa', idEmpresa: 10, codigoExterno: ''},
  empresaUsuario: {id: 5, perfil: 'empresaUsuario', idEmpresa: 10, codigoExterno: ''},
} satisfies Record<string, Session>;
