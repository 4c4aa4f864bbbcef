/** Own screens: pages and panels that a maintainer wrote in `x.own.tsx`, beside the config `x.config.ts` (docs/own.md). */
import {createContext, useContext, type ComponentType} from 'react';
import {useQuery} from '@tanstack/react-query';
import type {panelPlaces} from '../../schema/pages.ts';
import type {IconName} from '../../schema/words/icons.ts';

/** Imports a module whose default export is the component: `() => import('./x.own.Map.tsx')`. */
export type LoadComponent<Props> = () => Promise<{default: ComponentType<Props>}>;

export interface OwnPage<Perfil = string, MenuGroup = string> {
  /** Heading, browser tab and entry of the menu. */
  title: string;
  icon: IconName;
  /** Profiles that open the page. What it reads and does is enforced by the calls that it makes. */
  profiles: readonly Perfil[];
  /** Group of the menu that the entry is added to; absent: the page has no entry. */
  menu?: MenuGroup;
  load: LoadComponent<object>;
}

export interface OwnPanel<Perfil = string, RecordValues = never> {
  title: string;
  place: (typeof panelPlaces)[number];
  /** Absent: every profile that reads the record. */
  profiles?: readonly Perfil[];
  load: LoadComponent<{record: RecordValues}>;
}

export interface OwnScreens {
  /** By their path below the product's own: `mapa` is the page `/adm/mapa`. */
  readonly pages: Readonly<Record<string, OwnPage>>;
  /** By resource. */
  readonly panels: Readonly<Record<string, readonly OwnPanel[]>>;
}

/** Loads the own screens, which are a chunk of their own. */
export type LoadOwnScreens = () => Promise<OwnScreens>;

const NO_SCREENS: OwnScreens = {pages: {}, panels: {}};

const OwnScreensContext = createContext<LoadOwnScreens | undefined>(undefined);
export const OwnScreensProvider = OwnScreensContext.Provider;

/** @returns no screens until they are loaded; `error` where they could not be */
export const useOwnScreens = (): {screens: OwnScreens; isLoading: boolean; error: Error | null} => {
  const load = useContext(OwnScreensContext);
  const {data: screens = NO_SCREENS, isLoading, error} =
    useQuery({queryKey: ['own screens'], queryFn: load ?? (() => NO_SCREENS), enabled: load !== undefined, staleTime: Infinity});
  return {screens, isLoading, error};
};
