/** Children that a profile may see, and the address of their modal. */
import {mayAccess} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {CHILDREN_PARAM} from '../../schema/paths.ts';

export type ChildDeclaration = NonNullable<Resource['children']>[string];

export const listVisibleChildren = ({resources}: Config, parent: Resource, perfil: string): [string, ChildDeclaration][] =>
  Object.entries(parent.children ?? {}).filter(([child]) => {
    const resource = resources[child];
    return resource !== undefined && mayAccess(resource, 'list', perfil);
  });

interface ChildAddress {
  name: string;
  parent: number;
  editing: number | undefined;
}

/** Parses a child address; undefined for any other value. */
export const parseChildAddress = (value: string | null | undefined): ChildAddress | undefined => {
  const [, name, parent, editing] = /^(\w+)\.(\d{1,15})(?:\.(\d{1,15}))?$/.exec(value ?? '') ?? [];
  return name === undefined ? undefined : {name, parent: Number(parent), editing: editing === undefined ? undefined : Number(editing)};
};

/** Tells whether a new query closes the modal or opens another; editing another child does neither. */
export const isLeavingChildModal = (from: string, to: string): boolean => {
  const [currentAddress, nextAddress] = [from, to].map(search => parseChildAddress(new URLSearchParams(search).get(CHILDREN_PARAM)));
  return currentAddress?.name !== nextAddress?.name || currentAddress?.parent !== nextAddress?.parent;
};
