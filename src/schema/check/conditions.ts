/** Names of people and conditions, what each says, and where each can be asked. */
import {builtIn, reasonOf} from '../conditions.ts';
import {shownField} from '../columns.ts';
import type {Condition, Resource} from '../config.ts';
import type {Field, FieldOf, Kind} from '../fields.ts';
import {ruleOf} from '../kinds.ts';
import {COMPANIES, USERS} from '../needed.ts';
import {sessionKeys, type Session} from '../session.ts';
import {waitersOf} from '../waiting.ts';
import {checkUserField, NAME, valueFits} from './fields.ts';
import {statusKeys} from './lifeCycle.ts';
import {either} from './words.ts';
import type {World} from './world.ts';

const SAYS = ['filled', 'same', 'status', 'is', 'older', 'waits', 'not'] as const;

/** What a built-in condition needs that not every resource has; undefined where it is there. */
const misfit = (world: World, name: string, of: string, resource: Resource): string | undefined => {
  switch (name) {
    case 'proprio': case 'naoUltimoAdm': return of === USERS ? undefined : `só existe em ${USERS}`;
    case 'itensValidos': return world.declares(of, 'template') ? undefined : 'precisa de "template"';
    case 'empresa': return resource.owner?.empresa === undefined ? 'precisa de "owner.empresa"' : undefined;
    case 'filiais': return resource.owner?.filial === undefined ? 'precisa de "owner.filial"' : undefined;
    default: return undefined;
  }
};

/** A condition that can be asked of a record; says so where it cannot. */
export const conditionIs = (world: World, here: string, name: string, of: string, resource: Resource): boolean => {
  if (!world.known(here, name, world.conditionsOf(of), `uma condição de ${of}`)) return false;
  // One of these names that is declared was refused where it is.
  const why = misfit(world, name, of, resource);
  if (why !== undefined) world.say(here, `"${name}" ${why}`);
  return why === undefined;
};

/** The conditions that one names by `not`, one after the other, itself first; the last is named again where they go round. */
const chainOf = (name: string, resource: Resource): string[] => {
  const chain = [name];
  for (let next = resource.conditions?.[name]?.not; next !== undefined; next = resource.conditions?.[next]?.not) {
    const isRound = chain.includes(next);
    chain.push(next);
    if (isRound) break;
  }
  return chain;
};

/** Whether rows of a table can be found by a condition: not by what is looked up record by record. */
const findsRows = (name: string, resource: Resource): boolean =>
  !['itensValidos', 'naoUltimoAdm'].includes(chainOf(name, resource).at(-1) ?? '');

/** A condition by which rows are found. @param what they are found for: `escopo` */
export const findsBy = (world: World, here: string, name: string, of: string, resource: Resource, what: string): void => {
  if (conditionIs(world, here, name, of, resource) && !findsRows(name, resource)) {
    world.say(here, `"${name}" não serve de ${what}: não há como procurar linhas por ela`);
  }
};

/** A condition that an action refuses by: one there is, and whose refusal has words. */
export const refusesBy = (world: World, here: string, name: string, of: string, resource: Resource): void => {
  if (!conditionIs(world, here, name, of, resource) || reasonOf(resource, name) !== '') return;
  const isBuiltIn = (builtIn as readonly string[]).includes(name);
  // One that could not be read may well say it.
  if (!isBuiltIn && resource.people?.[name] === undefined && resource.conditions?.[name] === undefined) return;
  const how = isBuiltIn ? 'declare uma com "reason" em "conditions"' : 'falta "reason" nela';
  world.say(here, `a condição "${name}" não diz por que recusa: ${how}`);
};

/** A field whose value a condition can look at. */
const looksAt = (world: World, here: string, name: string, of: string, resource: Resource): Field | undefined => {
  if (!world.known(here, name, world.fieldsOf(of), `um campo de ${of}`)) return undefined;
  const field = resource.fields[name];
  if (field === undefined) return undefined;
  // What no list shows has no value to compare.
  if (ruleOf(field).column !== 'none') return shownField(world.config, resource.fields, field);
  world.say(here, `"${name}" é um campo ${field.kind}, de que uma condição não sabe o valor`);
  return undefined;
};

/** Values that can be equal are of one sort: texts, numbers, records of one resource. */
const TEXT = 'um texto';
const NUMBER = 'um número';
const SORTS: {[K in Kind]: (field: FieldOf<K>) => string} = {
  texto: () => TEXT, email: () => TEXT, senha: () => TEXT, documento: () => TEXT, telefone: () => TEXT, cep: () => TEXT,
  digitos: () => TEXT, lista: () => TEXT, relacionado: () => TEXT, vinculos: () => 'vínculos', numero: () => NUMBER,
  data: () => 'um dia', dataHora: () => 'um instante',
  booleano: () => 'um sim ou não', escolha: ({choices}) => (typeof choices[0]?.id === 'number' ? NUMBER : TEXT),
  referencia: ({to}) => `um registro de ${to}`,
};
const sortOf = (field: Field): string => (SORTS[field.kind] as (field: Field) => string)(field);
const SESSION: Readonly<Record<keyof Session, string>> = {
  id: `um registro de ${USERS}`, perfil: TEXT, idEmpresa: `um registro de ${COMPANIES}`, codigoExterno: TEXT,
};

