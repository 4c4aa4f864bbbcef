/**
 * Check of a config at start: everything that the types of `defineConfig` refuse, for a config that was not type-checked, and what types
 * cannot express.
 */
import {checkReach} from './check/access/reach.ts';
import {checkResource} from './check/resource.ts';
import {checkWholeConfig} from './check/wholeConfig.ts';
import {readCheckContext} from './check/checkContext.ts';
import {checkUnwrittenFields} from './check/unwrittenFields.ts';

/**
 * Returns all mistakes of a config, each a Portuguese sentence with the place and the word:
 * `resources.empresas.fields.cnpj: "requird" não é uma opção de um campo documento (quis dizer "required"?).`
 *
 * @param raw the imported config, of any shape
 * @param file its path, the place of mistakes in the whole config
 * @returns `[]` for a valid config
 */
export const checkConfig = (raw: unknown, file = 'resources.config.ts'): string[] => {
  const mistakes = new Set<string>();
  const addMistake = (place: string, mistake: string) => void mistakes.add(`${place === '' ? file : place}: ${mistake}.`);
  const context = readCheckContext(raw, addMistake);
  if (context) {
    checkWholeConfig(context);
    const resources = Object.entries(context.config.resources);
    for (const [name, resource] of resources) checkResource(context, name, resource);
    if (mistakes.size === 0) {
      for (const [name, resource] of resources) checkUnwrittenFields(context, name, resource);
      checkReach(context);
    }
  }
  return [...mistakes];
};

/** Tells whether a stored config has the shape of one. It was valid when a former version stored it; later rules do not count. */
export const hasConfigShape = (storedConfig: unknown): boolean => {
  let isSound = true;
  readCheckContext(storedConfig, () => {
    isSound = false;
  });
  return isSound;
};

/** Valid configs, because a start checks twice: before it builds, and before it opens anything. */
const checkedConfigs = new WeakSet<object>();

/**
 * Throws for an invalid config. A config that passed once is not checked again.
 *
 * @param file its path
 * @throws Error with all mistakes, one for each line
 */
export const assertValidConfig = (raw: unknown, file = 'resources.config.ts'): void => {
  if (typeof raw === 'object' && raw !== null && checkedConfigs.has(raw)) return;
  const mistakes = checkConfig(raw, file);
  if (mistakes.length > 0) throw new Error([`${file} tem erros:`, ...mistakes].join('\n'));
  checkedConfigs.add(raw as object);
};
