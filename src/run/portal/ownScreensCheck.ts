/** Check of the names in own screens, when the portal is built. */
import {basename} from 'node:path';
import {pathToFileURL} from 'node:url';
import {runnerImport} from 'vite';
import type {OwnPage, OwnScreens} from '../../portal/session/ownScreens.ts';
import {joinAlternatives} from '../../schema/check/mistakeTexts.ts';
import {pagePaths, panelPlaces} from '../../schema/pages.ts';
import type {Config} from '../../schema/shapes/config.ts';
import {iconNames} from '../../schema/words/icons.ts';
import {findOwnScreens} from '../filesBeside.ts';

type Report = (place: string, mistake: string) => void;

const PATH = /^[a-z\d]+(?:-[a-z\d]+)*$/;

const checkNames = (report: Report, place: string, names: readonly string[], known: readonly string[], what: string): void => {
  for (const name of names) if (!known.includes(name)) report(place, `"${name}" não é ${what}; use ${joinAlternatives(known)}`);
};

const checkPage = (report: Report, {profiles, menu, dashboards, resources}: Config, path: string, page: OwnPage): void => {
  const place = `pages.${path}`;
  if (!PATH.test(path)) report(place, 'o caminho de uma página tem letras minúsculas, dígitos e hifens');
  const taken = [...pagePaths, ...Object.keys(dashboards), ...Object.values(resources).map(({route}) => route)];
  if (taken.includes(path)) report(place, 'já é o caminho de outra tela do produto');
  checkNames(report, `${place}.profiles`, page.profiles, Object.keys(profiles), 'um perfil');
  checkNames(report, `${place}.icon`, [page.icon], iconNames, 'um ícone');
  if (page.menu !== undefined) checkNames(report, `${place}.menu`, [page.menu], Object.keys(menu), 'um grupo do menu');
};

/** @returns a sentence for each mistake, with its place */
export const checkOwnScreens = (config: Config, {pages, panels}: OwnScreens): string[] => {
  const mistakes: string[] = [];
  const report: Report = (place, mistake) => void mistakes.push(`${place}: ${mistake}`);
  for (const [path, page] of Object.entries(pages)) checkPage(report, config, path, page);
  checkNames(report, 'panels', Object.keys(panels), Object.keys(config.resources), 'um recurso');
  for (const [name, ofResource] of Object.entries(panels)) {
    const titles = ofResource.map(({title}) => title);
    for (const [index, {title, place, profiles = []}] of ofResource.entries()) {
      const path = `panels.${name}[${index}]`;
      checkNames(report, `${path}.place`, [place], panelPlaces, 'um lugar de painel');
      checkNames(report, `${path}.profiles`, profiles, Object.keys(config.profiles), 'um perfil');
      if (titles.indexOf(title) !== index) report(`${path}.title`, `outro painel de ${name} já se chama "${title}"`);
    }
  }
  return mistakes;
};

/**
 * Checks the own screens beside a config, if it has any.
 *
 * @throws Error with a line for each mistake
 */
export const assertValidOwnScreens = async (root: string, configFile: string): Promise<void> => {
  const file = findOwnScreens(configFile);
  if (file === undefined) return;
  const {module: {default: screens}} = await runnerImport<{default?: OwnScreens}>(file, {root, configFile: false, logLevel: 'error'});
  const name = basename(file);
  if (screens === undefined) {
    throw new Error(`${name} não exporta as telas próprias: falta "export default defineOwnScreens(config, {…})".`);
  }
  const {default: config} = await import(pathToFileURL(configFile).href) as {default: Config};
  const mistakes = checkOwnScreens(config, screens);
  if (mistakes.length > 0) throw new Error(mistakes.map(mistake => `${name}: ${mistake}`).join('\n'));
};
