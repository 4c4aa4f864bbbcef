/** What the portal's build does besides Vite's own work; only bundles, never the development server or tests. */
import {existsSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Plugin} from 'vite';
import type {Config} from '../schema/config.ts';
import {saidByServer} from '../schema/sentences.ts';

/**
 * Puts what a module exports in the place of how it gets it: what it reads for that (the whole config) stays out of the
 * chunk. The exports must be plain data.
 */
const evaluated = (files: readonly string[]): Plugin => ({
  name: 'balcao:evaluated',
  apply: 'build',
  async load(id) {
    if (!files.includes(id)) return undefined;
    const values = await import(pathToFileURL(id).href) as Record<string, unknown>;
    const code = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    return {code, moduleType: 'js'};
  },
});

const CONFIG = fileURLToPath(new URL('../../resources.config.ts', import.meta.url));

/**
 * The config without what only the server reads: how consequences are counted and in which words, whom actions tell, and what it alone
 * says of files.
 */
const portalConfig = (): Plugin => ({
  name: 'balcao:portal-config',
  apply: 'build',
  async load(id) {
    if (id !== CONFIG) return undefined;
    const {default: config} = await import(pathToFileURL(id).href) as {default: Config};
    const resources: Record<string, object> = {};
    for (const [name, {consequences, actions, ...resource}] of Object.entries(config.resources)) {
      const told: Record<string, object> = {};
      for (const [key, {before}] of Object.entries(consequences ?? {})) told[key] = {before};
      const done = Object.fromEntries(Object.entries(actions ?? {}).map(([key, {tells: _tells, ...action}]) => [key, action]));
      resources[name] = {
        ...resource, ...(actions === undefined ? {} : {actions: done}), ...(consequences === undefined ? {} : {consequences: told}),
      };
    }
    const messages = Object.fromEntries(Object.entries(config.files.messages).filter(([name]) => !saidByServer.some(one => one === name)));
    const files = {...config.files, messages};
    return {code: `export default ${JSON.stringify({...config, files, resources})};`, moduleType: 'js'};
  },
});

/** The router's package names its development file for every bundler; the one for production is beside it. */
const productionRouter = (): Plugin => ({
  name: 'balcao:production-router',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source !== 'react-router' && source !== 'react-router/dom') return undefined;
    const found = await this.resolve(source, importer, {...options, skipSelf: true});
    const production = found?.id.replace('/dist/development/', '/dist/production/');
    return production !== undefined && existsSync(production) ? {...found, id: production} : found;
  },
});

/**
 * What Vite puts before each `import()`: the chunk's styles are there before it. Scripts are asked for ahead by the page
 * itself (`server/http/portal.ts`), and a chunk that cannot be fetched is the caller's to tell; Vite's own does all three
 * in 0.7 kB, which is much of a login.
 */
const PRELOAD = '\0vite/preload-helper.js';
const preload = `
const added = href => new Promise((onload, onerror) =>
  document.head.append(Object.assign(document.createElement('link'), {rel: 'stylesheet', href, onload, onerror})));
export const __vitePreload = async (load, files = []) => {
  await Promise.all(files.map(file => document.querySelector('link[href="/' + file + '"]') ?? added('/' + file)));
  return load();
};`;
const lightPreload = (): Plugin => ({
  name: 'balcao:preload',
  apply: 'build',
  enforce: 'pre',
  config: () => ({build: {modulePreload: {polyfill: false, resolveDependencies: (_file, files) =>
    files.filter(file => file.endsWith('.css'))}}}),
  load: id => (id === PRELOAD ? {code: preload, moduleType: 'js'} : undefined),
});

/**
 * What libraries bring along and no screen of ours runs: react-admin's export (ours is the server's), its guesses of
 * English labels (ours are declared), and what browsers have known for ten years.
 */
const REPLACED: Readonly<Record<string, string>> = {
  'jsonexport/dist/index.js': 'module.exports = () => { throw new Error("the server exports"); };',
  inflection: 'const same = text => text; ' +
    'export {same as capitalize, same as humanize, same as inflect, same as pluralize, same as singularize, same as transform};',
  'object.entries': 'module.exports = Object.entries;',
  'string.prototype.trim': 'module.exports = text => String(text).trim();',
};
const withoutIdle = (): Plugin => ({
  name: 'balcao:without-idle',
  apply: 'build',
  enforce: 'pre',
  resolveId: source => (Object.hasOwn(REPLACED, source) ? `\0${source}` : undefined),
  load: id =>
    (id.startsWith('\0') && Object.hasOwn(REPLACED, id.slice(1)) ? {code: REPLACED[id.slice(1)] ?? '', moduleType: 'js'} : undefined),
});

/** React asks for its development tools in every page; who develops has `npm run dev`. */
const withoutDevtools = (): Plugin => ({
  name: 'balcao:without-devtools',
  apply: 'build',
  config: () => ({define: {__REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined'}}),
});

const inPortal = (file: string): string => fileURLToPath(new URL(`../portal/${file}`, import.meta.url));

export const portalPlugins = (): Plugin[] => [
  evaluated(['front.ts', 'words.ts'].map(inPortal)), portalConfig(), productionRouter(), lightPreload(), withoutIdle(), withoutDevtools(),
];
