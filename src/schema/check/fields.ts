/** The names and values inside the fields of one place: a resource's, an action's inputs, a template's items. */
import {STORED_CONDITION} from '../conditions/builtIn.ts';
import {decimalsOf, fitsDecimals} from '../fields/decimals.ts';
import type {FieldChoice, Field, FieldOf, Fields, Kind} from '../shapes/fields.ts';
import {isRetiredChoice, kindRules, kindRuleOf} from '../fields/kinds.ts';
import {MISSING_FIELDS_KEY} from '../lifeCycle/incomplete.ts';
import {formMessages} from '../words/messages.ts';
import {hasLowerCaseLetters, isValidPattern} from '../shapes/patterns.ts';
import {pathParams} from '../paths.ts';
import {refuseSameNames} from './sameNames.ts';
import {slowPattern} from './patterns.ts';
import {either, repeated} from './words.ts';
import type {Names, World} from './world.ts';

/** Where fields stand. */
interface Place {
  /** `resources.empresas.fields`. */
  path: string;
  names: Names;
  fields: Fields;
}

/** Whether its fields are a resource's own. */
const isOfResource = ({path}: Place): boolean => /^resources\.[^.]+\.fields$/.test(path);

/** A name becomes a column (`razaoSocial` → `razao_social`) and a key of answers; these every record has already. */
const NAME = /^[a-z][a-zA-Z0-9]{0,58}$/;
const RESERVED = ['id', 'versao', 'dataExclusao', MISSING_FIELDS_KEY];

/** Whether something can be called so; says so where it cannot. */
export const nameIs = (world: World, here: string, name: string, what = 'nome'): boolean => {
  const isOne = NAME.test(name);
  if (!isOne) world.say(here, `"${name}" não serve de ${what}: comece com minúscula e use só letras sem acento e números`);
  return isOne;
};

interface Row<F> {
  /** Values that can be equal are of one sort: texts, numbers, records of one resource. */
  sort: string | ((field: F) => string);
  /** What its own options may name; absent: they name nothing. */
  check?(world: World, field: F, here: string, place: Place): void;
}

/** The named field's kind must be one of these; a field that could not be read counts as right. */
export const kindIs = (world: World, here: string, name: string, fields: Fields, kinds: readonly Kind[]): void => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field && !kinds.includes(field.kind)) world.say(here, `"${name}" deve ser um campo ${kinds.join(' ou ')}, e é ${field.kind}`);
};
const inOrder = (world: World, here: string, low: [string, number | undefined], high: [string, number | undefined]): void => {
  if (low[1] !== undefined && high[1] !== undefined && low[1] > high[1]) {
    world.say(here, `"${low[0]}" (${low[1]}) é maior que "${high[0]}" (${high[1]})`);
  }
};
/** Limits that no value can have would never be told. */
const exactLimits = (world: World, field: FieldOf<'decimal'> | FieldOf<'moeda'>, here: string): void => {
  for (const limit of ['min', 'max'] as const) {
    const value = field[limit];
    if (value !== undefined && !fitsDecimals(value, decimalsOf(field))) {
      world.say(`${here}.${limit}`, `${value} não é um valor de até ${decimalsOf(field)} casas decimais`);
    }
  }
  inOrder(world, here, ['min', field.min], ['max', field.max]);
};
/** They are one column's values: integers, or texts. @returns the ids */
const checkChoices = (world: World, field: FieldOf<'escolha'> | FieldOf<'opcoes'>, here: string): (string | number)[] => {
  const {default: begins} = field;
  const choices: readonly FieldChoice[] = field.choices;
  const ids = choices.map(({id}) => id);
  for (const id of repeated(ids.map(String))) world.say(`${here}.choices`, `o id ${id} está repetido`);
  if (!ids.every(id => typeof id === 'string') && !ids.every(id => Number.isInteger(id))) {
    world.say(`${here}.choices`, 'os ids devem ser todos textos ou todos números inteiros');
  }
  const inUse = choices.filter(choice => !isRetiredChoice(choice)).map(({id}) => id);
  for (const {to, was, name} of choices) {
    if (to !== undefined && !inUse.includes(to)) world.say(`${here}.choices`, `"to" de "${name}" deve ser o id de uma opção em uso`);
    if (was !== undefined && ids.includes(was)) world.say(`${here}.choices`, `"was" é o id que a opção tinha, e ${was} ainda é de uma`);
  }
  refuseSameNames(world, `${here}.choices`, choices.filter(choice => !isRetiredChoice(choice)).map(({id, name}) => [id, name] as const));
  for (const was of repeated(choices.flatMap(choice => (choice.was === undefined ? [] : [String(choice.was)])))) {
    world.say(`${here}.choices`, `${was} é o "was" de mais de uma opção: os registros são de uma só`);
  }
  if (ids.some(id => id === begins) && !inUse.some(id => id === begins)) {
    world.say(`${here}.default`, `${either([begins])} é uma opção arquivada`);
  }
  return ids;
};
/** What the server writes in every record, nobody else does. */
export const refuseCounted = (world: World, here: string, field: Field): void => {
  const word = (['sequence', 'stamps'] as const).find(one => one in field);
  if (word !== undefined) world.say(here, `"${word}" diz que é o servidor que o grava`);
};

