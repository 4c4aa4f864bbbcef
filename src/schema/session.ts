/** The caller: from the token on the server, from the stored session in the portal. */
export interface Session {
  id: number;
  /** Key of the profile in the config: `adm`, `fornecedor` … */
  perfil: string;
  /** null: no company (Adm, and robots made without one). */
  idEmpresa: number | null;
  codigoExterno: string;
}

/** Session values that conditions can read (`session.codigoExterno`). */
const keys: Record<keyof Session, true> = {id: true, perfil: true, idEmpresa: true, codigoExterno: true};
/** Returns the session value of a name such as `session.id`: `null` if it is empty, undefined for any other name. */
export const readSessionValue = (session: Session, name: string): string | number | null | undefined =>
  (name.startsWith('session.') ? session[name.slice('session.'.length) as keyof Session] || null : undefined);

export const sessionKeys = Object.keys(keys) as readonly (keyof Session)[];
