/** The part of the product that the login carries. The build puts its value here, so that the rest stays out. */
import config from '../../resources.config.ts';
import {pickPublicProduct, type PublicProduct} from '../schema/shapes/publicConfig.ts';

export const front: PublicProduct = pickPublicProduct(config);