/** A sort of values. */
export const TEXT = 'um texto';
export const NUMBER = 'um número';
export const DAY = 'um dia';
export const INSTANT = 'um instante';
export const HOUR = 'uma hora';
export const CHOICES = 'uma lista de opções';
export const FILE = 'um arquivo';

const byKind: {readonly [K in Kind]: Row<FieldOf<K>>} = {
  texto: {
    sort: TEXT,
    check: (world, field, here) => {
      inOrder(world, here, ['minLength', field.minLength], ['maxLength', field.maxLength]);
      const {pattern, maxLength} = field;
      if (pattern === undefined || !isValidPattern(pattern.like)) return;
      const slow = slowPattern(pattern.like, maxLength);
      if (slow !== undefined) world.say(`${here}.pattern.like`, slow);
      if (field.case === undefined || !hasLowerCaseLetters(pattern.like)) return;
      world.say(`${here}.pattern.like`, `"${pattern.like}" tem minúsculas, e o campo é guardado em maiúsculas`);
    },
  },
  email: {
    sort: TEXT,
    check: (world, field, here) => inOrder(world, here, ['warnAbove', field.warnAbove], ['maxLength', field.maxLength]),
  },
  senha: {
    sort: TEXT,
    check: (world, field, here) => inOrder(world, here, ['minLength', field.minLength], ['maxLength', field.maxLength]),
  },
  numero: {
    sort: NUMBER,
    check: (world, field, here, place) => {
      inOrder(world, here, ['min', field.min], ['max', field.max]);
      const {sequence} = field;
      if (sequence === undefined) return;
      const within = sequence === true ? undefined : place.fields[sequence];
      if (!isOfResource(place)) world.say(`${here}.sequence`, 'só se contam os registros de um recurso');
      if (field.unique !== undefined) world.say(`${here}.unique`, '"sequence" já não se repete');
      if (within !== undefined && within.readOnly !== true && within.readOnly !== STORED_CONDITION) {
        world.say(
          `${here}.sequence`, `"${String(sequence)}" mudaria a contagem depois de criado: falta "readOnly": "${STORED_CONDITION}" nele`,
        );
      }
    },
  },
  decimal: {sort: NUMBER, check: exactLimits},
  moeda: {sort: NUMBER, check: exactLimits},
  calculo: {
    sort: NUMBER,
    check: (world, field, here, place) => {
      if (!isOfResource(place)) world.say(here, 'um campo calculo só pode estar num recurso');
      for (const word of ['readOnly', 'editable', 'whenOff', 'messages', 'was'] as const) {
        if (field[word] !== undefined) world.say(`${here}.${word}`, 'não muda nada: um campo calculo ninguém preenche');
      }
    },
  },
  documento: {
    sort: TEXT,
    check: (world, field, here) =>
      inOrder(world, here, ['o mínimo de um documento', field.only === 'cpf' ? 11 : 14], ['maxLength', field.maxLength]),
  },
  telefone: {
    sort: TEXT,
    check: (world, field, here) => inOrder(world, here, ['o mínimo de um telefone', 11], ['maxLength', field.maxLength]),
  },
  cep: {sort: TEXT},
  digitos: {sort: TEXT},
  data: {sort: DAY},
  dataHora: {sort: INSTANT},
  hora: {sort: HOUR},
  url: {sort: TEXT},
  booleano: {sort: 'um sim ou não'},
  lista: {sort: TEXT},
  escolha: {
    sort: ({choices}) => (typeof choices[0]?.id === 'number' ? NUMBER : TEXT),
    check: (world, field, here, place) => {
      const ids = checkChoices(world, field, here);
      const keys = field.choices.flatMap(choice => choice.key ?? []);
      for (const key of repeated(keys)) world.say(`${here}.choices`, `a chave "${key}" está repetida`);
      if (ids.some(id => /^$|^ | $/.test(String(id)))) world.say(`${here}.choices`, 'um id não pode ser vazio nem ter espaço à volta');
      if (field.default !== undefined && !ids.some(id => id === field.default)) {
        world.say(`${here}.default`, `${either([field.default])} não é o id de uma opção; use ${either(ids)}`);
      }
      if (field.nameAs !== undefined && (place.names?.includes(field.nameAs) || RESERVED.includes(field.nameAs))) {
        world.say(`${here}.nameAs`, `"${field.nameAs}" já é um campo`);
      }
    },
  },
  opcoes: {
    sort: CHOICES,
    check: (world, field, here) => {
      for (const id of checkChoices(world, field, here)) {
        const isApart = !/^$|,|^ | $/.test(String(id));
        if (!isApart) world.say(`${here}.choices`, `o id ${either([id])} não pode ser vazio, ter vírgula nem espaço à volta`);
      }
    },
  },
  arquivo: {sort: FILE},
  referencia: {sort: ({to}) => `um registro de ${to}`},
  relacionado: {
    sort: TEXT,
    check: (world, field, here, place) => {
      if (field.was !== undefined) world.say(`${here}.was`, 'não muda nada: um campo relacionado não guarda valores');
      const through = place.fields[field.through];
      if (through?.kind !== 'referencia') return;
      const target = world.config.resources[through.to]?.fields[field.field];
      if (!target || kindRuleOf(target).alone) return;
      world.say(`${here}.field`, `"${field.field}" é um campo ${target.kind} de ${through.to} e não pode ser lido por outro recurso`);
    },
  },
  vinculos: {
    sort: 'vínculos',
    check: (world, field, here, place) => {
      // Elsewhere it has no place at all, and no call.
      if (!isOfResource(place)) return;
      paramsKnown(world, `${here}.call`, field.call, ['id', ...references(place.fields)]);
      if (!/^GET \S+$/.test(field.call)) world.say(`${here}.call`, `${either([field.call])} não é uma chamada GET, como "GET filial/:id"`);
      // A save names the switches that change: none says nothing of those that there are.
      if (field.required !== undefined) {
        world.say(`${here}.required`, 'não se exigem vínculos: avise de quem fica sem nenhum com "warnNone"');
      }
    },
  },
};
const rowOf = (field: Field): Row<Field> => byKind[field.kind] as Row<Field>;

