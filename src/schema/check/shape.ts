/** Zod issues as Portuguese sentences with the place and the word. */
import type * as z from 'zod';
import {joinAlternatives, spellingHint, type ReportMistake} from './mistakeTexts.ts';

type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

const placeAt = (place: string, path: Path): string =>
  path.reduce<string>((current, step) =>
    (typeof step === 'number' ? `${current}[${step}]` : current === '' ? String(step) : `${current}.${String(step)}`), place);

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((current, step) =>
    (typeof current === 'object' && current !== null ? (current as Record<PropertyKey, unknown>)[step] : undefined), value);

/** The parts of a zod definition that are read here. Every schema class has some of them. */
interface SchemaDefinition {
  innerType?: Schema;
  options?: readonly Schema[];
  shape?: Readonly<Record<string, Schema>>;
  keyType?: Schema;
  valueType?: Schema;
  element?: Schema;
  items?: readonly Schema[];
  entries?: Readonly<Record<string, string>>;
}
export const zodDefinition = (schema: Schema): SchemaDefinition => schema._zod.def as unknown as SchemaDefinition;

/** Lists the keys that an object at this path may have: candidates for a misspelt one. */
const listKeysAt = (schema: Schema, path: Path): string[] => {
  const definition = zodDefinition(schema);
  const [step, ...deeperPath] = path;
  if (definition.innerType) return listKeysAt(definition.innerType, path);
  if (definition.options) return definition.options.flatMap(option => listKeysAt(option, path));
  if (definition.shape) {
    if (step === undefined) return Object.keys(definition.shape);
    const next = definition.shape[String(step)];
    return next ? listKeysAt(next, deeperPath) : [];
  }
  if (definition.valueType) return step === undefined
    ? Object.values((definition.keyType && zodDefinition(definition.keyType).entries) ?? {})
    : listKeysAt(definition.valueType, deeperPath);
  if (definition.element && step !== undefined) return listKeysAt(definition.element, deeperPath);
  const item = definition.items?.[Number(step)];
  return item ? listKeysAt(item, deeperPath) : [];
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'um texto', number: 'um número', int: 'um número inteiro', boolean: 'true ou false', array: 'uma lista', tuple: 'uma lista',
  object: 'um objeto', record: 'um objeto', null: 'null', undefined: 'nada', function: 'uma função', nan: 'um número',
};
const describeType = (value: unknown): string =>
  typeof value === 'boolean'
    ? String(value)
    : KINDS[value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value] ?? 'outra coisa';

/** Depth of the deepest issue of a union branch, nested unions included. */
const deepestMistake = (branch: readonly Issue[]): number => Math.max(...branch.map(issue => issue.path.length
  + (issue.code === 'unrecognized_keys' ? 1 : issue.code === 'invalid_union' ? Math.max(0, ...issue.errors.map(deepestMistake)) : 0)));

/** Picks the union branch with the deepest issue, because the writer most likely meant that one. */
const findIntendedBranch = (errors: readonly (readonly Issue[])[]): readonly Issue[] | undefined => {
  const deepest = errors.toSorted((a, b) => deepestMistake(b) - deepestMistake(a))[0];
  return deepest && deepestMistake(deepest) > 0 ? deepest : undefined;
};

/** Words for display only. A wrong one cannot cause other mistakes, so the rest of the value is still checked. */
const DISPLAY_WORDS: readonly PropertyKey[] = ['tone', 'icon', 'help', 'many', 'confirm', 'success', 'messages', 'show', 'places', 'opens'];

const removeAt = (value: unknown, [step, ...deeperPath]: Path): unknown => {
  if (typeof value !== 'object' || value === null || step === undefined) return value;
  const child = (value as Record<PropertyKey, unknown>)[step];
  if (Array.isArray(value)) return value.with(Number(step), removeAt(child, deeperPath));
  if (deeperPath.length > 0) return {...value, [step]: removeAt(child, deeperPath)};
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
};

