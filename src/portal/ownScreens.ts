/** Own screens of the config. The build replaces this module where a file `x.own.tsx` stands beside the config. */
import type {LoadOwnScreens} from './session/ownScreens.ts';

export const loadOwnScreens = undefined as LoadOwnScreens | undefined;
