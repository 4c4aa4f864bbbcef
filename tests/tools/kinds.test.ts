// What a kind means stands in tables. Code that compares kinds by itself is a row that is missing, and that nobody is
// told of who adds a kind.
import {existsSync, globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {kindComparisons, LIST} from '../support/kindComparisons.ts';

/** What may be compared one by one, and nothing may be made a list of: each follows something that a table cannot hold. */
const FOLLOWED: Readonly<Record<string, string>> = {
  referencia: 'a relation is followed to its record',
  relacionado: 'a relation is followed to its record',
  calculo: 'a calculation is followed to what it is made of',
  vinculos: 'a relation is followed to its records',
  escolha: 'choices carry statuses, reserved values and names of their own',
  arquivo: 'a file is followed to its bytes',
  senha: 'a password is left out, hashed, or given',
};

/** Other comparisons, by file and kind; `*` for a list of kinds. */
const ALLOWED: readonly {file: string; kind: string; reason: string}[] = [
  {file: 'src/schema/check/checkContext.ts', kind: '*', reason: 'a word of the config is looked for among all kinds'},
  {file: 'src/schema/check/fields.ts', kind: '*', reason: 'an option of the config says which kinds of field it may name'},
  {file: 'src/schema/check/resource.ts', kind: 'texto', reason: 'a copy is given another title, which has to be a text'},
  {file: 'src/schema/config/completeConfig.ts', kind: 'texto', reason: 'a record is called by a text'},
];

const wrong = (file: string, source: string): string[] =>
  kindComparisons(source)
    .filter(({kinds}) => {
      const kind = kinds.length > 1 ? LIST : (kinds[0] ?? '');
      return !(kind in FOLLOWED || ALLOWED.some(one => one.file === file && one.kind === kind));
    })
    .map(({text}) => `${file}: ${text}`);

describe('kinds are asked for in their tables', () => {
  it.each([
    `if (field.kind === 'data') return 1;`,
    `const isText = field?.kind !== 'texto';`,
    `const wide = kind === 'lista' || rest;`,
    `if ('numero' === declared.kind) return;`,
    // A list is a missing row, whatever it lists.
    `return field.kind !== 'senha' && field.kind !== 'vinculos';`,
    `return kind === 'referencia' || kind === 'relacionado';`,
    `return declared.kind === 'referencia'\n    || declared.kind === 'relacionado';`,
    `const searched = ['texto', 'email'].includes(field.kind);`,
    `const APART: Kind[] = ['senha', 'vinculos'];\nif (APART.includes(one.field.kind)) return;`,
    `if (CLOSED.has(field.kind)) return;`,
    `switch (field.kind) {`,
  ])('finds %s', source => {
    expect(wrong('src/x.ts', source)).toHaveLength(1);
  });

  it.each([
    `const to = field.kind === 'referencia' ? field.to : undefined;`,
    `if (field?.kind !== 'relacionado' || reference?.kind !== 'referencia') return;`,
    `if (database.kind === 'embedded') return;`,
    `const rule = kindRules[field.kind];`,
    `// a kind === 'texto' in words`,
  ])('allows %s', source => {
    expect(wrong('src/x.ts', source)).toEqual([]);
  });

  const files = globSync('src/**/*.{ts,tsx}').map(file => file.replaceAll('\\', '/')).toSorted();
  it('holds in this project', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap(file => wrong(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('allows nothing that nobody needs', () => {
    const needed = ({file, kind}: {file: string; kind: string}): boolean =>
      existsSync(file) && kindComparisons(readFileSync(file, 'utf8')).some(({kinds}) => kinds.includes(kind));
    expect(ALLOWED.filter(one => !needed(one))).toEqual([]);
    expect(Object.keys(FOLLOWED).filter(kind => !files.some(file => needed({file, kind})))).toEqual([]);
  });
});
