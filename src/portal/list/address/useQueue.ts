/** A record among those of the list it was opened from, and the way to its neighbours, across pages (rules: Lists 16). */
import {useMemo, useRef, useState} from 'react';
import {useDataProvider} from 'ra-core';
import {useLocation, type Location} from 'react-router-dom';
import {screens} from '../../../schema/paths.ts';
import {useAbout} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {keepQueue, keepSaved, queueOf, type Queue} from '../../ui/place/places.ts';
import {originOf} from '../../ui/place/steps.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {listParamsAt, listOpening} from './opening.ts';
import {skippedOf} from './useListPlace.ts';

export type Direction = 1 | -1;

export interface InQueue {
  /** From 1. */
  place: number;
  total: number;
  /** Whether there is one that way; `toWork`: one that a person can work, as far as is known. */
  has: (direction: Direction, toWork?: boolean) => boolean;
  /** The record there; undefined where there is none after all, or it cannot be told, which was said. */
  neighbour: (direction: Direction, toWork?: boolean) => Promise<number | undefined>;
}

/** Pages that are looked through for one that can be worked, before the next one of all is taken. */
const MOST_PAGES = 3;

const isMore = ({before, ids, total}: Queue, direction: Direction): boolean => (direction === 1 ? before + ids.length < total : before > 0);

/** The next of those known; undefined: none is. Who works one that others are led past goes through such. */
const nextOf = ({ids, skipped = []}: Queue, id: number, direction: Direction, toWork: boolean): number | undefined => {
  const at = ids.indexOf(id);
  const others = direction === 1 ? ids.slice(at + 1) : ids.slice(0, at).toReversed();
  return others.find(one => !toWork || skipped.includes(id) || !skipped.includes(one));
};

/** @returns undefined for a record that was opened from elsewhere */
export const useQueue = (name: string, id: number): InQueue | undefined => {
  const {config, resource, session} = useAbout(name);
  const dataProvider = useDataProvider();
  const toasts = useToasts();
  const {pathname, state} = useLocation() as Location<unknown>;
  const path = screens(config, resource).list;
  const opening = useMemo(() => listOpening(config, resource, session), [config, resource, session]);
  const [, draw] = useState(0);
  const asking = useRef(false);
  const isFromList = pathname === path || originOf(state)?.from === path;
  const queue = isFromList ? queueOf(session.id, path) : undefined;
  const at = queue?.ids.indexOf(id) ?? -1;
  if (queue === undefined || at === -1) return undefined;

  /** With those of the page on that side that are not known yet. What left the list has moved the others up: one page before counts too. */
  const withMore = async (known: Queue, direction: Direction): Promise<Queue> => {
    const {ids, skipped = [], before} = known;
    const {pagination: {perPage}, ...asked} = listParamsAt(resource, known.search, opening);
    const page = direction === 1 ? Math.floor((before + ids.length) / perPage) + 1 : Math.ceil(before / perPage);
    for (const one of direction === 1 ? [page - 1, page] : [page]) {
      if (one < 1) continue;
      const {data} = await dataProvider.getList<Row>(name, {...asked, pagination: {page: one, perPage}});
      const fresh = data.map(row => row.id).filter(other => !ids.includes(other));
      if (fresh.length > 0) {
        const grown = {...known, skipped: [...skipped, ...skippedOf(resource, data)]};
        return direction === 1
          ? {...grown, ids: [...ids, ...fresh]}
          : {...grown, ids: [...fresh, ...ids], before: Math.max(0, before - fresh.length)};
      }
    }
    return direction === 1 ? {...known, total: before + ids.length} : {...known, before: 0};
  };
  const neighbour = async (direction: Direction, toWork = false): Promise<number | undefined> => {
    if (asking.current) return undefined;
    asking.current = true;
    try {
      let known = queue;
      let found = nextOf(known, id, direction, toWork);
      for (let pages = 0; found === undefined && isMore(known, direction); pages++) {
        known = await withMore(known, direction);
        keepQueue(session.id, path, known);
        found = nextOf(known, id, direction, toWork && pages + 1 < MOST_PAGES);
      }
      if (found === undefined) draw(turn => turn + 1);
      // The way back leads to where one is now.
      else keepSaved(session.id, path, String(found));
      return found;
    } catch (error) {
      toasts.failed(error);
      return undefined;
    } finally {
      asking.current = false;
    }
  };
  const has = (direction: Direction, toWork = false): boolean =>
    nextOf(queue, id, direction, toWork) !== undefined || isMore(queue, direction);
  return {place: queue.before + at + 1, total: queue.total, has, neighbour};
};
