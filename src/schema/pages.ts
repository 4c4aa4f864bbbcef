// Apart from `paths.ts`, which the public screens do not carry.
/** Pages written by hand (rules: Screens 1), by their path under /adm. What is drawn there is a row in the portal's `pages/pages.ts`. */
export const HOME = 'home';
export const ALTERAR_SENHA = 'alterar-senha';
export const ROBOS = 'robos';
export const pages = [HOME, ALTERAR_SENHA, ROBOS] as const;
export type Page = (typeof pages)[number];

/** The filter, and the query parameter, that names a tab of a list. */
export const TAB = 'aba';

/** The list of notices is open over whatever screen the address is of: `/adm/home#avisos`. */
export const NOTICES_OPEN = '#avisos';
