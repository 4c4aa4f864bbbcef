/** What is known when the portal is built is put in as data: all that the build does to a module, and it is one of ours. */
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Plugin} from 'vite';

/** What the login carries of the config; and the config itself, with all that follows from what it says. */
const FILES = ['src/portal/front.ts', 'src/portal/words.ts', 'resources.config.ts']
  .map(file => fileURLToPath(new URL(`../../../${file}`, import.meta.url)));

/**
 * Puts what these modules export in the place of how they get it, so that what they read for that stays out of the browser. The exports
 * are plain data.
 */
export const plainData = (): Plugin => ({
  name: 'balcao:plain-data',
  apply: 'build',
  async load(id) {
    if (!FILES.includes(id)) return undefined;
    const values = await import(pathToFileURL(id).href) as Record<string, unknown>;
    const code = Object.entries(values)
      .map(([name, value]) => `export ${name === 'default' ? name : `const ${name} =`} ${JSON.stringify(value)};`).join('\n');
    return {code, moduleType: 'js'};
  },
});
