/** The login carries of the config what it shows: all that the portal's build does to a module, and it is one of ours. */
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Plugin} from 'vite';

const FILES = ['front.ts', 'words.ts'].map(file => fileURLToPath(new URL(`../../portal/${file}`, import.meta.url)));

/**
 * Puts what these modules export in the place of how they get it, so that what they read for that (the whole config) stays out of the
 * login's chunk. The exports are plain data.
 */
export const frontOnly = (): Plugin => ({
  name: 'balcao:front-only',
  apply: 'build',
  async load(id) {
    if (!FILES.includes(id)) return undefined;
    const values = await import(pathToFileURL(id).href) as Record<string, unknown>;
    const code = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
    return {code, moduleType: 'js'};
  },
});
