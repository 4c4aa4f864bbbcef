/** Steps back that the app takes by itself, told from a person's own: by the browser's button, a mouse's or a gesture. */
import type {NavigateFunction} from 'react-router-dom';

let taken = false;

export const stepBack = (navigate: NavigateFunction, steps = 1): void => {
  taken = true;
  void navigate(-steps);
};

/** One that a question stopped is not taken: the next may be a person's. */
export const dropStep = (): void => {
  taken = false;
};

/** Whether the step through the history that led here was the app's; to be asked once of each. */
export const wasOwnStep = (): boolean => {
  const was = taken;
  dropStep();
  return was;
};
