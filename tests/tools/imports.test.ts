import {existsSync, globSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {importsOf, PORTAL_FLOORS, wrongArrows} from '../support/imports.ts';

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
    ['src/schema/a.ts', '../portal/main.tsx'],
    ['src/schema/a.ts', '../../resources.config.ts'],
    ['src/portal/pages/a.tsx', '../../server/app.ts'],
    ['src/portal/pages/a.tsx', '../../../resources.config.ts'],
    ['src/portal/app/AdminApp.tsx', '../../../resources.config.ts'],
    ['src/portal/wire/a.ts', 'node:path'],
    ['src/server/a.ts', '../portal/wire/http.ts'],
    ['src/server/a.ts', './page.tsx'],
    ['src/server/app.ts', '../../resources.config.ts'],
    ['src/server/a.ts', '../run/start.ts'],
    ['src/portal/ui/a.tsx', '../../../tests/support/dom.ts'],
    ['src/portal/ui/a.tsx', '#server/app.ts'],
    // The portal's floors.
    ['src/portal/app/AdminApp.tsx', '../main.tsx'],
    ['src/portal/main.tsx', '../../resources.config.ts'],
    ['src/portal/pages/HomePage.tsx', '../app/layout/Shell.tsx'],
    ['src/portal/views/a.tsx', '../pages/menu.ts'],
    ['src/portal/parts/files/a.tsx', '../../views/parts.tsx'],
    ['src/portal/children/a.tsx', '../views/RowMenu.tsx'],
    ['src/portal/list/a.tsx', '../children/children.ts'],
    ['src/portal/list/a.tsx', '../views/RowActions.tsx'],
    ['src/portal/actions/a.tsx', '../list/overList.ts'],
    ['src/portal/parts/template/a.tsx', '../../actions/AskDialog.tsx'],
    ['src/portal/form/a.tsx', '../parts/files/rules.ts'],
    ['src/portal/kinds/a.tsx', '../form/useSave.ts'],
    ['src/portal/ui/a.tsx', '../kinds/FieldValue.tsx'],
    ['src/portal/toasts/a.tsx', '../kinds/FieldValue.tsx'],
    ['src/portal/wire/providers/a.ts', '../../toasts/show.tsx'],
    ['src/portal/session/a.ts', '../wire/http.ts'],
    ['src/portal/ui/a.tsx', '../nowhere.ts'],
    ['src/portal/ui/a.tsx', '../parts/a.ts'],
    ['resources.config.ts', './src/schema/kinds.ts'],
    ['resources.config.ts', 'zod'],
  ])('refuses %s → %s', (file, name) => {
    expect(wrongArrows(new Map([[file, `import {x} from '${name}';`]]))).toEqual([`${file} → ${name}`]);
  });

  it.each([
    ['src/schema/a.ts', './kinds.ts'],
    ['src/schema/a.ts', 'zod'],
    ['src/schema/documents.ts', 'cpf-cnpj-validator'],
    ['src/portal/main.tsx', './app/AdminApp.tsx'],
    ['src/portal/app/layout/a.tsx', '../../pages/menu.ts'],
    ['src/portal/views/a.tsx', '../kinds/text.tsx'],
    ['src/portal/views/extras/a.tsx', '../RowMenu.tsx'],
    ['src/portal/views/a.tsx', '../list/ListRows.tsx'],
    ['src/portal/parts/template/a.tsx', '../files/rules.ts'],
    ['src/portal/ui/a.tsx', '../toasts/useToasts.ts'],
    ['src/portal/toasts/a.tsx', '../ui/Message.tsx'],
    ['src/portal/session/a.ts', '../shortcuts/help.ts'],
    ['src/portal/pages/login/a.tsx', './login.css'],
    ['src/portal/views/a.tsx', '../../schema/kinds.ts'],
    ['src/portal/front.ts', '../../resources.config.ts'],
    ['src/portal/shell.tsx', '../../resources.config.ts'],
    ['src/portal/app/a.tsx', 'react-admin'],
    ['src/server/a.ts', '../schema/kinds.ts'],
    ['src/server/a.ts', 'node:fs'],
    ['src/server/main.ts', '../../resources.config.ts'],
    ['src/server/demo/tickets.ts', '../../../resources.config.ts'],
    ['src/run/start.ts', '../server/main.ts'],
    ['resources.config.ts', './src/schema/defineConfig.ts'],
  ])('allows %s → %s', (file, name) => {
    expect(wrongArrows(new Map([[file, `import {x} from '${name}';`]]))).toEqual([]);
  });

  it.each([
    'src/portal/App.tsx',
    'src/portal/extras/a.ts',
    'src/portal/parts/a.ts',
    'src/portal/lists/a.ts',
  ])('wants %s on a floor', file => {
    expect(wrongArrows(new Map([[file, '']]))).toEqual([`${file} stands on no floor`]);
  });

  it.each(PORTAL_FLOORS.flat())('knows no floor without a room: %s', room => {
    expect(existsSync(`src/portal/${room}`)).toBe(true);
  });

  it('holds in this project', () => {
    const files = [...globSync('src/**/*.{ts,tsx,css}'), 'resources.config.ts'].filter(file => existsSync(file));
    const sources = new Map(files.map(file => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]));
    expect(wrongArrows(sources)).toEqual([]);
  });

  it('has no JSX on the server or in the schema', () => {
    expect(globSync('src/{server,schema}/**/*.tsx')).toEqual([]);
  });
});
