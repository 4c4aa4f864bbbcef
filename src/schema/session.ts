/** Who asks: read from the token on the server, from the stored session in the portal. */
export interface Session {
  id: number;
  /** The profile's name in the config: `adm`, `fornecedor` … */
  perfil: string;
  /** null: belongs to no company (Adm, and robots made without one). */
  idEmpresa: number | null;
  codigoExterno: string;
}

/** Its values by name, as conditions ask for them (`session.codigoExterno`). */
const keys: Record<keyof Session, true> = {id: true, perfil: true, idEmpresa: true, codigoExterno: true};
/** What a name of them (`session.id`) says; undefined for any other name, `null` for nothing. */
export const ofSession = (session: Session, name: string): string | number | null | undefined =>
  (name.startsWith('session.') ? session[name.slice('session.'.length) as keyof Session] || null : undefined);

export const sessionKeys = Object.keys(keys) as readonly (keyof Session)[];
