import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {RETENTION_DAYS} from '../../src/server/db/retention.ts';

const TOP_LEVEL = [
  'LICENSE',
  'README.md',
  'docs',
  'index.html',
  'package-lock.json',
  'package.json',
  'resources.config.ts',
  'resources.demo.ts',
  'src',
  'tests',
  'tsconfig.json',
  'vite.config.ts',
];

// With two copies each has its own context: themes, routes and hooks of one are unknown to the other.
const ONE_COPY = ['@mui/material', '@mui/system', 'react', 'react-dom', 'react-router'];

const versions = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({dependencies: versions, devDependencies: versions})
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const lock = z
  .object({packages: z.record(z.string(), z.object({resolved: z.string().optional()}))})
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** Paths under version control; none where this is no git checkout (a downloaded archive). */
function trackedFiles(): string[] {
  try {
    return execFileSync('git', ['ls-files', '-z'], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).split('\0').filter(Boolean);
  } catch {
    return [];
  }
}

/** Places that exist on one machine only: folders beside the checkout, and absolute ones. */
const ELSEWHERE = /\.\.\/shared\b|(?<![\w.])\/(?:work|root)\//;

describe('the repository', () => {
  const tracked = trackedFiles();

  it('keeps its top level short', () => {
    const entries = new Set(tracked.map(path => path.split('/')[0] ?? path));
    expect([...entries].filter(entry => !entry.startsWith('.') && !TOP_LEVEL.includes(entry))).toEqual([]);
  });

  it('refers to nothing outside itself', () => {
    const texts = tracked.filter(path => existsSync(path) && !/\.(?:png|jpe?g|ico|woff2?|pdf|xlsx|zip)$/.test(path));
    expect(texts.filter(path => ELSEWHERE.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('names files in its documents that exist', () => {
    const named = ['README.md', ...globSync('docs/*.md')]
      .flatMap(text => [...readFileSync(text, 'utf8').matchAll(/`((?:src|tests|docs)\/[\w./-]+\.\w+)`/g)].map(([, file = '']) => file));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(file => !existsSync(file))).toEqual([]);
  });

  it('groups modules into chunks by paths that are there, each alternative of them', () => {
    const source = readFileSync('src/run/portal/chunks.ts', 'utf8');
    const patterns = [...source.matchAll(/^const \w+ = \/(\\\/src\\\/.*)\/;$/gm)].map(([, text = '']) => text);
    expect(patterns.length).toBeGreaterThan(4);
    const files = globSync('src/portal/**/*.{ts,tsx}').map(file => `/${file.replaceAll('\\', '/')}`);
    const paths = patterns.flatMap(text => {
      const [, names = ''] = /\(\?:([^)]*)\)/.exec(text) ?? [];
      return names.split('|').map(name => text.replace(/\(\?:[^)]*\)/, name));
    });
    expect(paths.filter(pattern => !files.some(file => new RegExp(pattern).test(file)))).toEqual([]);
  });

  it('says what it is in at most 1,800 words, and what was decided in at most 60 dated entries', () => {
    expect(readFileSync('README.md', 'utf8').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1800);
    const entries = readFileSync('docs/decisions.md', 'utf8').match(/^- \*\*.*/gm) ?? [];
    expect(entries.length).toBeLessThanOrEqual(60);
    expect(entries.filter(entry => !/\*\* \(\d{4}-\d\d-\d\d\)/.test(entry))).toEqual([]);
  });

  it('tells a resource in at most 12 lines, a life cycle in 25, a kind in eight files, a number and a page in three', () => {
    const readme = readFileSync('README.md', 'utf8');
    const recipe = (title: string): string => readme.split(`\n## Recipe: add a ${title}\n`)[1]?.split('\n## ')[0] ?? '';
    const lines = (title: string): number | undefined => recipe(title).split('```ts\n')[1]?.split('\n```')[0]?.split('\n').length;
    expect(lines('resource')).toBeLessThanOrEqual(12);
    expect(lines('life cycle')).toBeLessThanOrEqual(25);
    const files = (text = ''): number => text.match(/`src\/[\w/.]+\.tsx?`/g)?.length ?? 0;
    const row = (title: string): string | undefined => readme.split('\n').find(line => line.startsWith(`| a ${title} |`));
    // A page's third is the page itself.
    expect([files(recipe('kind')), files(row('number of the dashboard')), files(row('page'))]).toEqual([8, 3, 2]);
  });

  it('says after how many days what goes, as it is declared', () => {
    const told = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `(\w+)` \| after (\d+) days? \|/gm)];
    expect(Object.fromEntries(told.map(([, what, days]) => [what, Number(days)]))).toEqual(RETENTION_DAYS);
  });

  it('has a unit of systemd that systemd finds nothing wrong with, for one process and for several', ({skip}) => {
    const verify = (...units: readonly string[]) => spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {encoding: 'utf8'});
    if (verify().error !== undefined) skip('systemd-analyze is not on this machine');
    const [, unit = ''] = /^```ini\n([^]*?)^```/m.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'balcao-units-'));
    try {
      // This checkout stands where it would be installed, so that what is started is there.
      const here = unit.replaceAll('/opt/balcao', process.cwd());
      const units = {
        'balcao.service': here, 'balcao@.service': here.replace('PORT=3000', 'PORT=%i METRICS_PORT=1%i'),
        // It tells what is wrong, here too.
        'balcao-errado.service': here.replace('Restart=always', 'Restart=sempre'),
      };
      for (const [name, text] of Object.entries(units)) writeFileSync(join(folder, name), text);
      const {stdout, stderr} = verify(...Object.keys(units).map(name => join(folder, name)));
      // What it says of the machine's own units is no matter.
      const said = (stdout + stderr).split('\n').filter(line => line.includes('balcao'));
      expect(said).toEqual([expect.stringMatching(/balcao-errado\.service:\d+: .*sempre/)]);
    } finally {
      rmSync(folder, {recursive: true});
    }
  });

  it('names every dependency by one exact version', () => {
    const all = Object.entries({...manifest.dependencies, ...manifest.devDependencies});
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it.each(ONE_COPY)('has one copy of %s', name => {
    const copies = Object.keys(lock.packages).filter(path => path.endsWith(`node_modules/${name}`));
    expect(copies).toEqual([`node_modules/${name}`]);
  });

  it('takes packages from the public registry alone', () => {
    const others = Object.values(lock.packages)
      .map(({resolved}) => resolved)
      .filter(address => address !== undefined && !address.startsWith('https://registry.npmjs.org/'));
    expect(others).toEqual([]);
  });
});
