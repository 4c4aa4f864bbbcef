/** Extra operations of a record, as the config declares them: duplicate, preview, versions, follow-up records. */
import {mayAccess} from '../../../schema/access.ts';
import {listVersionedItems} from '../../../schema/versions.ts';
import {listFollowUps} from '../../form/followUps.ts';
import {useResourceAndSession, useConfig} from '../../session/context.ts';

export const DUPLICATE_LABEL = 'Duplicar';

/** A child to preview, a follow-up record, or the versions; empty: a duplicate. */
export interface ExtraRequest {
  child?: string;
  followUp?: ReturnType<typeof listFollowUps>[number];
  versions?: true;
}
interface ExtraEntry {
  label: string;
  request: ExtraRequest;
}

export const useExtraEntries = (name: string): readonly ExtraEntry[] => {
  const config = useConfig();
  const {resources} = config;
  const {resource, session: {perfil}} = useResourceAndSession(name);
  const allowed = (child: string, operation: 'list' | 'create'): boolean => {
    const declared = resources[child];
    return declared !== undefined && mayAccess(declared, operation, perfil);
  };
  const {duplicate, children = {}} = resource;
  const previews = Object.entries(children).flatMap(([child, {preview}]) =>
    (preview === undefined || !allowed(child, 'list') ? [] : [{label: preview, request: {child}}]));
  const isDuplicable = duplicate !== undefined && mayAccess(resource, 'create', perfil)
    && Object.keys(children).every(child => allowed(child, 'create'));
  const hasVersions = listVersionedItems(config).some(({of}) => of === name) && mayAccess(resource, 'read', perfil);
  return [
    ...listFollowUps(config, resource, perfil).map(followUp => ({label: followUp[1].label, request: {followUp}})),
    ...previews, ...(hasVersions ? [{label: 'Ver Versões', request: {versions: true as const}}] : []),
    ...(isDuplicable ? [{label: DUPLICATE_LABEL, request: {}}] : []),
  ];
};
