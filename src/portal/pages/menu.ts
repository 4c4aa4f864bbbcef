/** The side menu of a profile (rules: Screens 4): only entries that it may open, and only groups with entries. */
import {isHumanProfile, mayAccess, canSeeDashboard} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {screens} from '../../schema/paths.ts';
import {listWatchedQueues} from '../../schema/queueWatchers.ts';
import type {OwnScreens} from '../session/ownScreens.ts';
import {mayDecideDeliveries} from '../../schema/words/deliveries.ts';
import {ENTREGAS, ROBOS} from './pagePaths.ts';

export interface MenuEntry {
  label: string;
  icon: string;
  to: string;
  /** Child screens without a menu entry; this entry is the active one on them. */
  childScreens?: readonly string[];
}
interface MenuGroup {
  label: string | undefined;
  entries: MenuEntry[];
}

const childScreens = (config: Config, {children}: Resource): string[] => Object.keys(children ?? {}).flatMap(child => {
  const resource = config.resources[child];
  return resource === undefined || Object.values(config.menu).some(entries => child in entries) ? [] : [screens(config, resource).list];
});

const ownEntries = ({product: {basename}}: Config, perfil: string, pages: OwnScreens['pages'], group: string): MenuEntry[] =>
  Object.entries(pages).filter(([, {menu, profiles}]) => menu === group && profiles.includes(perfil))
    .map(([path, {title: label, icon}]) => ({label, icon, to: `${basename}/${path}`}));

/** @param pages own pages, the last entries of their groups */
export const buildMenu = (config: Config, perfil: string, pages: OwnScreens['pages']): MenuGroup[] =>
  Object.entries(config.menu)
    .map(([group, groupEntries]) => ({
      label: group || undefined,
      entries: [...Object.entries(groupEntries).flatMap(([name, label]): MenuEntry[] => {
        const resource = config.resources[name];
        if (resource === undefined) {
          const dashboard = config.dashboards[name];
          const isRobots = name === ROBOS;
          const isDeliveries = name === ENTREGAS;
          const isHidden = isRobots ? listWatchedQueues(config, perfil).length === 0
            : isDeliveries ? !mayDecideDeliveries(config, perfil) : dashboard && !canSeeDashboard(config, dashboard, perfil);
          if (isHidden) return [];
          return [{label, icon: isRobots ? 'robot' : isDeliveries ? 'passar' : 'dashboard', to: `${config.product.basename}/${name}`}];
        }
        // Robots see only resources with a life cycle.
        const isRelevant = isHumanProfile(config.profiles[perfil]) || resource.status !== undefined;
        return isRelevant && mayAccess(resource, 'list', perfil)
          ? [{label, icon: resource.icon, to: screens(config, resource).list, childScreens: childScreens(config, resource)}]
          : [];
      }), ...ownEntries(config, perfil, pages, group)],
    }))
    .filter(group => group.entries.length > 0);