const checkSame = (world: World, here: string, names: readonly string[], of: string, resource: Resource): void => {
  const sorts = names.map(name => {
    const key = /^session\.(.*)$/.exec(name)?.[1];
    if (key === undefined) {
      const field = looksAt(world, here, name, of, resource);
      return field && sortOf(field);
    }
    world.known(here, name, sessionKeys.map(one => `session.${one}`), 'um valor da sessão');
    return SESSION[key as keyof Session];
  });
  if (names.every(name => name.startsWith('session.'))) world.say(here, 'não fala do registro: um dos dois deve ser um campo');
  const [one, other] = sorts;
  if (one !== undefined && other !== undefined && one !== other) world.say(here, `compara ${one} com ${other}: nunca são iguais`);
};

const checkValues = (world: World, here: string, is: NonNullable<Condition['is']>, of: string, resource: Resource): void => {
  if (Object.keys(is).length === 0) world.say(here, 'não pode ficar vazio');
  for (const [name, values] of Object.entries(is)) {
    const field = looksAt(world, here, name, of, resource);
    if (values.length === 0) world.say(`${here}.${name}`, 'não pode ficar vazio');
    for (const value of field === undefined ? [] : values) {
      if (field && !valueFits(world, field, value)) world.say(`${here}.${name}`, `${either([value])} não é um valor de "${name}"`);
    }
  }
};

const checkSaid = (world: World, here: string, condition: Condition, of: string, resource: Resource): void => {
  const {filled, same, status, is, older, waits, not} = condition;
  if (filled !== undefined) looksAt(world, `${here}.filled`, filled, of, resource);
  if (same !== undefined) checkSame(world, `${here}.same`, same, of, resource);
  if (status !== undefined) {
    if (status.length === 0) world.say(`${here}.status`, 'não pode ficar vazio');
    for (const key of status) world.known(`${here}.status`, key, statusKeys(world, of, resource), `um status de ${of}`);
  }
  if (is !== undefined) checkValues(world, `${here}.is`, is, of, resource);
  if (older !== undefined && Object.keys(older).length === 0) world.say(`${here}.older`, 'não pode ficar vazio');
  for (const name of Object.keys(older ?? {})) {
    const field = looksAt(world, `${here}.older`, name, of, resource);
    if (field !== undefined && ruleOf(field).filter !== 'period') {
      world.say(`${here}.older`, `"${name}" deve ser um campo data ou dataHora, e é ${field.kind}`);
    }
  }
  if (waits !== undefined && statusKeys(world, of, resource) !== undefined && !waitersOf(resource).has(waits)) {
    world.say(`${here}.waits`, `nenhum status de ${of} espera por "${waits}": diga "waits" num deles`);
  }
  if (not !== undefined) conditionIs(world, `${here}.not`, not, of, resource);
};

const checkRound = (world: World, here: string, name: string, resource: Resource): void => {
  const chain = chainOf(name, resource);
  const order = Object.keys(resource.conditions ?? {});
  // A round is told once, where its first condition is declared.
  const isRound = chain.length > 1 && chain.at(-1) === name && chain.every(one => order.indexOf(one) >= order.indexOf(name));
  if (isRound) world.say(`${here}.not`, `volta a si mesma: ${chain.join(' → ')}`);
};

const checkName = (world: World, here: string, name: string): void => {
  if (!NAME.test(name)) world.say(here, `"${name}" não serve de nome: comece com minúscula e use só letras sem acento e números`);
  else if ((builtIn as readonly string[]).includes(name)) world.say(here, `"${name}" já é uma condição de todo recurso: use outro nome`);
};

export const checkConditions = (world: World, of: string, resource: Resource): void => {
  const path = `resources.${of}`;
  for (const [name, {field}] of Object.entries(resource.people ?? {})) {
    checkName(world, `${path}.people`, name);
    checkUserField(world, `${path}.people.${name}.field`, field, of, resource);
    // Whoever makes a record is its author: nobody types who that is.
    const isTyped = name === 'autor' && resource.fields[field] !== undefined && resource.fields[field].readOnly !== true;
    if (isTyped) world.say(`${path}.people.autor.field`, `"${field}" é gravado na criação: falta "readOnly" nesse campo`);
  }
  for (const [name, condition] of Object.entries(resource.conditions ?? {})) {
    const here = `${path}.conditions.${name}`;
    checkName(world, `${path}.conditions`, name);
    if (resource.people?.[name] !== undefined) world.say(`${path}.conditions`, `"${name}" já está em "people"`);
    const said = SAYS.filter(word => condition[word] !== undefined);
    if (said.length !== 1) world.say(here, `diga exatamente um de ${either(SAYS)}`);
    checkSaid(world, here, condition, of, resource);
    checkRound(world, here, name, resource);
  }
};
