/** The side menu as this person sees it (rules: Screens 4): entries they may open, groups that have some. */
import {isHumanProfile, mayAccess, canSeeDashboard} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {screens} from '../../schema/paths.ts';
import {listWatchedQueues} from '../../schema/queueWatchers.ts';
import {ROBOS} from './addresses.ts';

export interface MenuEntry {
  label: string;
  icon: string;
  to: string;
  /** Screens without an entry of their own, which belong to this one's. */
  within?: readonly string[];
}
interface MenuGroup {
  label: string | undefined;
  entries: MenuEntry[];
}

const childScreens = (config: Config, {children}: Resource): string[] => Object.keys(children ?? {}).flatMap(child => {
  const resource = config.resources[child];
  return resource === undefined || Object.values(config.menu).some(named => child in named) ? [] : [screens(config, resource).list];
});

export const menuOf = (config: Config, perfil: string): MenuGroup[] =>
  Object.entries(config.menu)
    .map(([group, named]) => ({
      label: group || undefined,
      entries: Object.entries(named).flatMap(([name, label]): MenuEntry[] => {
        const resource = config.resources[name];
        if (resource === undefined) {
          const isRobots = name === ROBOS;
          const dashboard = config.dashboards[name];
          const isHidden = isRobots
            ? listWatchedQueues(config, perfil).length === 0 : dashboard && !canSeeDashboard(config, dashboard, perfil);
          if (isHidden) return [];
          return [{label, icon: isRobots ? 'robot' : 'dashboard', to: `${config.product.basename}/${name}`}];
        }
        // A robot has what it works, and no more to look at.
        const isTheirs = isHumanProfile(config.profiles[perfil]) || resource.status !== undefined;
        return isTheirs && mayAccess(resource, 'list', perfil)
          ? [{label, icon: resource.icon, to: screens(config, resource).list, within: childScreens(config, resource)}]
          : [];
      }),
    }))
    .filter(group => group.entries.length > 0);