/** Returns the value without display words that are wrong, `undefined` where another word is wrong. */
export const dropInvalidDisplayOptions = (schema: z.ZodType, value: unknown): unknown => {
  const firstIssue = schema.safeParse(value).error?.issues.find(({code}) => code !== 'unrecognized_keys');
  if (firstIssue === undefined) return value;
  const displayIndex = firstIssue.path.findLastIndex(step => DISPLAY_WORDS.includes(step));
  return displayIndex === -1 ? undefined : dropInvalidDisplayOptions(schema, removeAt(value, firstIssue.path.slice(0, displayIndex + 1)));
};

/** Lists what would have been accepted, over all branches of a union. */
const listExpected = (issue: Issue): readonly string[] => {
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap(listExpected);
  const expectation = issue.code === 'invalid_type'
    ? KINDS[issue.expected]
    : issue.code === 'invalid_value' ? joinAlternatives(issue.values) : undefined;
  return expectation === undefined ? [] : [expectation];
};

const wrongValue = (value: unknown, allowed: readonly unknown[]): string =>
  `${joinAlternatives([value])} não é aceito; use ${joinAlternatives(allowed)}${
    typeof value === 'string' ? spellingHint(value, allowed.map(String)) : ''}`;

const limitSentence = (issue: Extract<Issue, {code: 'too_small' | 'too_big'}>): string => {
  if (issue.code === 'too_small') {
    if (issue.origin === 'array' && Number(issue.minimum) > 1) return `aceita no mínimo ${issue.minimum} valores`;
    return issue.origin === 'string' || issue.origin === 'array'
      ? 'não pode ficar vazio' : `deve ser ${issue.inclusive ? 'no mínimo' : 'maior que'} ${issue.minimum}`;
  }
  return issue.origin === 'array' ? `aceita no máximo ${issue.maximum} valores` : `deve ser no máximo ${issue.maximum}`;
};

/**
 * Reports every mistake in a value's shape.
 *
 * @param ownerPhrase names the whole value for a misspelt option (`de um campo documento`); deeper ones say `aqui`
 * @returns whether the value has the promised shape; a misspelt extra option does not count
 */
export const checkShape = (schema: z.ZodType, value: unknown, place: string, report: ReportMistake, ownerPhrase = 'aqui'): boolean => {
  const result = schema.safeParse(value);
  if (result.success) return true;
  let isReadable = true;
  const reportIssue = (issue: Issue, base: Path): void => {
    const path = [...base, ...issue.path];
    const issuePlace = placeAt(place, path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        report(
          issuePlace, `"${key}" não é uma opção ${path.length === 0 ? ownerPhrase : 'aqui'}${spellingHint(key, listKeysAt(schema, path))}`,
        );
      }
      return;
    }
    isReadable = false;
    const actual = valueAt(value, path);
    if (actual === undefined && path.length > 0) return report(placeAt(place, path.slice(0, -1)), `falta "${String(path.at(-1))}"`);
    switch (issue.code) {
      case 'invalid_union': {
        const branch = findIntendedBranch(issue.errors);
        if (branch) for (const branchIssue of branch) reportIssue(branchIssue, path);
        else report(issuePlace, `esperava ${[...new Set(listExpected(issue))].join(' ou ')}, mas veio ${describeType(actual)}`);
        return;
      }
      case 'invalid_type': return report(
        issuePlace, `esperava ${KINDS[issue.expected] ?? issue.expected}, mas veio ${describeType(actual)}`,
      );
      case 'invalid_value': return report(issuePlace, wrongValue(actual, issue.values));
      case 'too_small': case 'too_big': return report(issuePlace, limitSentence(issue));
      case 'invalid_format': return report(
        issuePlace, `${joinAlternatives([actual])} não é uma chamada: escreva método e caminho, como "GET empresas/:id"`,
      );
      case 'custom': return report(issuePlace, `${joinAlternatives([actual])} ${issue.message}`);
      case 'invalid_element': case 'invalid_key': case 'not_multiple_of': return report(
        issuePlace, `${joinAlternatives([actual])} não é aceito`,
      );
    }
  };
  for (const issue of result.error.issues) reportIssue(issue, []);
  return isReadable;
};
