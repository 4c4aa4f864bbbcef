/** The one way back: to the screen somebody came from, else to the list as it was left in this tab, else to the plain list. */
import type {MouseEvent} from 'react';
import {Link, useLocation, useNavigate, type Location} from 'react-router-dom';
import {screens} from '../../schema/paths.ts';
import {useConfig, useResource, useSession} from '../session/context.ts';
import {keepSaved, leftList} from './places.ts';
import {stepBack} from './stepBack.ts';
import {AS_IT_WAS, originOf} from './steps.ts';

type RecordId = number | string;

/** What makes a button a link back. */
interface BackLink {
  component: typeof Link;
  to: string;
  state: object;
  onClick: (event: MouseEvent) => void;
}

export interface WayBack {
  /** To where one was. */
  back: () => void;
  /** To the list, also for who came from elsewhere. `saved`: the record whose row is looked for there. */
  toList: (saved?: RecordId) => void;
  backLink: BackLink;
  listLink: BackLink;
}

/** A click that the browser answers in its own way: another tab or window, a download. */
const isItsOwn = ({button, metaKey, ctrlKey, shiftKey, altKey}: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * @param list its path
 * @param record the record on this screen: its row is looked for by who did not come from it
 */
export const useWayBackTo = (list: string, record?: RecordId): WayBack => {
  const {id: user} = useSession();
  const {pathname, state} = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  const origin = originOf(state);
  const address = `${list}${leftList(user, list)?.search ?? ''}`;
  const toList = (saved?: RecordId): void => {
    if (saved !== undefined) keepSaved(user, list, String(saved));
    // Steps back, where there are any: the list would else lie in the history twice.
    if (origin?.from === list && pathname !== list) return stepBack(navigate, origin.steps);
    return void navigate(address, {state: AS_IT_WAS});
  };
  const back = (): void => (origin === undefined ? toList(record) : stepBack(navigate, origin.steps));
  const link = (run: () => void): BackLink => ({
    component: Link,
    to: address,
    state: AS_IT_WAS,
    onClick: event => {
      if (isItsOwn(event)) return;
      event.preventDefault();
      run();
    },
  });
  return {back, toList, backLink: link(back), listLink: link(() => toList(record))};
};

/** @param name the resource whose list it is */
export const useWayBack = (name: string, record?: RecordId): WayBack => useWayBackTo(screens(useConfig(), useResource(name)).list, record);
