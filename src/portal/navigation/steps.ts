/** What an address carries about the way to it: where somebody came from, and how many steps back that is. */
import type {Location} from 'react-router-dom';

interface Origin {
  /** Steps of the browser's history back to where it began. */
  steps: number;
  /** The path of that. */
  from: string;
  /** The path one step back: a dialog's own screen, where it was opened over one. */
  last: string;
}

const isOrigin = (value: unknown): value is Origin =>
  typeof value === 'object' && value !== null && 'steps' in value && typeof value.steps === 'number' &&
  'from' in value && typeof value.from === 'string' && 'last' in value && typeof value.last === 'string';

const inState = (state: unknown, name: string): unknown =>
  (typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined);

/** Where one came from; undefined for an address that was typed, or opened in another way than from a screen. */
export const originOf = (state: unknown): Origin | undefined => {
  const origin = inState(state, 'origin');
  return isOrigin(origin) ? origin : undefined;
};

/**
 * Going on from a screen that was itself gone on to (a copy from a form, a form from a dialog) still leads back to where it
 * began. A list begins anew: links to one carry nothing.
 */
export const onwardState = ({pathname, state}: Pick<Location<unknown>, 'pathname' | 'state'>): {origin: Origin} => {
  const origin = originOf(state);
  return {origin: {...(origin === undefined ? {steps: 1, from: pathname} : {from: origin.from, steps: origin.steps + 1}), last: pathname}};
};

/** Marks a step that opened something over the screen one was on and nothing else: closing it goes back. */
export const overState = (state: unknown): object => ({...(typeof state === 'object' ? state : {}), over: true});
export const isOver = (state: unknown): boolean => inState(state, 'over') === true;

/** Marks a list that is opened anew and shall be as it was. */
export const AS_IT_WAS = {asItWas: true};
export const isAsItWas = (state: unknown): boolean => inState(state, 'asItWas') === true;
