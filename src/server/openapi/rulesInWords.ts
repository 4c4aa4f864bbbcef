/** The config's rules in Portuguese sentences. */
import {parseAccessEntry} from '../../schema/access.ts';
import {conditionReason, inlineConditionOf} from '../../schema/conditions/evaluate.ts';
import type {Condition, ComparisonOperator, WordValue, ConditionWord} from '../../schema/shapes/conditions.ts';
import {mapConditionWords} from '../../schema/conditions/wordTable.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {isRelativeMoment, splitMomentPath, type RelativeMoment} from '../../schema/fields/relativeMoments.ts';
import {formatDay} from '../../schema/fields/dates.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {turnHolderName} from '../../schema/statuses/turnHolders.ts';
import type {Session} from '../../schema/session.ts';

export const joinWithAnd = (words: readonly string[]): string => new Intl.ListFormat('pt-BR', {type: 'conjunction'}).format(words);
export const joinWithOr = (words: readonly string[]): string => new Intl.ListFormat('pt-BR', {type: 'disjunction'}).format(words);

/** `Empresa-Usuário (Somente o perito pode fazer isto)`: a profile, with its condition where the resource is given. */
export const entryInWords = (config: Config, entry: string, resource?: Resource): string => {
  const {perfil, condition} = parseAccessEntry(entry);
  const label = config.profiles[perfil]?.name ?? perfil;
  const reason = resource === undefined || condition === undefined ? '' : conditionReason(resource, condition);
  return reason === '' ? label : `${label} (${reason.replace(/\.$/, '')})`;
};

/** `Adm, Empresa e RPA`. */
export const profilesInWords = (config: Config, entries: readonly string[], resource?: Resource): string =>
  (entries.length === 0 ? 'nenhum' : joinWithAnd(entries.map(entry => entryInWords(config, entry, resource))));

const SESSION_WORDS: Readonly<Record<keyof Session, string>> = {
  id: 'quem pede', perfil: 'o perfil de quem pede', idEmpresa: 'a empresa de quem pede', codigoExterno: 'o código externo de quem pede',
};
const nameInWords = (name: string, {fields}: Resource): string =>
  fields[name]?.label ?? SESSION_WORDS[name.replace(/^session\./, '') as keyof Session] ?? formatDay(name);

/** `Criado em + 4 horas`. The referenced resource is not at hand, so its field is given by name. */
export const momentInWords = ([start, sign, amount, unit]: RelativeMoment, resource: Resource): string => {
  const pathInWords = (path: string): string => {
    const [own, referenced] = splitMomentPath(path);
    return referenced === undefined ? nameInWords(own, resource) : `"${referenced}" de ${nameInWords(own, resource)}`;
  };
  return `${pathInWords(start)} ${sign} ${typeof amount === 'number' ? amount : pathInWords(amount)} ${unit}`;
};

const OPERATOR_WORDS: Readonly<Record<ComparisonOperator, string>> = {
  '=': 'for igual a', '<': 'for menor que', '<=': 'for no máximo', '>': 'for maior que', '>=': 'for no mínimo',
};

/** Phrase of each condition word, to follow 'quando'. */
const wordSentences: {readonly [W in ConditionWord]: (value: WordValue<W>, resource: Resource) => string} = {
  filled: (name, resource) => `${nameInWords(name, resource)} tiver um valor`,
  compare: ([operand, operator, bound], resource) =>
    `${nameInWords(operand, resource)} ${OPERATOR_WORDS[operator]} ${
      typeof bound === 'number' ? bound : isRelativeMoment(bound) ? momentInWords(bound, resource) : nameInWords(bound, resource)}`,
  status: (keys, resource) => `o status for ${joinWithOr(keys.map(key => statusByKey(resource, key)?.name ?? key))}`,
  is: (values, resource) => joinWithAnd(Object.entries(values).map(([name, allowed]) => {
    const field = resource.fields[name];
    const labels = allowed.map(value => (field && kindRuleOf(field).format(value, field)) || String(value));
    return `${nameInWords(name, resource)} for ${joinWithOr(labels)}`;
  })),
  // The referenced resource is not at hand, so its condition is given by name.
  through: (conditions, resource) => joinWithAnd(Object.entries(conditions).map(([reference, condition]) => {
    const name = nameInWords(reference, resource);
    return typeof condition === 'string' ? `valer "${condition}" de ${name}` : `${name} o permitir`;
  })),
  waits: (turnHolder, resource) => `aguardar: ${turnHolderName(resource, turnHolder)}`,
  not: (condition, resource) => `não for o caso de que ${conditionInWords(condition, resource)}`,
  any: (conditions, resource) => joinWithOr(conditions.map(condition => conditionInWords(condition, resource))),
  all: (conditions, resource) => joinWithAnd(conditions.map(condition => conditionInWords(condition, resource))),
};

/** `Perfil for Empresa ou Fornecedor`; named conditions that are built in or from `people` keep their name. */
export const conditionInWords = (condition: Condition, resource: Resource): string =>
  mapConditionWords(inlineConditionOf(resource, condition), (word, value) => wordSentences[word](value, resource))[0]
    ?? (typeof condition === 'string' ? `valer "${condition}"` : '');
