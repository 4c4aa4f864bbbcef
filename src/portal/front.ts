/** The part of the product that the public screens carry. The build puts its value here, so that the rest stays out of the login. */
import config from '../../resources.config.ts';
import {frontOf, type Front} from '../schema/front.ts';

export const front: Front = frontOf(config);
