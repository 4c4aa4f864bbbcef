/** A focusable error message for controls without an invalid state of their own (files, a group of switches). */
import FormHelperText from '@mui/material/FormHelperText';

/** Scrolls an element into view, clear of sticky bars by the page's scroll padding. */
export const scrollIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView?.({block: 'nearest'});

/** Focuses the first invalid input or error message. @returns whether there is one */
export const focusRefusal = (container: Element | null | undefined): boolean => {
  const firstRefusal = container?.querySelector<HTMLElement>('[aria-invalid="true"], [data-recusa]');
  firstRefusal?.focus();
  return Boolean(firstRefusal);
};

export const ROBOT_MARK_ATTRIBUTES = {'data-aviso': '', tabIndex: -1};

/** Focuses the text of the first robot mark; not its input, because shortcuts would be typed into it. @returns whether there is one */
export const focusRobotMark = (except?: Element | null): boolean => {
  const firstMark = [...document.querySelectorAll<HTMLElement>('[data-aviso]')].find(element => element !== except);
  firstMark?.focus();
  scrollIntoSight(firstMark ?? null);
  return firstMark !== undefined;
};

export const Refusal = ({id, children}: {id?: string; children: string}) => (
  // Keyed by its text, so that a new message scrolls into view again.
  <FormHelperText key={children} id={id} ref={scrollIntoSight} error tabIndex={-1} data-recusa sx={{m: 0}}>{children}</FormHelperText>
);
