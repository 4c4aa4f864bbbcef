/** The way back: to the origin, else to the list in its last state in this tab, else to the plain list. */
import type {MouseEvent} from 'react';
import {Link, useLocation, useNavigate, type Location} from 'react-router-dom';
import {screens} from '../../schema/paths.ts';
import {useConfig, useResource, useSession} from '../session/context.ts';
import {writeSavedRecordId, readListState} from './tabStorage.ts';
import {stepBack} from './stepBack.ts';
import {RESTORED_LIST, originOf} from './locationState.ts';

type RecordId = number | string;

/** Props that make a button a link back. */
interface BackLink {
  component: typeof Link;
  to: string;
  state: object;
  onClick: (event: MouseEvent) => void;
}

export interface WayBack {
  back: () => void;
  /** To the list, also from another origin. `savedId`: the record whose row the list focuses. */
  toList: (savedId?: RecordId) => void;
  backLink: BackLink;
  listLink: BackLink;
}

/** A click that opens another tab or window, or downloads. */
const isBrowserClick = ({button, metaKey, ctrlKey, shiftKey, altKey}: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * @param list the list's path
 * @param record the record on this screen, whose row the list focuses where the list was not the origin
 */
export const useWayBackTo = (list: string, record?: RecordId): WayBack => {
  const {id: user} = useSession();
  const {pathname, state} = useLocation() as Location<unknown>;
  const navigate = useNavigate();
  const origin = originOf(state);
  const address = `${list}${readListState(user, list)?.search ?? ''}`;
  const toList = (savedId?: RecordId): void => {
    if (savedId !== undefined) writeSavedRecordId(user, list, String(savedId));
    // Steps back, because the list would otherwise be in the history twice.
    if (origin?.from === list && pathname !== list) return stepBack(navigate, origin.steps);
    return void navigate(address, {state: RESTORED_LIST});
  };
  const back = (): void => (origin === undefined ? toList(record) : stepBack(navigate, origin.steps));
  const linkProps = (goBack: () => void): BackLink => ({
    component: Link,
    to: address,
    state: RESTORED_LIST,
    onClick: event => {
      if (isBrowserClick(event)) return;
      event.preventDefault();
      goBack();
    },
  });
  return {back, toList, backLink: linkProps(back), listLink: linkProps(() => toList(record))};
};

export const useWayBack = (name: string, record?: RecordId): WayBack => useWayBackTo(screens(useConfig(), useResource(name)).list, record);
