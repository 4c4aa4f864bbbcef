/** A refusal in words where no input says by itself that it is refused (a file, a group of switches): it takes the focus in its place. */
import FormHelperText from '@mui/material/FormHelperText';

/** In sight, clear of the bars that stay there. */
export const inSight = (element: HTMLElement | null): void => element?.scrollIntoView?.({block: 'nearest'});

/** To the first refusal in a place. @returns whether there is one */
export const focusRefusal = (place: Element | null | undefined): boolean => {
  const first = place?.querySelector<HTMLElement>('[aria-invalid="true"], [data-recusa]');
  first?.focus();
  return Boolean(first);
};

/** What a robot's mark is found by. */
export const MARK = {'data-aviso': '', tabIndex: -1};

/**
 * To the first mark of a robot on the page, but for one: to its words, as keys that lead on would be typed
 * into its input. @returns whether there is one
 */
export const focusMark = (but?: Element | null): boolean => {
  const first = [...document.querySelectorAll<HTMLElement>('[data-aviso]')].find(one => one !== but);
  first?.focus();
  inSight(first ?? null);
  return first !== undefined;
};

export const Refusal = ({id, children}: {id?: string; children: string}) => (
  // Other words are another refusal, to be seen as well.
  <FormHelperText key={children} id={id} ref={inSight} error tabIndex={-1} data-recusa sx={{m: 0}}>{children}</FormHelperText>
);
