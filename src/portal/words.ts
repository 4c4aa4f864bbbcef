/** What the public screens say once somebody does something; put here by the build as `front.ts` is. */
import config from '../../resources.config.ts';
import {pickPublicConfig, type PublicConfig} from '../schema/shapes/publicConfig.ts';

export const words: PublicConfig = pickPublicConfig(config);
