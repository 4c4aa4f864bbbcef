/** Once before all of these tests: the built portal, and the folders that products start from. Several files at once would each make them. */
import {portalBuild} from '../../../src/run/portalBuild.ts';
import {prepareStarts} from '../../support/product.ts';

export default async (): Promise<void> => {
  await portalBuild();
  await prepareStarts();
};
