/** Vite plugins that put the config into the portal as data. */
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Plugin} from 'vite';
import type {Config} from '../../schema/shapes/config.ts';
import {pickProductConfig, pickPublicConfig} from '../../schema/shapes/publicConfig.ts';
import {PUBLIC_SCREEN_MESSAGE_NAMES, SERVER_ONLY_MESSAGE_NAMES} from '../../schema/shapes/productMessages.ts';

/** Replaces the tree's config by the given one in the portal's imports. */
export const configPlugin = (root: string, file: string): Plugin => ({
  name: 'balcao:config',
  resolveId: {
    order: 'pre',
    handler: (source, importer) =>
      (source.endsWith('/resources.config.ts') && importer?.startsWith(join(root, 'src/portal')) ? file : undefined),
  },
});

/** Loads the own screens, a chunk of their own, from the file beside the config; without that file nothing of them is in the portal. */
export const ownScreensPlugin = (root: string, ownScreensFile: string | undefined): Plugin => ({
  name: 'balcao:own-screens',
  load: id => (ownScreensFile !== undefined && id === join(root, 'src/portal/ownScreens.ts')
    ? {code: `export const loadOwnScreens = async () => (await import(${JSON.stringify(ownScreensFile)})).default;`, moduleType: 'js'}
    : undefined),
});

const mapValues = <T>(values: Readonly<Record<string, T>>, convert: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]));

const emptyMessages = (names: readonly string[]): Record<string, string> => Object.fromEntries(names.map(name => [name, '']));

/**
 * The config for the portal, without server-only settings (notifications, consequence queries) and without messages that only public
 * screens show.
 */
const portalConfig = (config: Config): Config => ({
  ...config,
  files: {...config.files, messages: {...config.files.messages, ...emptyMessages(SERVER_ONLY_MESSAGE_NAMES)}},
  messages: {...config.messages, ...emptyMessages(PUBLIC_SCREEN_MESSAGE_NAMES)},
  resources: mapValues(config.resources, ({tells: _recordTells, actions, consequences, ...rest}) => ({
    ...rest,
    ...(actions && {actions: mapValues(actions, ({tells: _actionTells, ...shown}) => shown)}),
    ...(consequences && {
      consequences: mapValues(consequences, ({where: _where, together: _together, ...shown}) => ({...shown, one: '', many: ''})),
    }),
  })),
});

/**
 * Replaces modules by their values at build time, so that the code computing them stays out of the browser. The values are the login's part
 * of the config, and the config itself.
 */
export const plainDataPlugin = (root: string, file: string): Plugin => {
  const replacements: Readonly<Record<string, (config: Config) => Readonly<Record<string, unknown>>>> = {
    [join(root, 'src/portal/front.ts')]: config => ({front: pickProductConfig(config)}),
    [join(root, 'src/portal/words.ts')]: config => ({words: pickPublicConfig(config)}),
    [file]: config => ({default: portalConfig(config)}),
  };
  return {
    name: 'balcao:plain-data',
    async load(id) {
      const values = replacements[id];
      if (values === undefined) return undefined;
      const {default: config} = await import(pathToFileURL(file).href) as {default: Config};
      const code = Object.entries(values(config))
        .map(([name, value]) => `export ${name === 'default' ? name : `const ${name} =`} ${JSON.stringify(value)};`).join('\n');
      return {code, moduleType: 'js'};
    },
  };
};
