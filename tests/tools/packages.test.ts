import {globSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {z} from 'zod';
import {importsOf} from '../support/imports.ts';

/** Packages that nothing imports, and why they are here. */
const OTHERWISE: Readonly<Record<string, string>> = {
  '@emotion/styled': 'a peer of @mui/material, which styles with it',
  '@fontsource-variable/inter': 'src/portal/theme/fonts.css names its file',
  '@testing-library/dom': 'a peer of @testing-library/react',
  jsdom: 'the environment of component tests, by its name in vite.config.ts',
  node: 'what every command runs on',
  oxlint: 'npm run check starts it',
  'oxlint-tsgolint': 'the rules of oxlint that need types',
  typescript: 'npm run check starts its compiler',
};

const versions = z.record(z.string(), z.string());
const {dependencies, devDependencies} = z.object({dependencies: versions, devDependencies: versions})
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

/** `@mui/material` of `@mui/material/Button`. */
const packageOf = (name: string): string => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/');
/** `@types/pg` describes `pg`, `@types/node` what is Node's own. */
const described = (name: string): string => name.replace(/^@types\//, '');

const imported = new Set(
  [...globSync('{src,tests}/**/*.{ts,tsx,mjs}'), 'resources.config.ts', 'vite.config.ts']
    .flatMap(file => importsOf(readFileSync(file, 'utf8'))).map(packageOf),
);

it('every package is imported, or is here for a reason', () => {
  const names = Object.keys({...dependencies, ...devDependencies});
  expect(names.filter(name => !imported.has(described(name)) && OTHERWISE[described(name)] === undefined)).toEqual([]);
});

it.each(Object.keys(OTHERWISE))('%s is here, and nothing imports it', name => {
  expect({...dependencies, ...devDependencies}[name]).toBeDefined();
  expect(imported.has(name)).toBe(false);
});

it('every package that is imported is named in package.json', () => {
  const names = [...imported].filter(name => /^[@a-z]/.test(name) && !name.startsWith('node:'));
  expect(names.filter(name => ({...dependencies, ...devDependencies})[name] === undefined)).toEqual([]);
});
