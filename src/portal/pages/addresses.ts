/** Pages written by hand (rules: Screens 1): by their path under /adm, and the public ones by their whole path. */
export const HOME = 'home';
export const ALTERAR_SENHA = 'alterar-senha';
export const LOGIN = '/login';
export const RESET = '/reset-senha';
