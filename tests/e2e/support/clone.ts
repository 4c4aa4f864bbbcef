/**
 * A maintainer's own copy of the product, in whose config alone they added what the README's recipes add, and resources that no code names.
 * Made once for all tests: its portal is built by its first start.
 */
import {cp, mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import product from '../../../resources.config.ts';
import type {Config} from '../../../src/schema/shapes/config.ts';
import {acceptance} from '../../support/acceptance.ts';
import {kept, stateOf} from '../../support/kept.ts';
import {openProduct} from '../../support/product.ts';
import {replaced, withRecipes} from '../../support/recipes.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CONFIG = 'resources.config.ts';
/** What `npm start` needs, beside its config. */
const PARTS = ['src', 'index.html', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];

const withAcceptance = (config: string): string => {
  const {resources}: Config = acceptance;
  const added = Object.entries(resources).filter(([name]) => !(name in product.resources))
    .map(([name, resource]) => `    ${name}: ${JSON.stringify(resource)},\n`);
  const entries = [["modelosFormulario: 'Modelos Formulário'}", 'roteiros'], ["robos: 'Robôs'}", 'laudos']] as const;
  return entries.reduce(
    (text, [last, name]) => replaced(text, last, `${last.slice(0, -1)}, ${name}: '${resources[name]?.label.many ?? ''}'}`),
    replaced(config, '  resources: {\n', `  resources: {\n${added.join('')}`));
};

const ownConfig = (): Promise<string> => readFile(join(ROOT, CONFIG), 'utf8');

/** The product with another config, in a folder. @param edit makes it of the text of ours */
export const copyProduct = async (root: string, edit: (config: string) => string): Promise<void> => {
  await mkdir(root, {recursive: true});
  for (const part of PARTS) await cp(join(ROOT, part), join(root, part), {recursive: true});
  await writeFile(join(root, CONFIG), edit(await ownConfig()));
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
};

/** @returns where it is: nothing in it is to be changed */
export const cloneOfProduct = async (): Promise<string> => {
  const edit = (config: string): string => withAcceptance(withRecipes(config));
  // Its packages are this tree's: what another tree left would name a folder that may be gone.
  return kept(await stateOf(PARTS, [ROOT, edit(await ownConfig())]), 'clone', async root => {
    await copyProduct(root, edit);
    const first = await openProduct({root, first: false});
    await first.stop();
    await first.dispose();
  });
};
