/** A record among those of the list it was opened from, and the way to its neighbours, across pages (rules: Lists 16). */
import {useMemo, useRef, useState} from 'react';
import {useDataProvider} from 'ra-core';
import {useLocation, type Location} from 'react-router-dom';
import {screens} from '../../../schema/paths.ts';
import {useConfig, useResource} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {useToasts} from '../../toasts/index.ts';
import {keepQueue, keepSaved, queueOf, type Queue} from '../../ui/place/places.ts';
import {originOf} from '../../ui/place/steps.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {listParamsAt, listOpening} from './opening.ts';

export type Direction = 1 | -1;

export interface InQueue {
  /** From 1. */
  place: number;
  total: number;
  /** Whether there is one that way. */
  has: (direction: Direction) => boolean;
  /** The record there; undefined where there is none after all, or it cannot be told, which was said. */
  neighbour: (direction: Direction) => Promise<number | undefined>;
}

const has = ({before, ids, total}: Queue, at: number, direction: Direction): boolean =>
  (direction === 1 ? at < ids.length - 1 || before + ids.length < total : at > 0 || before > 0);

/** @returns undefined for a record that was opened from elsewhere */
export const useQueue = (name: string, id: number): InQueue | undefined => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
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
  const more = async (direction: Direction): Promise<Queue> => {
    const {pagination: {perPage}, ...asked} = listParamsAt(queue.search, opening);
    const page = direction === 1 ? Math.floor((queue.before + queue.ids.length) / perPage) + 1 : Math.ceil(queue.before / perPage);
    const known = new Set(queue.ids);
    for (const one of direction === 1 ? [page - 1, page] : [page]) {
      if (one < 1) continue;
      const {data} = await dataProvider.getList<Row>(name, {...asked, pagination: {page: one, perPage}});
      const fresh = data.map(row => row.id).filter(other => !known.has(other));
      if (fresh.length > 0) {
        return direction === 1
          ? {...queue, ids: [...queue.ids, ...fresh]}
          : {...queue, ids: [...fresh, ...queue.ids], before: Math.max(0, queue.before - fresh.length)};
      }
    }
    return direction === 1 ? {...queue, total: queue.before + queue.ids.length} : {...queue, before: 0};
  };
  const neighbour = async (direction: Direction): Promise<number | undefined> => {
    if (asking.current || !has(queue, at, direction)) return undefined;
    asking.current = true;
    try {
      const isKnown = queue.ids[at + direction] !== undefined;
      const next = isKnown ? queue : await more(direction);
      if (!isKnown) keepQueue(session.id, path, next);
      const found = next.ids[next.ids.indexOf(id) + direction];
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
  return {place: queue.before + at + 1, total: queue.total, has: direction => has(queue, at, direction), neighbour};
};
