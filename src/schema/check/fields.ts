/** Names and values within one group of fields: a resource's, an action's inputs, a template's items. */
import {STORED_CONDITION} from '../conditions/builtIn.ts';
import {decimalsOf, fitsDecimals} from '../fields/decimals.ts';
import type {FieldChoice, Field, FieldOf, Fields, Kind} from '../shapes/fields.ts';
import {isRetiredChoice, kindRules, kindRuleOf} from '../fields/kinds.ts';
import {MISSING_FIELDS_KEY} from '../lifeCycle/incomplete.ts';
import {resolveShownField} from '../lists/columns.ts';
import {formMessages} from '../words/messages.ts';
import {hasLowerCaseLetters, isValidRegex} from '../shapes/patterns.ts';
import {pathParams} from '../paths.ts';
import {checkDistinctNames} from './distinctNames.ts';
import {slowPatternMistake} from './slowPatterns.ts';
import {joinAlternatives, listDuplicates} from './mistakeTexts.ts';
import type {KnownNames, CheckContext} from './checkContext.ts';

interface FieldGroup {
  /** Place of the group: `resources.empresas.fields`. */
  path: string;
  names: KnownNames;
  fields: Fields;
}

const isResourceGroup = ({path}: FieldGroup): boolean => /^resources\.[^.]+\.fields$/.test(path);

/** Field names become columns (`razaoSocial` → `razao_social`) and keys of answers. Reserved ones exist in every record. */
const NAME_PATTERN = /^[a-z][a-zA-Z0-9]{0,58}$/;
const RESERVED_NAMES = ['id', 'versao', 'dataExclusao', MISSING_FIELDS_KEY];

/** Reports a name that cannot be a column. */
export const checkNameFormat = (context: CheckContext, place: string, name: string, noun = 'nome'): boolean => {
  const isValid = NAME_PATTERN.test(name);
  if (!isValid) context.report(place, `"${name}" não serve de ${noun}: comece com minúscula e use só letras sem acento e números`);
  return isValid;
};

interface KindChecks<F> {
  /** Values of one sort can be equal: texts, numbers, records of one resource. */
  sort: string | ((field: F) => string);
  /** Checks the options of the kind. */
  check?(context: CheckContext, field: F, place: string, group: FieldGroup): void;
}

/** Reports a named field of another kind. An unreadable field passes. */
export const checkFieldKind = (context: CheckContext, place: string, name: string, fields: Fields, kinds: readonly Kind[]): void => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field && !kinds.includes(field.kind)) context.report(place, `"${name}" deve ser um campo ${kinds.join(' ou ')}, e é ${field.kind}`);
};
const checkOrder = (context: CheckContext, place: string, low: [string, number | undefined], high: [string, number | undefined]): void => {
  if (low[1] !== undefined && high[1] !== undefined && low[1] > high[1]) {
    context.report(place, `"${low[0]}" (${low[1]}) é maior que "${high[0]}" (${high[1]})`);
  }
};
/** Reports limits that no value of the field's decimals can have. */
const checkDecimalLimits = (context: CheckContext, field: FieldOf<'decimal'> | FieldOf<'moeda'>, place: string): void => {
  for (const limit of ['min', 'max'] as const) {
    const value = field[limit];
    if (value !== undefined && !fitsDecimals(value, decimalsOf(field))) {
      context.report(`${place}.${limit}`, `${value} não é um valor de até ${decimalsOf(field)} casas decimais`);
    }
  }
  checkOrder(context, place, ['min', field.min], ['max', field.max]);
};
/**
 * Checks that ids fit into one column: all integers or all texts.
 *
 * @returns the ids
 */
