/** What a command is given: the environment, and the config, the product's own or the one that `--config` names (rules: Operation 7). */
import {existsSync} from 'node:fs';
import {relative, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Config} from '../schema/shapes/config.ts';
import type {Demonstration} from '../server/demo/steps.ts';
import type {Env} from '../server/env.ts';
import {isSentence} from '../server/sentence.ts';

const OPTION = '--config';
const words = process.argv.slice(2).flatMap(word => (word.startsWith(`${OPTION}=`) ? [OPTION, word.slice(OPTION.length + 1)] : [word]));
const at = words.indexOf(OPTION);

/** What follows the command, without the config. */
export const rest: readonly string[] = at === -1 ? words : words.toSpliced(at, 2);

/** The config's file as an operator knows it. */
export const configName = at === -1 ? 'resources.config.ts' : relative('', resolve(words[at + 1] ?? ''));
const file = at === -1 ? fileURLToPath(new URL('../../resources.config.ts', import.meta.url)) : resolve(configName);

/** @throws Error, one Portuguese sentence, where there is no such file */
const demandFile = (): void => {
  if (existsSync(file) && file !== resolve('')) return;
  throw new Error(`Informe em ${OPTION} o arquivo de uma configuração: ${OPTION} docs/examples/frota.config.ts`);
};

/**
 * The file that was named; undefined where none was.
 *
 * @throws as {@link givenConfig} where there is none
 */
export const namedFile = (): string | undefined => {
  demandFile();
  return at === -1 ? undefined : file;
};

/** The folder of a config's own: that of a product with a key is beside Balcão's. */
const ownFolder = (folder: string, {product: {key}}: Config): string => (key === undefined ? folder : `${folder}-${key}`);

/**
 * Returns a function that reads the demonstration beside the config, as `frota.demo.ts` beside `frota.config.ts`; undefined: there is none.
 *
 * @throws Error, one Portuguese sentence: one is asked for (`DEMO`), and there is none
 */
export const givenDemo = ({DEMO}: Pick<Env, 'DEMO'>): (() => Promise<Demonstration>) | undefined => {
  const beside = file.replace(/(?:\.config)?\.ts$/, '.demo.ts');
  if (existsSync(beside)) return async () => (await import(pathToFileURL(beside).href) as {default: Demonstration}).default;
  if (DEMO) throw new Error(`DEMO pede uma demonstração, que ${configName} não tem: escreva ${beside}.`);
  return undefined;
};

/**
 * @returns the config, and where its portal is built
 * @throws Error with every mistake in it, or one Portuguese sentence where there is none
 */
export const givenConfig = async (): Promise<{config: Config; portal: {file: string; folder: string}}> => {
  demandFile();
  const {default: config} = await import(pathToFileURL(file).href) as {default?: Config};
  if (config === undefined) throw new Error(`${configName} não exporta a configuração: falta "export default defineConfig({…})".`);
  const {assertValidConfig} = await import('../schema/check.ts');
  // Before anything is opened: a wrong config makes no folder.
  try {
    assertValidConfig(config, configName);
  } catch (error) {
    if (!isSentence(error)) throw error;
    const {withLines} = await import('./lines.ts');
    throw new Error(await withLines(error.message, file, configName), {cause: error});
  }
  return {config, portal: {file, folder: ownFolder('portal', config)}};
};

/** The same config; undefined where it is wrong: what copies data does without. */
export const configIfSound = async (): Promise<Config | undefined> => givenConfig().then(({config}) => config, () => undefined);

/**
 * The environment; a config that was named says where its data is, where the environment does not.
 *
 * @throws Error in Portuguese for each variable that is wrong, and as {@link givenConfig}
 */
export const givenEnv = async (): Promise<Env> => {
  const {readEnv} = await import('../server/env.ts');
  const {DATA_DIR = '', ...others} = process.env;
  const own = at === -1 || DATA_DIR.trim() !== '' ? DATA_DIR : ownFolder('./data', (await givenConfig()).config);
  return readEnv({...others, DATA_DIR: own});
};
