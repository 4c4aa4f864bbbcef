/** The children of a record that somebody may see, and the address of their modal over the parents' list. */
import {mayAccess} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {CHILDREN_PARAM} from '../../schema/paths.ts';

export type Child = NonNullable<Resource['children']>[string];

/** The children whose modal this profile may open, by the child resource's name. */
export const childrenFor = ({resources}: Config, parent: Resource, perfil: string): [string, Child][] =>
  Object.entries(parent.children ?? {}).filter(([child]) => {
    const declared = resources[child];
    return declared !== undefined && mayAccess(declared, 'list', perfil);
  });

interface ChildPlace {
  /** The child resource. */
  name: string;
  parent: number;
  editing: number | undefined;
}

/** @returns what an address asks for; undefined for what is no such place */
export const childPlace = (value: string | null | undefined): ChildPlace | undefined => {
  const [, name, parent, editing] = /^(\w+)\.(\d{1,15})(?:\.(\d{1,15}))?$/.exec(value ?? '') ?? [];
  return name === undefined ? undefined : {name, parent: Number(parent), editing: editing === undefined ? undefined : Number(editing)};
};

/** Whether going from one query to another closes the modal, or opens another: which of its records is edited is no matter. */
export const leavesChildren = (from: string, to: string): boolean => {
  const [one, other] = [from, to].map(search => childPlace(new URLSearchParams(search).get(CHILDREN_PARAM)));
  return one?.name !== other?.name || one?.parent !== other?.parent;
};
