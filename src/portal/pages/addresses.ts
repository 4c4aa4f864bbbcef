/** Pages written by hand (rules: Screens 1): by their path under /adm, and the public ones by their whole path. */
export {ALTERAR_SENHA, HOME, NOTICES_OPEN} from '../../schema/pages.ts';
export const LOGIN = '/login';
export const RESET = '/reset-senha';
