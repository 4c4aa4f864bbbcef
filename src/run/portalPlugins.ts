/** What the portal's build does besides Vite's own work; only bundles, never the development server or tests. */
import {existsSync} from 'node:fs';
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
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
      for (const [key, {before, of, by, offers}] of Object.entries(consequences ?? {})) {
        told[key] = offers === undefined ? {before} : {before, of, by, offers};
      }
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
  // Of components that nobody wraps (`withTheme`).
  'hoist-non-react-statics': 'module.exports = target => target;',
  // What react-admin asks of it: plain values there and back, sorted by name.
  'query-string': `
    const encoded = text => encodeURIComponent(text).replace(/[!'()*]/g, sign => '%' + sign.charCodeAt(0).toString(16).toUpperCase());
    export const parse = text => Object.fromEntries(new URLSearchParams(text));
    export const stringify = values => Object.keys(values).sort().filter(name => values[name] !== undefined)
      .map(name => encoded(name) + '=' + encoded(values[name])).join('&');`,
};
/** The same of single files: inputs have an outline, selects are the browser's own. */
const REPLACED_FILES: readonly [RegExp, string][] = [
  [/\/@mui\/material\/esm\/(?:FilledInput\/FilledInput|Input\/Input)\.js$/, 'export {default} from "@mui/material/OutlinedInput";'],
  [/\/@mui\/material\/esm\/Select\/SelectInput\.js$/, 'export default () => { throw new Error("selects are native"); };'],
];
const withoutIdle = (): Plugin => ({
  name: 'balcao:without-idle',
  apply: 'build',
  enforce: 'pre',
  resolveId: source => (Object.hasOwn(REPLACED, source) ? `\0${source}` : undefined),
  load: id => {
    const code = id.startsWith('\0') ? REPLACED[id.slice(1)] : REPLACED_FILES.find(([file]) => file.test(id))?.[1];
    return code === undefined ? undefined : {code, moduleType: 'js'};
  },
});

const SPEAKERS = ['../../node_modules/ra-core/dist', '../portal'].map(folder => fileURLToPath(new URL(folder, import.meta.url)));
const MESSAGES = fileURLToPath(new URL('../portal/wire/providers/messages.ts', import.meta.url));
type Words = {[name: string]: string | Words};

/** react-admin's sentences that it or the portal says: most are for screens of its own. A name that ends in a dot is put together. */
export const saidMessages = async (): Promise<Words> => {
  const {messages} = await import(pathToFileURL(MESSAGES).href) as {messages: Words};
  const names = new Set<string>();
  for (const folder of SPEAKERS) {
    for (const file of await readdir(folder, {recursive: true})) {
      if (!/\.(?:js|tsx?)$/.test(file) || join(folder, file) === MESSAGES) continue;
      for (const [name] of (await readFile(join(folder, file), 'utf8')).matchAll(/\bra\.[\w.]+/g)) names.add(name);
    }
  }
  const isSaid = (name: string): boolean => names.has(name) || [...names].some(one => one.endsWith('.') && name.startsWith(one));
  const entriesOf = (words: Words, path: string) => Object.entries(words).flatMap(([key, value]): [string, string | Words][] => {
    const name = `${path}${key}`;
    if (typeof value === 'string') return isSaid(name) ? [[key, value]] : [];
    const below = kept(value, `${name}.`);
    return Object.keys(below).length === 0 ? [] : [[key, below]];
  });
  const kept = (words: Words, path: string): Words => Object.fromEntries(entriesOf(words, path));
  return kept(messages, '');
};
const portalMessages = (): Plugin => ({
  name: 'balcao:portal-messages',
  apply: 'build',
  load: async id =>
    (id === MESSAGES ? {code: `export const messages = ${JSON.stringify(await saidMessages())};`, moduleType: 'js'} : undefined),
});

/** React asks for its development tools in every page; who develops has `npm run dev`. */
const withoutDevtools = (): Plugin => ({
  name: 'balcao:without-devtools',
  apply: 'build',
  config: () => ({define: {__REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined'}}),
});

const inPortal = (file: string): string => fileURLToPath(new URL(`../portal/${file}`, import.meta.url));

export const portalPlugins = (): Plugin[] => [
  evaluated(['front.ts', 'words.ts'].map(inPortal)), portalConfig(), productionRouter(), lightPreload(), withoutIdle(),
  withoutDevtools(), portalMessages(),
];
