/** The config's rules as Portuguese sentences. */
import {parseAccessEntry} from '../../schema/access.ts';
import {conditionReason, inlineConditionOf} from '../../schema/conditions/evaluate.ts';
import type {Condition, ComparisonOperator, WordValue, ConditionWord} from '../../schema/shapes/conditions.ts';
import {mapConditionWords} from '../../schema/conditions/wordTable.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {formatDay} from '../../schema/fields/dates.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {turnHolderName} from '../../schema/statuses/turnHolders.ts';
import type {Session} from '../../schema/session.ts';

export const listed = (words: readonly string[]): string => new Intl.ListFormat('pt-BR', {type: 'conjunction'}).format(words);
export const eitherOf = (words: readonly string[]): string => new Intl.ListFormat('pt-BR', {type: 'disjunction'}).format(words);

/** `Empresa-Usuário (Somente o perito pode fazer isto)`: a profile, under its condition where the resource is said. */
export const entryInWords = (config: Config, entry: string, resource?: Resource): string => {
  const {perfil, condition} = parseAccessEntry(entry);
  const label = config.profiles[perfil]?.name ?? perfil;
  const reason = resource === undefined || condition === undefined ? '' : conditionReason(resource, condition);
  return reason === '' ? label : `${label} (${reason.replace(/\.$/, '')})`;
};

/** `Adm, Empresa e RPA`. */
export const profilesInWords = (config: Config, entries: readonly string[], resource?: Resource): string =>
  (entries.length === 0 ? 'nenhum' : listed(entries.map(entry => entryInWords(config, entry, resource))));

const SESSION: Readonly<Record<keyof Session, string>> = {
  id: 'quem pede', perfil: 'o perfil de quem pede', idEmpresa: 'a empresa de quem pede', codigoExterno: 'o código externo de quem pede',
};
/** A field, a value of the session, or a moment, which is said as it is written, as an hour is. */
const called = (name: string, {fields}: Resource): string =>
  fields[name]?.label ?? SESSION[name.replace(/^session\./, '') as keyof Session] ?? formatDay(name);

const OPERATORS: Readonly<Record<ComparisonOperator, string>> = {
  '=': 'for igual a', '<': 'for menor que', '<=': 'for no máximo', '>': 'for maior que', '>=': 'for no mínimo',
};

/** What each word of a condition says, after 'quando'. */
const words: {readonly [W in ConditionWord]: (said: WordValue<W>, resource: Resource) => string} = {
  filled: (name, resource) => `${called(name, resource)} tiver um valor`,
  compare: ([one, operator, other], resource) =>
    `${called(one, resource)} ${OPERATORS[operator]} ${typeof other === 'number' ? other : called(other, resource)}`,
  status: (keys, resource) => `o status for ${eitherOf(keys.map(key => statusByKey(resource, key)?.name ?? key))}`,
  is: (values, resource) => listed(Object.entries(values).map(([name, allowed]) => {
    const field = resource.fields[name];
    const said = allowed.map(value => (field && kindRuleOf(field).format(value, field)) || String(value));
    return `${called(name, resource)} for ${eitherOf(said)}`;
  })),
  // In the other resource's words, which is not at hand, by what it is called there.
  through: (said, resource) => listed(Object.entries(said).map(([reference, condition]) => {
    const name = called(reference, resource);
    return typeof condition === 'string' ? `valer "${condition}" de ${name}` : `${name} o permitir`;
  })),
  waits: (waiter, resource) => `aguardar: ${turnHolderName(resource, waiter)}`,
  not: (condition, resource) => `não for o caso de que ${conditionInWords(condition, resource)}`,
  any: (conditions, resource) => eitherOf(conditions.map(condition => conditionInWords(condition, resource))),
  all: (conditions, resource) => listed(conditions.map(condition => conditionInWords(condition, resource))),
};

/** `Perfil for Empresa ou Fornecedor`; what is built in, or a name of `people`, is said by its name. */
export const conditionInWords = (condition: Condition, resource: Resource): string =>
  mapConditionWords(inlineConditionOf(resource, condition), (word, said) => words[word](said, resource))[0]
    ?? (typeof condition === 'string' ? `valer "${condition}"` : '');
