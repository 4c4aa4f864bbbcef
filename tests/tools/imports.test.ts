import {existsSync, globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {importsOf, wrongArrows} from '../support/imports.ts';

describe('what a file imports', () => {
  it.each([
    ["import a from 'a';", ['a']],
    ["import {\n  b,\n  type C,\n} from './b.ts';", ['./b.ts']],
    ['import type {D} from "./d.ts"', ['./d.ts']],
    ["import * as e from './e.ts'", ['./e.ts']],
    ["import './f.css';", ['./f.css']],
    ["export * from './g.ts';\nexport {h} from './h.ts';\nexport type {I} from './i.ts';", ['./g.ts', './h.ts', './i.ts']],
    ["const J = lazy(() => import('./J.tsx'));", ['./J.tsx']],
    ["const k = await import(/* chunk */ `./k.ts`);", ['./k.ts']],
    ["type L = import('./l.ts').L;", ['./l.ts']],
    ["// import m from 'm'\n/**\n * import n from 'n'\n */", []],
    ["const text = 'import o from'; export const from = 'p';", []],
  ])('%s', (source, expected) => {
    expect(importsOf(source)).toEqual(expected);
  });
});

describe('imports point one way', () => {
  it.each([
    ['src/schema/a.ts', 'react'],
    ['src/schema/a.ts', 'node:fs'],
    ['src/schema/a.ts', '../portal/App.tsx'],
    ['src/schema/a.ts', '../../resources.config.ts'],
    ['src/portal/pages/a.tsx', '../../server/app.ts'],
    ['src/portal/pages/a.tsx', '../../../resources.config.ts'],
    ['src/portal/a.ts', 'node:path'],
    ['src/server/a.ts', '../portal/http.ts'],
    ['src/server/a.ts', './page.tsx'],
    ['src/server/app.ts', '../../resources.config.ts'],
    ['src/server/a.ts', '../run/start.ts'],
    ['src/portal/a.tsx', '../../tests/support/dom.ts'],
    ['src/portal/a.tsx', '#server/app.ts'],
    ['resources.config.ts', './src/schema/kinds.ts'],
    ['resources.config.ts', 'zod'],
  ])('refuses %s → %s', (file, name) => {
    expect(wrongArrows(new Map([[file, `import {x} from '${name}';`]]))).toEqual([`${file} → ${name}`]);
  });

  it.each([
    ['src/schema/a.ts', './kinds.ts'],
    ['src/schema/a.ts', 'zod'],
    ['src/schema/documents.ts', 'cpf-cnpj-validator'],
    ['src/portal/views/a.tsx', '../kinds/text.tsx'],
    ['src/portal/views/a.tsx', '../../schema/kinds.ts'],
    ['src/portal/App.tsx', '../../resources.config.ts'],
    ['src/portal/a.tsx', 'react-admin'],
    ['src/server/a.ts', '../schema/kinds.ts'],
    ['src/server/a.ts', 'node:fs'],
    ['src/server/main.ts', '../../resources.config.ts'],
    ['src/server/demo/tickets.ts', '../../../resources.config.ts'],
    ['src/run/start.ts', '../server/main.ts'],
    ['resources.config.ts', './src/schema/defineConfig.ts'],
  ])('allows %s → %s', (file, name) => {
    expect(wrongArrows(new Map([[file, `import {x} from '${name}';`]]))).toEqual([]);
  });

  it('holds in this project', () => {
    const files = [...globSync('src/**/*.{ts,tsx}'), 'resources.config.ts'].filter(file => existsSync(file));
    const sources = new Map(files.map(file => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]));
    expect(wrongArrows(sources)).toEqual([]);
  });

  it('has no JSX on the server or in the schema', () => {
    expect(globSync('src/{server,schema}/**/*.tsx')).toEqual([]);
  });
});
