/** What a record offers besides saving and its actions, where the config declares it: a copy, a look at its form and at its versions. */
import {may} from '../../../schema/access.ts';
import {versionedItems} from '../../../schema/versions.ts';
import {makingsOf} from '../../form/makings.ts';
import {useAbout, useConfig} from '../../session/context.ts';

export const DUPLICATE = 'Duplicar';

/** The children to look at, what to make after it, or the versions; none: a copy. */
export interface AskedExtra {
  child?: string;
  making?: ReturnType<typeof makingsOf>[number];
  versions?: true;
}
interface ExtraEntry {
  label: string;
  asked: AskedExtra;
}

/** What this person is offered of a resource's records. */
export const useExtraEntries = (name: string): readonly ExtraEntry[] => {
  const config = useConfig();
  const {resources} = config;
  const {resource, session: {perfil}} = useAbout(name);
  const allowed = (child: string, operation: 'list' | 'create'): boolean => {
    const declared = resources[child];
    return declared !== undefined && may(declared, operation, perfil);
  };
  const {duplicate, children = {}} = resource;
  const previews = Object.entries(children).flatMap(([child, {preview}]) =>
    (preview === undefined || !allowed(child, 'list') ? [] : [{label: preview, asked: {child}}]));
  const copied = duplicate !== undefined && may(resource, 'create', perfil)
    && Object.keys(children).every(child => allowed(child, 'create'));
  const hasVersions = versionedItems(config).some(({of}) => of === name) && may(resource, 'read', perfil);
  return [
    ...makingsOf(config, resource, perfil).map(making => ({label: making[1].label, asked: {making}})),
    ...previews, ...(hasVersions ? [{label: 'Ver Versões', asked: {versions: true as const}}] : []),
    ...(copied ? [{label: DUPLICATE, asked: {}}] : []),
  ];
};