/** What sort of values a field has. */
export const sortOf = (field: Field): string => {
  const {sort} = rowOf(field);
  return typeof sort === 'string' ? sort : sort(field);
};

export const references = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'referencia' ? [name] : []));

/** Every `:name` of a path is a value that both sides have. */
export const paramsKnown = (world: World, here: string, path: string, names: readonly string[]): void => {
  for (const param of pathParams(path)) world.known(
    here, `:${param}`, names.map(name => `:${name}`), 'um parâmetro conhecido desta chamada',
  );
};

/** Whether a field can hold the value exactly as it is written; one of several: alone. */
export const valueFits = (world: World, field: Field, value: unknown): boolean => {
  const rule = kindRuleOf(field);
  // A list that there is not is told where it is named.
  const allowed = Object.keys(rule.rows?.(field, world.config.lists) ?? {});
  if (allowed.length > 0 && allowed.every(id => id !== value)) return false;
  const bare = rule.bare(value, field);
  const one = rule.several === true && Array.isArray(bare) && bare.length === 1 ? bare[0] as unknown : bare;
  return one === value && rule.schema(field, formMessages).safeParse(bare).success;
};

/** Says so of a field whose values cannot be told apart. */
export const refuseUnique = (world: World, here: string, field: Field | undefined): void => {
  const together: readonly Kind[] = ['senha', 'relacionado', 'opcoes', 'arquivo', 'vinculos', 'calculo'];
  if (field && together.includes(field.kind)) world.say(here, `não há como um campo ${field.kind} ser único`);
};

/** Every field of a place: its name, and all that it names. */
export const checkFields = (world: World, place: Place): void => {
  for (const name of place.names ?? []) {
    if (RESERVED.includes(name)) world.say(place.path, `"${name}" é de todo registro e não pode ser declarado`);
    else nameIs(world, place.path, name);
  }
  for (const was of repeated(Object.values(place.fields).flatMap(field => field.was ?? []))) {
    world.say(place.path, `"${was}" é o "was" de mais de um campo: o que se grava num valeria para o outro`);
  }
  for (const [name, field] of Object.entries(place.fields)) {
    const here = `${place.path}.${name}`;
    const isNobodys = field.readOnly === true || field.see?.length === 0;
    if (field.required !== undefined && isNobodys) world.say(here, 'é obrigatório, mas ninguém pode preenchê-lo');
    if (field.required !== undefined && !kindRuleOf(field).own && field.readOnly !== true) {
      world.say(here, `é obrigatório, mas um campo ${field.kind} não tem onde ser digitado`);
    }
    for (const word of ['archived', 'was'] as const) {
      if (field[word] !== undefined && !isOfResource(place)) world.say(`${here}.${word}`, 'só tem sentido num campo de um recurso');
    }
    if (field.was !== undefined && place.names?.includes(field.was)) {
      world.say(`${here}.was`, `é o nome que o campo tinha, e "${field.was}" ainda é um campo`);
    }
    if (field.unique !== undefined) refuseUnique(world, `${here}.unique`, field);
    if (field.default !== undefined) refuseCounted(world, `${here}.default`, field);
    rowOf(field).check?.(world, field, here, place);
  }
};

/** A field that stands outside a resource: an action's input, an item. What needs a record of its own has no place there. */
export const checkLooseField = (world: World, here: string, field: {kind: Kind}): void => {
  if (!kindRules[field.kind].alone) world.say(here, `um campo ${field.kind} só pode estar num recurso`);
};
