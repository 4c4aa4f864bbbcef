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
export const sessionKeys = Object.keys(keys) as readonly (keyof Session)[];
