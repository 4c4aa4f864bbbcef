/**
 * Planted mistakes: one word of the tiny config each. `types` is the sentence the compiler shows on that line (null:
 * types cannot say it), `start` the whole of what the check at start says.
 */
export interface Planted {
  from: string;
  to: string;
  types: string | null;
  start: readonly string[];
}
export const row = (from: string, to: string, types: string | null, ...start: string[]): Planted => ({from, to, types, start});

/** Where they stand. */
export const P = 'resources.pedidos';
export const E = 'resources.empresas';
export const U = 'resources.usuarios';
export const F = 'resources.filiais';
export const I = 'resources.itens';

/** What is said of an order by hand where there is no such list. */
export const NO_CHILD = (name: string): string => `ninguém tem ${name} entre seus filhos ("children"): só lá se ordena à mão.`;
