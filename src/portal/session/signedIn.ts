/** Reads the stored session; the part of `session.ts` that the login loads. */

/** localStorage keys of the session (rules: Session 2). */
export const KEYS = ['USER', 'logado', 'idUsuario', 'idPerfil', 'idEmpresa', 'codigoExterno', 'access_token'] as const;
export type Key = (typeof KEYS)[number];
export const read = (key: Key): string => localStorage.getItem(key) ?? '';

/** False where the browser blocks the site's storage. */
export const canStore = (): boolean => {
  try {
    return [localStorage, sessionStorage].every(store => store.length >= 0);
  } catch {
    return false;
  }
};

/** Entry to the shell: 'logado' is present and not '0' (rules: Session 1). */
export const isSignedIn = (): boolean => read('logado') !== '' && read('logado') !== '0' && read('access_token') !== '';
