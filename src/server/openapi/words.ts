/** The config's rules as Portuguese sentences. */
import type {Config} from '../../schema/config/config.ts';
import type {Fields, When} from '../../schema/fields/fields.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';

const listed = (words: readonly string[]): string => new Intl.ListFormat('pt-BR', {type: 'conjunction'}).format(words);
export const eitherOf = (words: readonly string[]): string => new Intl.ListFormat('pt-BR', {type: 'disjunction'}).format(words);

/** `Adm, Empresa e RPA`. */
export const profilesInWords = (config: Config, profiles: readonly string[]): string =>
  (profiles.length === 0 ? 'nenhum' : listed(profiles.map(name => config.profiles[name]?.label ?? name)));

/** `Perfil for Empresa ou Fornecedor`. */
export const conditionInWords = (when: When, fields: Fields): string =>
  listed(Object.entries(when).map(([name, values]) => {
    const field = fields[name];
    return `${field?.label ?? name} for ${eitherOf(values.map(value => (field && ruleOf(field).format(value, field)) || String(value)))}`;
  }));
