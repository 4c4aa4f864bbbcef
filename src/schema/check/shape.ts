/** What zod finds wrong with a shape, said in Portuguese with the place and the word. */
import type * as z from 'zod';
import {either, suggestion, type Say} from './words.ts';

type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** `list.columns[0]` under `resources.empresas`. */
const placeAt = (place: string, path: Path): string =>
  path.reduce<string>((so, step) =>
    (typeof step === 'number' ? `${so}[${step}]` : so === '' ? String(step) : `${so}.${String(step)}`), place);

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((so, step) =>
    (typeof so === 'object' && so !== null ? (so as Record<PropertyKey, unknown>)[step] : undefined), value);

/** What a schema is made of; each kind of schema has some of these. */
interface Inner {
  innerType?: Schema;
  options?: readonly Schema[];
  shape?: Readonly<Record<string, Schema>>;
  keyType?: Schema;
  valueType?: Schema;
  element?: Schema;
  items?: readonly Schema[];
  entries?: Readonly<Record<string, string>>;
}
export const innerOf = (schema: Schema): Inner => schema._zod.def as unknown as Inner;

/** The keys that an object at this path may have: candidates for a misspelt one. */
const keysAt = (schema: Schema, path: Path): string[] => {
  const inner = innerOf(schema);
  const [step, ...rest] = path;
  if (inner.innerType) return keysAt(inner.innerType, path);
  if (inner.options) return inner.options.flatMap(option => keysAt(option, path));
  if (inner.shape) {
    if (step === undefined) return Object.keys(inner.shape);
    const next = inner.shape[String(step)];
    return next ? keysAt(next, rest) : [];
  }
  if (inner.valueType) return step === undefined
    ? Object.values((inner.keyType && innerOf(inner.keyType).entries) ?? {})
    : keysAt(inner.valueType, rest);
  if (inner.element && step !== undefined) return keysAt(inner.element, rest);
  const item = inner.items?.[Number(step)];
  return item ? keysAt(item, rest) : [];
};

const KINDS: Readonly<Record<string, string>> = {
  string: 'um texto', number: 'um número', int: 'um número inteiro', boolean: 'true ou false', array: 'uma lista', tuple: 'uma lista',
  object: 'um objeto', record: 'um objeto', null: 'null', undefined: 'nada', function: 'uma função', nan: 'um número',
};
const kindOf = (value: unknown): string =>
  typeof value === 'boolean'
    ? String(value)
    : KINDS[value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value] ?? 'outra coisa';

/** How deep the deepest mistake of a branch lies, in unions within it too. */
const depth = (branch: readonly Issue[]): number => Math.max(...branch.map(issue => issue.path.length
  + (issue.code === 'unrecognized_keys' ? 1 : issue.code === 'invalid_union' ? Math.max(0, ...issue.errors.map(depth)) : 0)));

/** Of the branches of a union, the one whose mistake lies deepest is the one that was meant. */
const meant = (errors: readonly (readonly Issue[])[]): readonly Issue[] | undefined => {
  const deepest = errors.toSorted((a, b) => depth(b) - depth(a))[0];
  return deepest && depth(deepest) > 0 ? deepest : undefined;
};

/**
 * Words that say how something looks, is called or is told: whatever else a config says is the same without them, so that a wrong one is
 * the one mistake that there is.
 */
const LOOKS: readonly PropertyKey[] = ['tone', 'icon', 'help', 'many', 'confirm', 'success', 'messages', 'show', 'places', 'opens'];

const without = (value: unknown, [step, ...rest]: Path): unknown => {
  if (typeof value !== 'object' || value === null || step === undefined) return value;
  const below = (value as Record<PropertyKey, unknown>)[step];
  if (Array.isArray(value)) return value.with(Number(step), without(below, rest));
  if (rest.length > 0) return {...value, [step]: without(below, rest)};
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step));
};

/** The value as it can be read: without words for the eye that are wrong; undefined where another one is. */
export const readable = (schema: z.ZodType, value: unknown): unknown => {
  const wrong = schema.safeParse(value).error?.issues.find(({code}) => code !== 'unrecognized_keys');
  if (wrong === undefined) return value;
  const at = wrong.path.findLastIndex(step => LOOKS.includes(step));
  return at === -1 ? undefined : readable(schema, without(value, wrong.path.slice(0, at + 1)));
};

/** What would have been right, by all branches of a union. */
const expected = (issue: Issue): readonly string[] => {
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap(expected);
  const said = issue.code === 'invalid_type' ? KINDS[issue.expected] : issue.code === 'invalid_value' ? either(issue.values) : undefined;
  return said === undefined ? [] : [said];
};

const wrongValue = (value: unknown, allowed: readonly unknown[]): string =>
  `${either([value])} não é aceito; use ${either(allowed)}${typeof value === 'string' ? suggestion(value, allowed.map(String)) : ''}`;

const limitSentence = (issue: Extract<Issue, {code: 'too_small' | 'too_big'}>): string => {
  if (issue.code === 'too_small') {
    if (issue.origin === 'array' && Number(issue.minimum) > 1) return `aceita no mínimo ${issue.minimum} valores`;
    return issue.origin === 'string' || issue.origin === 'array'
      ? 'não pode ficar vazio' : `deve ser ${issue.inclusive ? 'no mínimo' : 'maior que'} ${issue.minimum}`;
  }
  return issue.origin === 'array' ? `aceita no máximo ${issue.maximum} valores` : `deve ser no máximo ${issue.maximum}`;
};

/**
 * Says every mistake in a value's shape.
 *
 * @param what what the whole value is, for a misspelt option: `de um campo documento`; deeper ones are just `aqui`
 * @returns whether what is there can be read as the shape promises (a misspelt extra option does not prevent that)
 */
export const hasShape = (schema: z.ZodType, value: unknown, place: string, say: Say, what = 'aqui'): boolean => {
  const result = schema.safeParse(value);
  if (result.success) return true;
  let readable = true;
  const tell = (issue: Issue, base: Path): void => {
    const path = [...base, ...issue.path];
    const here = placeAt(place, path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        say(here, `"${key}" não é uma opção ${path.length === 0 ? what : 'aqui'}${suggestion(key, keysAt(schema, path))}`);
      }
      return;
    }
    readable = false;
    const found = valueAt(value, path);
    if (found === undefined && path.length > 0) return say(placeAt(place, path.slice(0, -1)), `falta "${String(path.at(-1))}"`);
    switch (issue.code) {
      case 'invalid_union': {
        const branch = meant(issue.errors);
        if (branch) for (const inner of branch) tell(inner, path);
        else say(here, `esperava ${[...new Set(expected(issue))].join(' ou ')}, mas veio ${kindOf(found)}`);
        return;
      }
      case 'invalid_type': return say(here, `esperava ${KINDS[issue.expected] ?? issue.expected}, mas veio ${kindOf(found)}`);
      case 'invalid_value': return say(here, wrongValue(found, issue.values));
      case 'too_small': case 'too_big': return say(here, limitSentence(issue));
      case 'invalid_format': return say(here, `${either([found])} não é uma chamada: escreva método e caminho, como "GET empresas/:id"`);
      case 'custom': return say(here, `${either([found])} ${issue.message}`);
      case 'invalid_element': case 'invalid_key': case 'not_multiple_of': return say(
        here, `${either([found])} não é aceito`,
      );
    }
  };
  for (const issue of result.error.issues) tell(issue, []);
  return readable;
};
