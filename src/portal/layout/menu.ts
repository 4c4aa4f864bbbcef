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

export const menuOf = (config: Config, perfil: string): MenuGroup[] =>
  config.menu
    .filter(group => group.profiles.includes(perfil))
    .map(group => ({
      label: group.label,
      entries: group.entries.flatMap(({label, icon, page, resource: name}): MenuEntry[] => {
        if (page !== undefined) return [{label, icon, to: `${config.product.basename}/${page}`}];
        const resource = config.resources[name ?? ''];
        return resource !== undefined && may(resource, 'list', perfil) ? [{label, icon, to: screens(config, resource).list}] : [];
      }),
    }))
    .filter(group => group.entries.length > 0);
