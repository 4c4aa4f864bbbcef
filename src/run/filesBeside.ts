/** Files beside a config: `frota.demo.ts` and `frota.own.ts` for `frota.config.ts`. */
import {existsSync} from 'node:fs';

/** @returns the path, whether or not there is a file */
export const pathBeside = (configFile: string, kind: 'demo' | 'own'): string => configFile.replace(/(?:\.config)?\.ts$/, `.${kind}.ts`);

/** The config's own code; undefined without one. */
export const findOwnFile = (configFile: string): string | undefined => [pathBeside(configFile, 'own')].find(file => existsSync(file));
