/** What programs and attackers make of an honest value: other types, endless texts, nesting without end, names that are no field. */
import fc from 'fast-check';
import {hostile} from '../../support/anyValue.ts';

const nested = (levels: number, open: string, close: string): string => `${open.repeat(levels)}1${close.repeat(levels)}`;
/** Written, not made: a value that deep cannot be turned into text again. */
export const deepJson = fc.constantFrom(
  nested(40, '[', ']'), nested(40, '{"a":', '}'), nested(5000, '[', ']'), nested(5000, '{"a":', '}'), nested(60_000, '[', ']'),
);

const strange: fc.Arbitrary<unknown> = fc.oneof(
  {weight: 4, arbitrary: hostile},
  fc.constantFrom<unknown>(
    null, true, false, -1, 0, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53,
    [], {}, [[]], [null], {a: 1}, [1, 2, 3], {id: {}}, {length: -1}, {toString: 1},
    'a'.repeat(5000), '9'.repeat(400), '\u0000', 'a\u0000b', '\uD800', '%00', '../../etc/passwd',
    '2026-99-99', '0000-00-00', '99999-01-01', '-1', '1e9', 'NaN', 'Infinity',
  ),
  fc.array(fc.integer(), {maxLength: 300, minLength: 200}),
);

type Place = Record<string, unknown> | unknown[];

const places = (value: unknown, found: Place[] = []): Place[] => {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value as Place);
  for (const inner of Object.values(value)) places(inner, found);
  return found;
};

const names = fc.constantFrom(
  'id', 'versao', 'idEmpresa', 'tipo', 'ativo', 'senha', 'data', 'tipos',
  '__proto__', 'constructor', 'hasOwnProperty', 'then', '', '0', '$ref', "a'b",
);

/** One value somewhere inside is replaced, taken away, or joined by one of a name of ours or of JavaScript's. */
const changed = (value: unknown): fc.Arbitrary<unknown> => {
  const count = places(value).length;
  if (count === 0) return strange;
  const change = fc.record({
    at: fc.nat(count - 1), which: fc.nat(), how: fc.constantFrom('replace', 'replace', 'remove', 'add'), name: names, other: strange,
  });
  return change.map(({at, which, how, name, other}) => {
    const copy = structuredClone(value);
    const place = places(copy)[at];
    if (place === undefined) return copy;
    const keys = Object.keys(place);
    const key = keys[which % Math.max(1, keys.length)];
    if (how === 'add' || key === undefined) {
      // Assigned, `__proto__` would be no property of its own.
      Object.defineProperty(place, name, {value: other, enumerable: true, configurable: true, writable: true});
    } else if (how === 'remove') Reflect.deleteProperty(place, key);
    else Reflect.set(place, key, other);
    return copy;
  });
};

/** The value as it was, twisted in a place or several, or something else altogether. */
export const twisted = (honest: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof(
  {weight: 4, arbitrary: honest},
  {weight: 4, arbitrary: honest.chain(changed)},
  {weight: 2, arbitrary: honest.chain(changed).chain(changed)},
  {weight: 1, arbitrary: strange},
);

/** One value, twisted. */
export const twistedValue = (value: unknown): fc.Arbitrary<unknown> =>
  fc.oneof({weight: 3, arbitrary: changed(value)}, {weight: 1, arbitrary: strange});
