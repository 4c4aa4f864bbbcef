import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it, vi} from 'vitest';
import frota from '../../docs/examples/frota.config.ts';
import {buildPortal} from '../../src/run/portal/build.ts';
import {checkOwnScreens} from '../../src/run/portal/ownScreensCheck.ts';

let root: string;
const write = (path: string, text: string) => writeFile(join(root, path), text);

const assets = async (folder: string): Promise<string[]> => {
  const names = (await readdir(join(folder, 'assets'))).filter(name => name.endsWith('.js'));
  return Promise.all(names.map(name => readFile(join(folder, 'assets', name), 'utf8')));
};

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'balcao-own-'));
  for (const folder of ['src/portal', 'src/schema', 'src/run/portal']) await mkdir(join(root, folder), {recursive: true});
  await write('index.html', '<!doctype html><script type="module" src="/src/portal/main.tsx"></script>');
  await write('package.json', '{"type": "module"}\n');
  await write('vite.config.ts', 'export default {};\n');
  await write('package-lock.json', '{}\n');
  await write('resources.config.ts', `export default ${JSON.stringify({
    profiles: {adm: {}}, menu: {Frota: {}}, dashboards: {}, resources: {}, files: {},
  })};\n`);
  await write('src/portal/ownScreens.ts', 'export const loadOwnScreens = undefined;\n');
  await write('src/portal/main.tsx', `
    import {loadOwnScreens} from './ownScreens.ts';
    document.title = 'entrada';
    void loadOwnScreens?.().then(screens => screens.pages.mapa?.load());
  `);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, {recursive: true, force: true});
});

const writeScreens = async (component: string, profile = 'adm') => {
  await write('resources.own.tsx', `export default {
    pages: {mapa: {title: 'Mapa', icon: 'caminhao', profiles: ['${profile}'], load: () => import('./resources.own.Map.tsx')}}, panels: {},
  };\n`);
  await write('resources.own.Map.tsx', component);
};

it('own screens are chunks of their own, beside the first script, and no part of a portal without them', async () => {
  expect((await assets(await buildPortal({root}))).join('')).not.toContain('no mapa');
  await writeScreens("export default () => 'no mapa';\n");
  const chunks = await assets(await buildPortal({root}));
  expect(chunks.find(text => text.includes('entrada'))).not.toContain('no mapa');
  expect(chunks.find(text => text.includes('entrada'))).not.toContain('caminhao');
  expect(chunks.join('')).toContain('no mapa');
});

it('a changed component builds the portal anew', async () => {
  await writeScreens("export default () => 'no mapa';\n");
  const first = await buildPortal({root});
  await writeScreens("export default () => 'no mapa novo';\n");
  const second = await buildPortal({root});
  expect(second).not.toBe(first);
  expect((await assets(second)).join('')).toContain('no mapa novo');
});

it('a wrong name and a file without screens are told, and nothing is built', async () => {
  await writeScreens("export default () => '';\n", 'amd');
  await expect(buildPortal({root})).rejects.toThrow('resources.own.tsx: pages.mapa.profiles: "amd" não é um perfil; use "adm"');
  await write('resources.own.tsx', 'export const screens = {};\n');
  await expect(buildPortal({root})).rejects.toThrow(
    'resources.own.tsx não exporta as telas próprias: falta "export default defineOwnScreens(config, {…})".');
  expect(await readdir(join(root, 'dist/portal'))).toEqual([]);
});

const load = async () => ({default: () => null});

it.each<[string, Parameters<typeof checkOwnScreens>[1], string[]]>([
  ['a page and a panel', {
    pages: {'mapa-2': {title: 'Mapa', icon: 'caminhao', profiles: ['gestor'], menu: 'Frota', load}},
    panels: {ordens: [{title: 'Peças', place: 'form', load}, {title: 'Horas', place: 'form', load}]},
  }, []],
  ['a path that is none', {pages: {'Mapa da frota': {title: 'Mapa', icon: 'caminhao', profiles: [], load}}, panels: {}}, [
    'pages.Mapa da frota: o caminho de uma página tem letras minúsculas, dígitos e hifens',
  ]],
  ['a path of the product', {pages: {box: {title: 'Box', icon: 'caminhao', profiles: [], load}}, panels: {}}, [
    'pages.box: já é o caminho de outra tela do produto',
  ]],
  ['a group that the menu lacks', {pages: {mapa: {title: 'Mapa', icon: 'caminhao', profiles: [], menu: 'Outros', load}}, panels: {}}, [
    'pages.mapa.menu: "Outros" não é um grupo do menu; use "Frota" ou "Cadastros"',
  ]],
  ['a resource that the config lacks', {pages: {}, panels: {orden: []}}, [
    expect.stringMatching(/^panels: "orden" não é um recurso; use "usuarios"/),
  ]],
  ['two panels of one title', {pages: {}, panels: {ordens: [{title: 'A', place: 'form', load}, {title: 'A', place: 'details', load}]}}, [
    'panels.ordens[1].title: outro painel de ordens já se chama "A"',
  ]],
])('the check of own screens: %s', (_case, screens, mistakes) => {
  expect(checkOwnScreens(frota, screens)).toEqual(mistakes);
});