const checkChoices = (context: CheckContext, field: FieldOf<'escolha'> | FieldOf<'opcoes'>, place: string): (string | number)[] => {
  const {default: defaultId} = field;
  const choices: readonly FieldChoice[] = field.choices;
  const ids = choices.map(({id}) => id);
  for (const id of listDuplicates(ids.map(String))) context.report(`${place}.choices`, `o id ${id} está repetido`);
  if (!ids.every(id => typeof id === 'string') && !ids.every(id => Number.isInteger(id))) {
    context.report(`${place}.choices`, 'os ids devem ser todos textos ou todos números inteiros');
  }
  const inUse = choices.filter(choice => !isRetiredChoice(choice)).map(({id}) => id);
  for (const {to, was, name} of choices) {
    if (to !== undefined && !inUse.includes(to)) context.report(`${place}.choices`, `"to" de "${name}" deve ser o id de uma opção em uso`);
    if (was !== undefined && ids.includes(was)) {
      context.report(
        `${place}.choices`, `"was" é o id que a opção tinha, e ${was} ainda é de uma`,
      );
    }
  }
  checkDistinctNames(
    context, `${place}.choices`, choices.filter(choice => !isRetiredChoice(choice)).map(({id, name}) => [id, name] as const),
  );
  for (const was of listDuplicates(choices.flatMap(choice => (choice.was === undefined ? [] : [String(choice.was)])))) {
    context.report(`${place}.choices`, `${was} é o "was" de mais de uma opção: os registros são de uma só`);
  }
  if (ids.some(id => id === defaultId) && !inUse.some(id => id === defaultId)) {
    context.report(`${place}.default`, `${joinAlternatives([defaultId])} é uma opção arquivada`);
  }
  return ids;
};
/** Reports a field that only the server writes. */
export const refuseServerWritten = (context: CheckContext, place: string, field: Field): void => {
  const word = (['sequence', 'stamps'] as const).find(key => key in field);
  if (word !== undefined) context.report(place, `"${word}" diz que é o servidor que o grava`);
};

/** Sorts of values. */
export const TEXT_VALUE_TYPE = 'um texto';
export const NUMBER_VALUE_TYPE = 'um número';
export const DAY_VALUE_TYPE = 'um dia';
export const INSTANT_VALUE_TYPE = 'um instante';
export const HOUR_VALUE_TYPE = 'uma hora';
export const CHOICES_VALUE_TYPE = 'uma lista de opções';
export const FILE_VALUE_TYPE = 'um arquivo';

