/** What the portal is built of besides its own modules: the config, which is put in as data. */
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Plugin} from 'vite';
import type {Config} from '../../schema/shapes/config.ts';
import {pickPublicProduct, pickPublicConfig} from '../../schema/shapes/publicConfig.ts';
import {PUBLIC_SCREEN_MESSAGE_NAMES, SERVER_ONLY_MESSAGE_NAMES} from '../../schema/shapes/productMessages.ts';

/** Gives the portal this config in the place of the tree's own. */
export const ofConfig = (root: string, file: string): Plugin => ({
  name: 'balcao:config',
  resolveId: {
    order: 'pre',
    handler: (source, importer) =>
      (source.endsWith('/resources.config.ts') && importer?.startsWith(join(root, 'src/portal')) ? file : undefined),
  },
});

/** Every value of it made out of what it was. */
const each = <T>(all: Readonly<Record<string, T>>, made: (one: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, made(one)]));

const emptied = (names: readonly string[]): Record<string, string> => Object.fromEntries(names.map(name => [name, '']));

/**
 * Without what the server alone reads or says (whom the life of a record tells, what follows before something is done to one), and without
 * what the public screens alone say.
 */
const ofPortal = (config: Config): Config => ({
  ...config,
  files: {...config.files, messages: {...config.files.messages, ...emptied(SERVER_ONLY_MESSAGE_NAMES)}},
  messages: {...config.messages, ...emptied(PUBLIC_SCREEN_MESSAGE_NAMES)},
  resources: each(config.resources, ({tells: _ofRecords, actions, consequences, ...rest}) => ({
    ...rest,
    ...(actions && {actions: each(actions, ({tells: _ofAction, ...said}) => said)}),
    ...(consequences && {
      consequences: each(consequences, ({where: _counted, together: _ofAll, ...asked}) => ({...asked, one: '', many: ''})),
    }),
  })),
});

/**
 * Puts what is known when the portal is built in the place of how it is got, so that what is read for that stays out of the browser: what
 * the login carries of the config, and the config itself with all that follows from what it says. All that the build does to a module.
 */
export const plainData = (root: string, file: string): Plugin => {
  const exported: Readonly<Record<string, (config: Config) => Readonly<Record<string, unknown>>>> = {
    [join(root, 'src/portal/front.ts')]: config => ({front: pickPublicProduct(config)}),
    [join(root, 'src/portal/words.ts')]: config => ({words: pickPublicConfig(config)}),
    [file]: config => ({default: ofPortal(config)}),
  };
  return {
    name: 'balcao:plain-data',
    async load(id) {
      const values = exported[id];
      if (values === undefined) return undefined;
      const {default: config} = await import(pathToFileURL(file).href) as {default: Config};
      const code = Object.entries(values(config))
        .map(([name, value]) => `export ${name === 'default' ? name : `const ${name} =`} ${JSON.stringify(value)};`).join('\n');
      return {code, moduleType: 'js'};
    },
  };
};
