import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import {buildPortal} from '../../src/run/portal/build.ts';

let root: string;
let lines: string[];

/** A portal of one line that says `text`, so that a build takes a second. */
async function write(text: string): Promise<void> {
  await writeFile(join(root, 'src/portal/main.tsx'), `document.title = ${JSON.stringify(text)};\n`);
}

async function scripts(folder: string): Promise<string> {
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter(name => name.endsWith('.js'));
  return (await Promise.all(names.map(name => readFile(join(assets, name), 'utf8')))).join('\n');
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'balcao-portal-'));
  await mkdir(join(root, 'src/portal'), {recursive: true});
  await mkdir(join(root, 'src/schema'));
  await mkdir(join(root, 'src/run/portal'), {recursive: true});
  await writeFile(join(root, 'index.html'), '<!doctype html><script type="module" src="/src/portal/main.tsx"></script>');
  await writeFile(join(root, 'package.json'), '{"type": "module"}\n');
  await writeFile(join(root, 'vite.config.ts'), 'export default {};\n');
  await writeFile(join(root, 'resources.config.ts'), 'export default {};\n');
  await writeFile(join(root, 'package-lock.json'), '{}\n');
  await write('um');
  lines = [];
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    lines.push(String(text));
    return true;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(root, {recursive: true, force: true});
});

it('builds once, and again only when an input changed', async () => {
  const first = await buildPortal({root});
  expect(await scripts(first)).toContain('um');
  expect(lines).toEqual(['Construindo o portal…\n', expect.stringMatching(/^Portal construído em \d+(,\d)? s\.\n$/)]);

  expect(await buildPortal({root})).toBe(first);
  expect(lines).toHaveLength(2);

  await write('dois');
  const second = await buildPortal({root});
  expect(second).not.toBe(first);
  expect(await scripts(second)).toContain('dois');

  vi.stubEnv('VITE_API_URL', 'https://outro.exemplo/api');
  expect(await buildPortal({root})).not.toBe(second);
});

it('builds another config beside, and leaves the other builds alone', async () => {
  await writeFile(join(root, 'src/portal/main.tsx'), "import config from '../../resources.config.ts';\ndocument.title = config.title;\n");
  await writeFile(join(root, 'resources.config.ts'), "export default {title: 'nosso', resources: {}, files: {}};\n");
  const file = join(root, 'outro.config.ts');
  await writeFile(file, "export default {title: 'outro', resources: {}, files: {}};\n");
  const own = await buildPortal({root});
  const other = {root, file, folder: 'portal-outro'};
  const first = await buildPortal(other);
  expect([await scripts(own), await scripts(first)]).toEqual([expect.stringContaining('nosso'), expect.stringContaining('outro')]);
  expect(first).toContain(join(root, 'dist/portal-outro'));
  await writeFile(file, "export default {title: 'mudado', resources: {}, files: {}};\n");
  expect(await scripts(await buildPortal(other))).toContain('mudado');
  expect(await readdir(join(root, 'dist/portal'))).toHaveLength(1);
});

it('takes the usual address of the API, named or not, for the same portal', async () => {
  vi.stubEnv('VITE_API_URL', undefined);
  const unnamed = await buildPortal({root});
  for (const named of ['/api', '/api/', ' ']) {
    vi.stubEnv('VITE_API_URL', named);
    expect(await buildPortal({root}), named).toBe(unnamed);
  }
});

it('gives two builders at once the same whole portal', async () => {
  const [a, b] = await Promise.all([buildPortal({root}), buildPortal({root})]);
  expect(a).toBe(b);
  expect(await scripts(a)).toContain('um');
  expect(await readdir(join(root, 'dist/portal'))).toHaveLength(1);
});

it('leaves nothing of a failed build, and says why', async () => {
  await writeFile(join(root, 'index.html'), '<script type="module" src="/src/portal/missing.tsx"></script>');
  await expect(buildPortal({root})).rejects.toThrow(/^Não foi possível construir o portal:[^]*missing\.tsx/);
  expect(await readdir(join(root, 'dist/portal'))).toEqual([]);
});

it('clears what a killed build left, and old portals beyond the newest three', async () => {
  const builds = join(root, 'dist/portal');
  const now = Date.now() / 1000;
  const ages = {'tmp-morto': 7200, 'tmp-vivo': 10, a: 100, b: 200, c: 300};
  for (const [name, age] of Object.entries(ages)) {
    await mkdir(join(builds, name), {recursive: true});
    await utimes(join(builds, name), now - age, now - age);
  }
  const current = await buildPortal({root});
  const left = (await readdir(builds)).map(name => join(builds, name));
  expect(left.toSorted()).toEqual([current, ...['a', 'b', 'tmp-vivo'].map(name => join(builds, name))].toSorted());
  expect(existsSync(join(current, 'index.html'))).toBe(true);
});

it('builds nothing for an API that is no address, and says so', async () => {
  vi.stubEnv('VITE_API_URL', 'api.exemplo');
  await expect(buildPortal({root})).rejects.toThrow(/^VITE_API_URL deve ser um caminho como \/api ou um endereço .+\.$/);
  expect(existsSync(join(root, 'dist'))).toBe(false);
});
