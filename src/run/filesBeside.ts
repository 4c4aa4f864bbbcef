/** Files beside a config: `frota.demo.ts`, `frota.own.ts` and `frota.own.tsx` for `frota.config.ts`. */
import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';

/** @returns the path, whether or not there is a file */
export const pathBeside = (configFile: string, ending: 'demo.ts' | 'own.ts' | 'own.tsx'): string =>
  configFile.replace(/(?:\.config)?\.ts$/, `.${ending}`);

const findBeside = (configFile: string, ending: 'own.ts' | 'own.tsx'): string | undefined =>
  [pathBeside(configFile, ending)].find(file => existsSync(file));

/** The config's own code, which the server reads; undefined without one. */
export const findOwnFile = (configFile: string): string | undefined => findBeside(configFile, 'own.ts');

/** The config's own screens, which the portal reads; undefined without any. */
export const findOwnScreens = (configFile: string): string | undefined => findBeside(configFile, 'own.tsx');

/** Lists the files of own screens and their components, all called `x.own.…`: the portal is built anew when one changes. */
export const listOwnScreenFiles = async (configFile: string): Promise<string[]> => {
  const screens = findOwnScreens(configFile);
  if (screens === undefined) return [];
  const folder = dirname(screens);
  const names = await readdir(folder);
  return names.filter(name => name.startsWith(basename(screens, 'tsx')) && !name.endsWith('.own.ts')).map(name => join(folder, name));
};
