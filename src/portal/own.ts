/** Entry for own screens: everything that `x.own.tsx` and its components import of the portal (docs/own.md). */
import type {Config} from '../schema/shapes/config.ts';
import type {RecordOf} from '../schema/fields/recordTypes.ts';
import type {OwnPage, OwnPanel, OwnScreens} from './session/ownScreens.ts';

export type {RecordOf} from '../schema/fields/recordTypes.ts';
export {request} from './api/http.ts';
export {useConfig, useSession} from './session/context.ts';
export {useToasts} from './toasts/useToasts.ts';

type OwnConfig = Pick<Config, 'profiles' | 'menu' | 'resources'>;

interface TypedScreens<C extends OwnConfig> {
  pages?: Readonly<Record<string, OwnPage<keyof C['profiles'], keyof C['menu']>>>;
  panels?: {readonly [R in keyof C['resources']]?: readonly OwnPanel<keyof C['profiles'], RecordOf<C['resources'][R]>>[]};
}

/** Declares own screens. Profiles, groups of the menu and resources are those of the config; a panel's record is typed by it. */
export const defineOwnScreens = <C extends OwnConfig>(_config: C, {pages = {}, panels = {}}: TypedScreens<C>): OwnScreens =>
  ({pages, panels}) as OwnScreens;
