/** The children of a record that somebody may see, and the address of their modal over the parents' list. */
import {useGetList} from 'ra-core';
import {may} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {CHILDREN} from '../../schema/paths.ts';
import {useResource} from '../session/ConfigContext.tsx';
import type {Row} from '../wire/providers/dialects.ts';

export type Child = NonNullable<Resource['children']>[string];

/** The children whose modal this profile may open, by the child resource's name. */
export const childrenFor = ({resources}: Config, parent: Resource, perfil: string): [string, Child][] =>
  Object.entries(parent.children ?? {}).filter(([child]) => {
    const declared = resources[child];
    return declared !== undefined && may(declared, 'list', perfil);
  });

export interface ChildPlace {
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
  const [one, other] = [from, to].map(search => childPlace(new URLSearchParams(search).get(CHILDREN)));
  return one?.name !== other?.name || one?.parent !== other?.parent;
};

/** The children of a record, all of them. */
export type ChildRows = Pick<ReturnType<typeof useGetList<Row>>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;

/** There are never many, and a form above a paged table would be a maze. */
export const EVERY = 10_000;

export const useChildRows = (name: string, by: string, parent: number): ChildRows => {
  const {list: {sort: [field, order]}} = useResource(name);
  return useGetList<Row>(name, {filter: {[by]: parent}, sort: {field, order: order === 'desc' ? 'DESC' : 'ASC'}, meta: {all: true}});
};
