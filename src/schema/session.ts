/** Who asks: read from the token on the server, from the stored session in the portal. */
export interface Session {
  id: number;
  /** The profile's name in the config: `adm`, `fornecedor` … */
  perfil: string;
  /** null: belongs to no company (Adm, and robots made without one). */
  idEmpresa: number | null;
  codigoExterno: string;
}
