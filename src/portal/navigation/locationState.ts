/** Router state of an address: the screen where the way to it began, and how many steps back that is. */
import type {Location} from 'react-router-dom';

interface Origin {
  /** Number of steps back to the origin. */
  steps: number;
  from: string;
  /** The path one step back: of a dialog, the screen beneath it. */
  last: string;
}

const isOrigin = (value: unknown): value is Origin =>
  typeof value === 'object' && value !== null && 'steps' in value && typeof value.steps === 'number' &&
  'from' in value && typeof value.from === 'string' && 'last' in value && typeof value.last === 'string';

const readState = (state: unknown, name: string): unknown =>
  (typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined);

/** The origin in a router state; undefined for an address that was typed. */
export const originOf = (state: unknown): Origin | undefined => {
  const origin = readState(state, 'origin');
  return isOrigin(origin) ? origin : undefined;
};

/** State for the next screen, which keeps the first origin. Links to lists carry none, because a list begins anew. */
export const originState = ({pathname, state}: Pick<Location<unknown>, 'pathname' | 'state'>): {origin: Origin} => {
  const origin = originOf(state);
  return {origin: {...(origin === undefined ? {steps: 1, from: pathname} : {from: origin.from, steps: origin.steps + 1}), last: pathname}};
};

/** Marks a step that only opened an overlay, so that closing it goes back. */
export const overlayState = (state: unknown): object => ({...(typeof state === 'object' ? state : {}), over: true});
export const isOverlayState = (state: unknown): boolean => readState(state, 'over') === true;

export const RESTORED_LIST = {asItWas: true};
export const isRestoredList = (state: unknown): boolean => readState(state, 'asItWas') === true;
