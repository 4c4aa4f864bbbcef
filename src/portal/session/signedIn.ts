/** Whether somebody is signed in: as much of the session as the login carries. The rest is `session.ts`. */

/** What the browser keeps of a session (rules: Session 2). */
export const KEYS = ['USER', 'logado', 'idUsuario', 'idPerfil', 'idEmpresa', 'codigoExterno', 'access_token'] as const;
export type Key = (typeof KEYS)[number];
export const read = (key: Key): string => localStorage.getItem(key) ?? '';

/** Whether the browser keeps anything for this site; one that blocks its cookies does not. */
export const canStore = (): boolean => {
  try {
    return [localStorage, sessionStorage].every(store => store.length >= 0);
  } catch {
    return false;
  }
};

/** Entry to the shell: 'logado' is present and not '0' (rules: Session 1). */
export const isSignedIn = (): boolean => read('logado') !== '' && read('logado') !== '0' && read('access_token') !== '';
