/** Inputs of a command: the environment, and the config, Balcão's own or the one of `--config` (rules: Operation 7). */
import {existsSync} from 'node:fs';
import {relative, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Config} from '../schema/shapes/config.ts';
import type {Demonstration} from '../server/demo/steps.ts';
import type {Env} from '../server/env.ts';
import {isOperatorError} from '../server/operatorError.ts';
import type {OwnCode} from '../server/own.ts';
import {findOwnFile, pathBeside} from './filesBeside.ts';

const OPTION = '--config';
const args = process.argv.slice(2).flatMap(arg => (arg.startsWith(`${OPTION}=`) ? [OPTION, arg.slice(OPTION.length + 1)] : [arg]));
const optionIndex = args.indexOf(OPTION);

export const commandArgs: readonly string[] = optionIndex === -1 ? args : args.toSpliced(optionIndex, 2);

export const configName = optionIndex === -1 ? 'resources.config.ts' : relative('', resolve(args[optionIndex + 1] ?? ''));
const file = optionIndex === -1 ? fileURLToPath(new URL('../../resources.config.ts', import.meta.url)) : resolve(configName);

/** @throws Error, one Portuguese sentence, for a missing file */
const checkFileExists = (): void => {
  if (existsSync(file) && file !== resolve('')) return;
  throw new Error(`Informe em ${OPTION} o arquivo de uma configuração: ${OPTION} docs/examples/frota.config.ts`);
};

/** The file of `--config`; undefined without that option. @throws as {@link loadConfig} for a missing file */
export const configOptionFile = (): string | undefined => {
  checkFileExists();
  return optionIndex === -1 ? undefined : file;
};

/** The config's own folder; a product with a key has one beside Balcão's. */
const ownFolder = (folder: string, {product: {key}}: Config): string => (key === undefined ? folder : `${folder}-${key}`);

/**
 * Returns a function that reads the demonstration beside the config, in `frota.demo.ts`; undefined without one.
 *
 * @throws Error, one Portuguese sentence, where `DEMO` is set and there is none
 */
export const findDemoLoader = ({DEMO}: Pick<Env, 'DEMO'>): (() => Promise<Demonstration>) | undefined => {
  const demoFile = pathBeside(file, 'demo.ts');
  if (existsSync(demoFile)) return async () => (await import(pathToFileURL(demoFile).href) as {default: Demonstration}).default;
  if (DEMO) throw new Error(`DEMO pede uma demonstração, que ${configName} não tem: escreva ${demoFile}.`);
  return undefined;
};

/**
 * @returns the config, and its portal's build options
 * @throws Error with every mistake in it; one Portuguese sentence for a missing config
 */
export const loadConfig = async (): Promise<{config: Config; portal: {file: string; folder: string}}> => {
  checkFileExists();
  const {default: config} = await import(pathToFileURL(file).href) as {default?: Config};
  if (config === undefined) throw new Error(`${configName} não exporta a configuração: falta "export default defineConfig({…})".`);
  const {assertValidConfig} = await import('../schema/check.ts');
  // Checked first, so that an invalid config creates no folder.
  try {
    assertValidConfig(config, configName);
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    const {addConfigLines} = await import('./configLines.ts');
    throw new Error(await addConfigLines(error.message, file, configName), {cause: error});
  }
  return {config, portal: {file, folder: ownFolder('portal', config)}};
};

/**
 * Reads the own code beside the config, in `frota.own.ts`.
 *
 * @returns undefined without one
 * @throws Error with every mistake in it
 */
export const loadOwn = async (config: Config): Promise<OwnCode | undefined> => {
  const ownFile = findOwnFile(file);
  if (ownFile === undefined) return undefined;
  const name = relative('', ownFile);
  const {default: own} = await import(pathToFileURL(ownFile).href) as {default?: OwnCode};
  if (own === undefined) throw new Error(`${name} não exporta o código próprio: falta "export default defineOwn(config, {…})".`);
  const {checkOwn} = await import('../server/ownCode/checkOwn.ts');
  const mistakes = checkOwn(config, own, name);
  if (mistakes.length === 0) return own;
  const {addConfigLines} = await import('./configLines.ts');
  throw new Error(await addConfigLines([`${name} tem erros:`, ...mistakes].join('\n'), ownFile, name));
};

/** The config; undefined where it is invalid, because copying data works without it. */
export const loadConfigIfValid = async (): Promise<Config | undefined> => loadConfig().then(({config}) => config, () => undefined);

/**
 * Reads the environment. With `--config` the default DATA_DIR is the config's own.
 *
 * @throws Error in Portuguese for each invalid variable, and as {@link loadConfig}
 */
export const loadEnv = async (): Promise<Env> => {
  const {readEnv} = await import('../server/env.ts');
  const {DATA_DIR = '', ...otherVariables} = process.env;
  const dataDir = optionIndex === -1 || DATA_DIR.trim() !== '' ? DATA_DIR : ownFolder('./data', (await loadConfig()).config);
  return readEnv({...otherVariables, DATA_DIR: dataDir});
};