const checksByKind: {readonly [K in Kind]: KindChecks<FieldOf<K>>} = {
  texto: {
    sort: TEXT_VALUE_TYPE,
    check: (context, field, place) => {
      checkOrder(context, place, ['minLength', field.minLength], ['maxLength', field.maxLength]);
      const {pattern, maxLength} = field;
      if (pattern === undefined || !isValidRegex(pattern.like)) return;
      const slowReason = slowPatternMistake(pattern.like, maxLength);
      if (slowReason !== undefined) context.report(`${place}.pattern.like`, slowReason);
      if (field.case === undefined || !hasLowerCaseLetters(pattern.like)) return;
      context.report(`${place}.pattern.like`, `"${pattern.like}" tem minúsculas, e o campo é guardado em maiúsculas`);
    },
  },
  email: {
    sort: TEXT_VALUE_TYPE,
    check: (context, field, place) => checkOrder(context, place, ['warnAbove', field.warnAbove], ['maxLength', field.maxLength]),
  },
  senha: {
    sort: TEXT_VALUE_TYPE,
    check: (context, field, place) => checkOrder(context, place, ['minLength', field.minLength], ['maxLength', field.maxLength]),
  },
  numero: {
    sort: NUMBER_VALUE_TYPE,
    check: (context, field, place, group) => {
      checkOrder(context, place, ['min', field.min], ['max', field.max]);
      const {sequence} = field;
      if (sequence === undefined) return;
      const sequenceField = sequence === true ? undefined : group.fields[sequence];
      if (!isResourceGroup(group)) context.report(`${place}.sequence`, 'só se contam os registros de um recurso');
      if (field.unique !== undefined) context.report(`${place}.unique`, '"sequence" já não se repete');
      if (sequenceField !== undefined && sequenceField.readOnly !== true && sequenceField.readOnly !== STORED_CONDITION) {
        context.report(
          `${place}.sequence`, `"${String(sequence)}" mudaria a contagem depois de criado: falta "readOnly": "${STORED_CONDITION}" nele`,
        );
      }
    },
  },
  decimal: {sort: NUMBER_VALUE_TYPE, check: checkDecimalLimits},
  moeda: {sort: NUMBER_VALUE_TYPE, check: checkDecimalLimits},
  calculo: {
    sort: NUMBER_VALUE_TYPE,
    check: (context, field, place, group) => {
      if (!isResourceGroup(group)) context.report(place, 'um campo calculo só pode estar num recurso');
      for (const word of ['readOnly', 'editable', 'whenOff', 'messages', 'was'] as const) {
        if (field[word] !== undefined) context.report(`${place}.${word}`, 'não muda nada: um campo calculo ninguém preenche');
      }
    },
  },
  documento: {
    sort: TEXT_VALUE_TYPE,
    check: (context, field, place) =>
      checkOrder(context, place, ['o mínimo de um documento', field.only === 'cpf' ? 11 : 14], ['maxLength', field.maxLength]),
  },
  telefone: {
    sort: TEXT_VALUE_TYPE,
    check: (context, field, place) => checkOrder(context, place, ['o mínimo de um telefone', 11], ['maxLength', field.maxLength]),
  },
  cep: {sort: TEXT_VALUE_TYPE},
  digitos: {sort: TEXT_VALUE_TYPE},
  data: {sort: DAY_VALUE_TYPE},
  dataHora: {sort: INSTANT_VALUE_TYPE},
  hora: {sort: HOUR_VALUE_TYPE},
  url: {sort: TEXT_VALUE_TYPE},
  booleano: {sort: 'um sim ou não'},
  lista: {sort: TEXT_VALUE_TYPE},
  escolha: {
    sort: ({choices}) => (typeof choices[0]?.id === 'number' ? NUMBER_VALUE_TYPE : TEXT_VALUE_TYPE),
    check: (context, field, place, group) => {
      const ids = checkChoices(context, field, place);
      const keys = field.choices.flatMap(choice => choice.key ?? []);
      for (const key of listDuplicates(keys)) context.report(`${place}.choices`, `a chave "${key}" está repetida`);
      if (ids.some(id => /^$|^ | $/.test(String(id)))) {
        context.report(
          `${place}.choices`, 'um id não pode ser vazio nem ter espaço à volta',
        );
      }
      if (field.default !== undefined && !ids.some(id => id === field.default)) {
        context.report(`${place}.default`, `${joinAlternatives([field.default])} não é o id de uma opção; use ${joinAlternatives(ids)}`);
      }
      if (field.nameAs !== undefined && (group.names?.includes(field.nameAs) || RESERVED_NAMES.includes(field.nameAs))) {
        context.report(`${place}.nameAs`, `"${field.nameAs}" já é um campo`);
      }
    },
  },
  opcoes: {
    sort: CHOICES_VALUE_TYPE,
    check: (context, field, place) => {
      for (const id of checkChoices(context, field, place)) {
        const isSeparable = !/^$|,|^ | $/.test(String(id));
        if (!isSeparable) {
          context.report(
            `${place}.choices`, `o id ${joinAlternatives([id])} não pode ser vazio, ter vírgula nem espaço à volta`,
          );
        }
      }
    },
  },
  arquivo: {sort: FILE_VALUE_TYPE},
  referencia: {sort: ({to}) => `um registro de ${to}`},
  relacionado: {
    sort: TEXT_VALUE_TYPE,
    check: (context, field, place, group) => {
      if (field.was !== undefined) context.report(`${place}.was`, 'não muda nada: um campo relacionado não guarda valores');
      const through = group.fields[field.through];
      if (through?.kind !== 'referencia') return;
      const target = context.config.resources[through.to]?.fields[field.field];
      if (!target || kindRuleOf(resolveShownField(context.config, group.fields, field)).alone) return;
      context.report(`${place}.field`, `"${field.field}" é um campo ${target.kind} de ${through.to} e não pode ser lido por outro recurso`);
    },
  },
  vinculos: {
    sort: 'vínculos',
    check: (context, field, place, group) => {
      // A misplaced field is reported elsewhere.
      if (!isResourceGroup(group)) return;
      checkPathParams(context, `${place}.call`, field.call, ['id', ...listReferenceNames(group.fields)]);
      if (!/^GET \S+$/.test(field.call)) {
        context.report(
          `${place}.call`, `${joinAlternatives([field.call])} não é uma chamada GET, como "GET filial/:id"`,
        );
      }
      // A save sends only changed links, so the server cannot tell that none are left.
      if (field.required !== undefined) {
        context.report(`${place}.required`, 'não se exigem vínculos: avise de quem fica sem nenhum com "warnNone"');
      }
    },
  },
};
const checksOf = (field: Field): KindChecks<Field> => checksByKind[field.kind] as KindChecks<Field>;

