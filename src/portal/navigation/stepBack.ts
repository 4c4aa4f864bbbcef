/** Tells the app's own steps back from the person's (browser button, mouse button, gesture). */
import type {NavigateFunction} from 'react-router-dom';

let isOwnStepPending = false;

export const stepBack = (navigate: NavigateFunction, steps = 1): void => {
  isOwnStepPending = true;
  void navigate(-steps);
};

/** Forgets a step that a question stopped, because the next one may be the person's. */
export const cancelStepBack = (): void => {
  isOwnStepPending = false;
};

/** True where the last step through the history was the app's; clears it, so call it once a step. */
export const wasOwnStep = (): boolean => {
  const isOwn = isOwnStepPending;
  cancelStepBack();
  return isOwn;
};
