/** Pages written by hand, by their path under /adm (§2). */
export const HOME = 'home';
export const ALTERAR_SENHA = 'alterar-senha';
