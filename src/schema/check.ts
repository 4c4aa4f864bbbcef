/**
 * The start-time half of the config's check: all that `defineConfig` refuses when types are checked, for a config that
 * was not, and what types cannot say.
 */
import {checkReach} from './check/access/reach.ts';
import {checkResource} from './check/resource.ts';
import {checkWhole} from './check/whole.ts';
import {readWorld} from './check/world.ts';
import {checkFilled} from './check/written.ts';

/**
 * Every mistake of a config at once, each a sentence in Portuguese that names the place and the word:
 * `resources.empresas.fields.cnpj: "requird" não é uma opção de um campo documento (quis dizer "required"?).`
 *
 * @param raw the config as imported; anything
 * @param file where it was written: the place of what is wrong with the whole of it
 * @returns `[]` for a config that can be started with
 */
export const checkConfig = (raw: unknown, file = 'resources.config.ts'): string[] => {
  const mistakes = new Set<string>();
  const say = (place: string, mistake: string) => void mistakes.add(`${place === '' ? file : place}: ${mistake}.`);
  const world = readWorld(raw, say);
  if (world) {
    checkWhole(world);
    const resources = Object.entries(world.config.resources);
    for (const [name, resource] of resources) checkResource(world, name, resource);
    if (mistakes.size === 0) {
      for (const [name, resource] of resources) checkFilled(world, name, resource);
      checkReach(world);
    }
  }
  return [...mistakes];
};

/**
 * Whether what was kept of a config can be read as one. It was sound when a start kept it, by the rules of its day; what is newly refused
 * makes it no stranger.
 */
export const hasConfigShape = (kept: unknown): boolean => {
  let isSound = true;
  readWorld(kept, () => {
    isSound = false;
  });
  return isSound;
};

/** Configs that were let through: a start asks before it builds anything, and again before it opens anything. */
const sound = new WeakSet<object>();

/**
 * Lets only a sound config through; what passed once is not looked at again.
 *
 * @param file where it was written
 * @throws Error with every mistake, a line each
 */
export const demandConfig = (raw: unknown, file = 'resources.config.ts'): void => {
  if (typeof raw === 'object' && raw !== null && sound.has(raw)) return;
  const mistakes = checkConfig(raw, file);
  if (mistakes.length > 0) throw new Error([`${file} tem erros:`, ...mistakes].join('\n'));
  sound.add(raw as object);
};
