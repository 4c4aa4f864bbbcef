/** Files of own screens beside a config. */
import {existsSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';

/** `docs/examples/frota` of `docs/examples/frota.config.ts`. */
const stem = (configFile: string): string => configFile.replace(/(?:\.config)?\.ts$/, '');

/** The file of own screens, `x.own.tsx` beside `x.config.ts`; undefined where there is none. */
export const findOwnScreens = (configFile: string): string | undefined => {
  const file = `${stem(configFile)}.own.tsx`;
  return existsSync(file) ? file : undefined;
};

/** Lists the files of own screens and their components, all called `x.own.…`: the portal is built anew when one changes. */
export const listOwnScreenFiles = async (configFile: string): Promise<string[]> => {
  if (findOwnScreens(configFile) === undefined) return [];
  const prefix = `${basename(stem(configFile))}.own.`;
  const names = await readdir(dirname(configFile));
  return names.filter(name => name.startsWith(prefix) && name !== `${prefix}ts`).map(name => join(dirname(configFile), name));
};
