import {existsSync, globSync, readFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {describe, expect, it} from 'vitest';
import {circlesIn, importsOf, PORTAL_FLOORS, SCHEMA_FLOORS, SERVER_FLOORS, wrongArrows} from '../support/imports.ts';

const project = (): Map<string, string> => {
  const files = [...globSync('src/**/*.{ts,tsx,css}'), 'resources.config.ts', 'resources.demo.ts'].filter(file => existsSync(file));
  return new Map(files.map(file => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]));
};

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
    ['src/schema/fields/a.ts', 'react'],
    ['src/schema/fields/a.ts', 'node:fs'],
    ['src/schema/fields/a.ts', '../../portal/main.tsx'],
    ['src/schema/fields/a.ts', '../../../resources.config.ts'],
    ['src/portal/pages/a.tsx', '../../server/app.ts'],
    ['src/portal/pages/a.tsx', '../../../resources.config.ts'],
    ['src/portal/app/AdminApp.tsx', '../../../resources.config.ts'],
    ['src/portal/api/a.ts', 'node:path'],
    ['src/server/app.ts', '../portal/api/http.ts'],
    ['src/server/lists/a.ts', './page.tsx'],
    ['src/server/app.ts', '../../resources.config.ts'],
    ['src/server/app.ts', '../run/start.ts'],
    ['src/portal/ui/a.tsx', '../../../tests/support/dom.ts'],
    ['src/portal/ui/a.tsx', '#server/app.ts'],
    // The portal's floors.
    ['src/portal/app/AdminApp.tsx', '../main.tsx'],
    ['src/portal/main.tsx', '../../resources.config.ts'],
    ['src/portal/pages/HomePage.tsx', '../app/layout/Shell.tsx'],
    ['src/portal/views/a.tsx', '../pages/menu.ts'],
    ['src/portal/parts/files/a.tsx', '../../record/partViews.tsx'],
    ['src/portal/record/a.tsx', '../children/children.ts'],
    ['src/portal/actions/a.tsx', '../record/RecordForm.tsx'],
    ['src/portal/children/a.tsx', '../views/RowActions.tsx'],
    ['src/portal/list/a.tsx', '../children/children.ts'],
    ['src/portal/list/a.tsx', '../views/RowActions.tsx'],
    ['src/portal/actions/a.tsx', '../list/overList.ts'],
    ['src/portal/parts/template/a.tsx', '../../actions/AskDialog.tsx'],
    ['src/portal/form/a.tsx', '../parts/files/rules.ts'],
    ['src/portal/fields/a.tsx', '../form/useOnce.ts'],
    ['src/portal/ui/a.tsx', '../fields/FieldValue.tsx'],
    ['src/portal/toasts/a.tsx', '../fields/FieldValue.tsx'],
    ['src/portal/toasts/a.tsx', '../ui/Message.tsx'],
    ['src/portal/navigation/a.ts', '../toasts/useToasts.ts'],
    ['src/portal/api/a.ts', '../navigation/steps.ts'],
    ['src/portal/api/providers/a.ts', '../../toasts/show.tsx'],
    ['src/portal/session/a.ts', '../api/http.ts'],
    ['src/portal/ui/a.tsx', '../nowhere.ts'],
    ['src/portal/ui/a.tsx', '../../schema/check.ts'],
    ['src/portal/ui/a.tsx', '../../schema/check/patterns.ts'],
    ['src/portal/ui/a.tsx', '../parts/a.ts'],
    // The server's floors, and the rooms of one floor.
    ['src/server/app.ts', './main.ts'],
    ['src/server/events/a.ts', '../registerRoutes.ts'],
    ['src/server/dashboard/a.ts', '../export/table.ts'],
    ['src/server/resources/a.ts', '../consequences/routes.ts'],
    ['src/server/notices/a.ts', '../mail/compose.ts'],
    ['src/server/notices/a.ts', '../people/users.ts'],
    ['src/server/sessions/a.ts', '../passwordLinks/issue.ts'],
    ['src/server/engine/runAction.ts', '../notices/tell.ts'],
    ['src/server/engine/writeRecord.ts', '../people/users.ts'],
    ['src/server/engine/readRecord.ts', '../lists/portions.ts'],
    ['src/server/parts/files/fileRoutes.ts', '../../engine/demand.ts'],
    ['src/server/parts/template/a.ts', '../files/rules.ts'],
    ['src/server/parts/part.ts', './files/part.ts'],
    ['src/server/rowScope/a.ts', '../engine/present.ts'],
    ['src/server/requestBody/a.ts', '../parts/files/rules.ts'],
    ['src/server/history/a.ts', '../rowScope/scope.ts'],
    ['src/server/http/log.ts', '../passwordLinks/issue.ts'],
    ['src/server/adminSocket/a.ts', '../backup/embedded.ts'],
    ['src/server/openapi/a.ts', '../http/route.ts'],
    ['src/server/files/a.ts', '../context.ts'],
    ['src/server/db/tables.ts', '../mail/compose.ts'],
    ['src/server/db/structure/a.ts', '../../history/steps.ts'],
    ['src/server/env.ts', './errors.ts'],
    ['src/server/rowScope/a.ts', '../nowhere.ts'],
    // The schema's floors.
    ['src/schema/words/a.ts', '../fields/kinds.ts'],
    ['src/schema/shapes/a.ts', '../fields/kinds.ts'],
    ['src/schema/shapes/a.ts', '../words/messages.ts'],
    ['src/schema/fields/a.ts', '../conditions/asked.ts'],
    ['src/schema/fields/a.ts', '../apiShapes.ts'],
    ['src/schema/statuses/a.ts', '../conditions/conditions.ts'],
    ['src/schema/conditions/a.ts', '../lifeCycle/workflow.ts'],
    ['src/schema/lifeCycle/a.ts', '../records/record.ts'],
    ['src/schema/records/a.ts', '../lists/columns.ts'],
    ['src/schema/records/a.ts', '../queueWatchers.ts'],
    ['src/schema/lists/a.ts', '../config/completeConfig.ts'],
    ['src/schema/config/a.ts', '../check/world.ts'],
    ['src/schema/check/a.ts', '../check.ts'],
    ['src/schema/access.ts', './paths.ts'],
    ['src/schema/session.ts', './shapes/config.ts'],
    ['src/schema/fields/a.ts', '../nowhere.ts'],
    ['resources.config.ts', './src/schema/kinds.ts'],
    ['resources.config.ts', 'zod'],
    ['resources.demo.ts', './resources.config.ts'],
    ['src/server/demo/seed.ts', '../../../resources.demo.ts'],
  ])('refuses %s → %s', (file, name) => {
    expect(wrongArrows(new Map([[file, `import {x} from '${name}';`]]))).toEqual([`${file} → ${name}`]);
  });

  it.each([
    ['src/schema/fields/a.ts', './kinds.ts'],
    ['src/schema/shapes/a.ts', 'zod'],
    ['src/schema/fields/documents.ts', 'cpf-cnpj-validator'],
    ['src/schema/fields/a.ts', '../words/messages.ts'],
    ['src/schema/check/access/a.ts', '../world.ts'],
    ['src/schema/check.ts', './check/world.ts'],
    ['src/schema/queueWatchers.ts', './lifeCycle/workflow.ts'],
    ['src/schema/shapes/a.ts', '../systemFields.ts'],
    ['src/schema/check/a.ts', 'recheck'],
    ['src/portal/main.tsx', './app/AdminApp.tsx'],
    ['src/portal/app/layout/a.tsx', '../../pages/menu.ts'],
    ['src/portal/views/a.tsx', '../fields/text.tsx'],
    ['src/portal/views/extras/a.tsx', '../RowActions.tsx'],
    ['src/portal/views/a.tsx', '../list/ListContent.tsx'],
    ['src/portal/parts/template/a.tsx', '../files/rules.ts'],
    ['src/portal/ui/a.tsx', '../toasts/useToasts.ts'],
    ['src/portal/toasts/a.tsx', '../navigation/useReach.ts'],
    ['src/portal/session/a.ts', '../shortcuts/help.ts'],
    ['src/portal/pages/login/a.tsx', './login.css'],
    ['src/portal/views/a.tsx', '../../schema/kinds.ts'],
    ['src/portal/front.ts', '../../resources.config.ts'],
    ['src/portal/shell.tsx', '../../resources.config.ts'],
    ['src/portal/app/a.tsx', 'react-admin'],
    ['src/server/app.ts', '../schema/kinds.ts'],
    ['src/server/env.ts', 'node:fs'],
    ['src/server/main.ts', '../../resources.config.ts'],
    ['src/server/registerRoutes.ts', './notices/tell.ts'],
    ['src/server/notices/a.ts', '../engine/hooks.ts'],
    ['src/server/lists/planner/a.ts', '../filters/matching.ts'],
    ['src/server/db/structure/a.ts', '../names.ts'],
    ['src/server/parts/files/a.ts', '../part.ts'],
    ['src/run/start.ts', '../server/main.ts'],
    ['resources.config.ts', './src/schema/config/defineConfig.ts'],
    ['resources.demo.ts', './src/server/demo/steps.ts'],
  ])('allows %s → %s', (file, name) => {
    expect(wrongArrows(new Map([[file, `import {x} from '${name}';`]]))).toEqual([]);
  });

  it.each([
    'src/portal/App.tsx',
    'src/portal/extras/a.ts',
    'src/portal/parts/a.ts',
    'src/portal/lists/a.ts',
    'src/server/a.ts',
    'src/server/records/a.ts',
    'src/server/parts/a.ts',
    'src/schema/a.ts',
    'src/schema/calls/a.ts',
  ])('wants %s on a floor', file => {
    expect(wrongArrows(new Map([[file, '']]))).toEqual([`${file} stands on no floor`]);
  });

  it.each([
    ...PORTAL_FLOORS.flat().map(room => `portal/${room}`), ...SERVER_FLOORS.flat().map(room => `server/${room}`),
    ...SCHEMA_FLOORS.flat().map(room => `schema/${room}`),
  ])('knows no floor without a room: %s', room => {
    expect(existsSync(`src/${room}`)).toBe(true);
  });

  it('holds in this project', () => {
    expect(wrongArrows(project())).toEqual([]);
  });

  it.each([
    ['two files', {a: ['b'], b: ['a'], c: ['a']}, [['a', 'b']]],
    ['a type alone', {a: ['b'], b: ['type a']}, [['a', 'b']]],
    ['three and two', {a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d']}, [['a', 'b', 'c'], ['d', 'e']]],
    ['a file of itself', {a: ['a']}, [['a']]],
    ['no circle', {a: ['b', 'c'], b: ['c'], c: []}, []],
  ])('sees circles: %s', (_what, imports, circles) => {
    const pathOf = (name: string): string => `src/portal/ui/${name}.ts`;
    const sources = Object.entries(imports).map(([name, names]: [string, string[]]) => [pathOf(name), names.map(one =>
      `import ${one.startsWith('type ') ? 'type ' : ''}{x} from './${one.replace('type ', '')}.ts';\n`).join('')] as const);
    expect(circlesIn(new Map(sources))).toEqual(circles.map(circle => circle.map(pathOf)));
  });

  it.each([
    ['src/portal/actions/ActionDialog.tsx', './ActionDialogHost.tsx'],
    ['src/server/db/structure/catalog.ts', './columns.ts'],
    ['src/schema/conditions/context.ts', './builtIn.ts'],
  ])('runs in no circle in this project, and one is seen where %s names %s', (file, name) => {
    const sources = new Map([...project()].filter(([path]) => /^src\/(?:portal|server|schema)\//.test(path)));
    expect(circlesIn(sources)).toEqual([]);
    expect(circlesIn(new Map([...sources, [file, `import {x} from '${name}';\n${sources.get(file)}`]])).flat()).toContain(file);
  });

  it('keeps to rooms that can be known: at most 25 files side by side', () => {
    const folders = Map.groupBy(globSync('src/**/*.*'), file => dirname(file));
    expect([...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([]);
  });

  it('has no JSX on the server or in the schema', () => {
    expect(globSync('src/{server,schema}/**/*.tsx')).toEqual([]);
  });
});
