/** The public part of the config, with its messages; inlined by the build as `front.ts` is. */
import config from '../../resources.config.ts';
import {pickPublicConfig, type PublicConfig} from '../schema/shapes/publicConfig.ts';

export const words: PublicConfig = pickPublicConfig(config);
