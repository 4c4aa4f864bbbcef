/** The product's own config with what the README's recipes add to it: a field of companies, and a resource. */
import {readFileSync} from 'node:fs';

export const FIELD = 'Inscrição Estadual';

/** Replaces a text that stands there exactly once. */
export const replaced = (text: string, before: string, after: string): string => {
  const pieces = text.split(before);
  if (pieces.length !== 2) throw new Error(`found ${pieces.length - 1} times: ${before}`);
  return pieces.join(after);
};

/** One line and two names; a form has all fields unless it says which. */
const FIELD_EDITS: readonly (readonly [before: string, after: string])[] = [
  ["cnpj: {...CNPJ, unique: 'global'},",
    `cnpj: {...CNPJ, unique: 'global'},
        inscricaoEstadual: {kind: 'texto', label: '${FIELD}', maxLength: 20},`],
  ["columns: ['razaoSocial', 'cnpj', 'email', 'telefone', 'contato', 'ativo']",
    "columns: ['razaoSocial', 'cnpj', 'inscricaoEstadual', 'email', 'telefone', 'contato', 'ativo']"],
  ["{param: 'nome'}, cnpj: {}, ativo", "{param: 'nome'}, cnpj: {}, inscricaoEstadual: {}, ativo"],
];

/** @param config the text of resources.config.ts */
export const withRecipes = (config: string): string => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const resource = /^```ts\n(veiculos: \{.*?)^```$/ms.exec(readme)?.[1] ?? '';
  const entry = ["usuarios: 'Usuários'}", "usuarios: 'Usuários', veiculos: 'Veículos'}"] as const;
  return [...FIELD_EDITS, entry, ['  resources: {\n', `  resources: {\n${resource}`] as const]
    .reduce((text, [before, after]) => replaced(text, before, after), config);
};
