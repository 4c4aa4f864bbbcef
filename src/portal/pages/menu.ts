/** The side menu as this person sees it (§2, §6): groups for their profile, entries they may open. */
import {may} from '../../schema/access.ts';
import type {Config} from '../../schema/config.ts';
import {screens} from '../../schema/paths.ts';

export interface MenuEntry {
  label: string;
  icon: string;
  to: string;
}
export interface MenuGroup {
  label: string | undefined;
  entries: MenuEntry[];
}

/** What a group holds: the entries the menu names, then the resources that name the group. */
const entriesOf = (config: Config, group: Config['menu'][number]) => [
  ...group.entries,
  ...Object.entries(config.resources).flatMap(([name, {menu, label, icon}]) =>
    menu !== undefined && menu === group.label ? [{label: label.many, icon, page: undefined, resource: name}] : []),
];

export const menuOf = (config: Config, perfil: string): MenuGroup[] =>
  config.menu
    .filter(group => group.profiles.includes(perfil))
    .map(group => ({
      label: group.label,
      entries: entriesOf(config, group).flatMap(({label, icon, page, resource: name}): MenuEntry[] => {
        if (page !== undefined) return [{label, icon, to: `${config.product.basename}/${page}`}];
        const resource = config.resources[name ?? ''];
        return resource !== undefined && may(resource, 'list', perfil) ? [{label, icon, to: screens(config, resource).list}] : [];
      }),
    }))
    .filter(group => group.entries.length > 0);
