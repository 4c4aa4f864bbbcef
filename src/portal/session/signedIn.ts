/** Reads the stored session; the part of `session.ts` that the login loads. */

/** localStorage keys of the session (rules: Session 2). */
export const SESSION_KEYS = ['USER', 'logado', 'idUsuario', 'idPerfil', 'idEmpresa', 'codigoExterno', 'access_token'] as const;
export type SessionKey = (typeof SESSION_KEYS)[number];
export const readSessionKey = (key: SessionKey): string => localStorage.getItem(key) ?? '';

/** False where the browser blocks the site's storage. */
export const isStorageAvailable = (): boolean => {
  try {
    return [localStorage, sessionStorage].every(store => store.length >= 0);
  } catch {
    return false;
  }
};

/** Entry to the shell: 'logado' is present and not '0' (rules: Session 1). */
export const isSignedIn = (): boolean =>
  readSessionKey('logado') !== '' && readSessionKey('logado') !== '0' && readSessionKey('access_token') !== '';
