// Separate from `paths.ts`, which the public screens do not load.
/** Built-in pages (rules: Screens 1), by their path under /adm. The portal draws them by `pages/pages.ts`. */
export const HOME = 'home';
export const ALTERAR_SENHA = 'alterar-senha';
export const ROBOS = 'robos';
export const ENTREGAS = 'entregas';
export const pagePaths = [HOME, ALTERAR_SENHA, ROBOS, ENTREGAS] as const;
export type PagePath = (typeof pagePaths)[number];

/** Places of a record where panels of own screens stand, each below the record's fields. */
export const panelPlaces = ['details', 'form'] as const;

/** Filter and query parameter of a list's tab. */
export const TAB_PARAM = 'aba';

/** Hash that opens the notices over any screen: `/adm/home#avisos`. */
export const NOTICES_HASH = '#avisos';
