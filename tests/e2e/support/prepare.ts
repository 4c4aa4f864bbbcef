/** Once before all of these tests: the built portal and what products start from, which several files at once would each make. */
import {portalBuild} from '../../../src/run/portalBuild.ts';
import {prepareStarts} from '../../support/product.ts';

export default async (): Promise<void> => {
  await portalBuild();
  await prepareStarts();
};
