/**
 * Planted mistakes: one word of the tiny config each. `types` is the sentence the compiler shows on that line (null:
 * types cannot say it), `start` the whole of what the check at start says.
 */
import {plant, TINY} from './tiny.ts';

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

/** Several that do not go together, and what goes with what beside them. */
export interface Together {
  /** What was planted, as the test is called. */
  said: string;
  text: string;
  start: readonly string[];
}
export type Word = readonly [from: string, to: string];
export const together = (words: readonly Word[], ...start: string[]): Together =>
  ({said: words.map(([, to]) => to).join(' · '), text: words.reduce((text, [from, to]) => plant(text, from, to).text, TINY), start});

/** Another profile reads the records that it does not change. */
export const READERS: Word = [
  '"read": ["adm"], "create": ["adm"], "update": ["adm", "gestor"]', '"read": ["adm", "gestor"], "create": ["adm"], "update": ["adm"]',
];
export const seen = (profiles: string): Word =>
  ['"label": "Nota", "maxLength": 20,', `"label": "Nota", "see": ${profiles}, "maxLength": 20,`];