export const fieldValueType = (field: Field): string => {
  const {sort} = checksOf(field);
  return typeof sort === 'string' ? sort : sort(field);
};

export const listReferenceNames = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'referencia' ? [name] : []));

/** Reports path parameters that are not among the names. */
export const checkPathParams = (context: CheckContext, place: string, path: string, names: readonly string[]): void => {
  for (const param of pathParams(path)) context.checkKnownName(
    place, `:${param}`, names.map(name => `:${name}`), 'um parâmetro conhecido desta chamada',
  );
};

/** Tells whether a field can hold the value exactly as written; for a list field, as its only element. */
export const isFieldValue = (context: CheckContext, field: Field, value: unknown): boolean => {
  const rule = kindRuleOf(field);
  // An unknown list is reported where it is named.
  const allowed = Object.keys(rule.rows?.(field, context.config.lists) ?? {});
  if (allowed.length > 0 && allowed.every(id => id !== value)) return false;
  const bare = rule.bare(value, field);
  const bareValue = rule.several === true && Array.isArray(bare) && bare.length === 1 ? bare[0] as unknown : bare;
  return bareValue === value && rule.schema(field, formMessages).safeParse(bare).success;
};

/** Reports a field whose kind cannot be unique. */
export const checkUniqueKind = (context: CheckContext, place: string, field: Field | undefined): void => {
  const kindsWithoutUnique: readonly Kind[] = ['senha', 'relacionado', 'opcoes', 'arquivo', 'vinculos', 'calculo'];
  if (field && kindsWithoutUnique.includes(field.kind)) context.report(place, `não há como um campo ${field.kind} ser único`);
};

export const checkFields = (context: CheckContext, group: FieldGroup): void => {
  for (const name of group.names ?? []) {
    if (RESERVED_NAMES.includes(name)) context.report(group.path, `"${name}" é de todo registro e não pode ser declarado`);
    else checkNameFormat(context, group.path, name);
  }
  for (const was of listDuplicates(Object.values(group.fields).flatMap(field => field.was ?? []))) {
    context.report(group.path, `"${was}" é o "was" de mais de um campo: o que se grava num valeria para o outro`);
  }
  for (const [name, field] of Object.entries(group.fields)) {
    const place = `${group.path}.${name}`;
    const isUnfillable = field.readOnly === true || field.see?.length === 0;
    if (field.required !== undefined && isUnfillable) context.report(place, 'é obrigatório, mas ninguém pode preenchê-lo');
    if (field.required !== undefined && !kindRuleOf(field).own && field.readOnly !== true) {
      context.report(place, `é obrigatório, mas um campo ${field.kind} não tem onde ser digitado`);
    }
    for (const word of ['archived', 'was'] as const) {
      if (field[word] !== undefined && !isResourceGroup(group)) {
        context.report(
          `${place}.${word}`, 'só tem sentido num campo de um recurso',
        );
      }
    }
    if (field.was !== undefined && group.names?.includes(field.was)) {
      context.report(`${place}.was`, `é o nome que o campo tinha, e "${field.was}" ainda é um campo`);
    }
    if (field.unique !== undefined) checkUniqueKind(context, `${place}.unique`, field);
    if (field.default !== undefined) refuseServerWritten(context, `${place}.default`, field);
    checksOf(field).check?.(context, field, place, group);
  }
};

/** Reports a field kind that needs a record, in an input or an item. */
export const checkFieldOutsideResource = (context: CheckContext, place: string, field: {kind: Kind}): void => {
  if (!kindRules[field.kind].alone) context.report(place, `um campo ${field.kind} só pode estar num recurso`);
};
