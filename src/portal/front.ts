/** The part of the config that the login loads. The build inlines its value, so that the rest of the config stays out. */
import config from '../../resources.config.ts';
import {pickProductConfig, type ProductConfig} from '../schema/shapes/publicConfig.ts';

export const front: ProductConfig = pickProductConfig(config);
