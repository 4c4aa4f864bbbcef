/** What the tests of a file or of a `describe` share: made before the first of them, closed after the last. */
import {beforeAll} from 'vitest';

/** What `make` makes, filled in when the tests begin: a later `beforeAll` and the tests read it, no line of the file's own. */
export const beforeTests = <Made extends object>(make: () => Promise<Made & {close?: () => Promise<void>}>): Made => {
  const made = {} as Made;
  beforeAll(async () => {
    const {close} = Object.assign(made, await make());
    return close;
  });
  return made;
};
