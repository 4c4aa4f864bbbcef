/**
 * Setup of the server's tests: passwords cost next to nothing. Each person a test makes costs one hash and signs in with another,
 * 50 ms of a core and 19 MiB each; a test that asks what a hash costs, or has some from elsewhere, wants {@link realHashes}.
 */
import crypto from 'node:crypto';
import {syncBuiltinESMExports} from 'node:module';

const CHEAP = {memory: 8, passes: 1};

const cheapen = (): {isReal: boolean} => {
  const {argon2} = crypto;
  const state = {isReal: false};
  crypto.argon2 = (algorithm, parameters, done) => argon2(algorithm, {...parameters, ...(state.isReal ? {} : CHEAP)}, done);
  syncBuiltinESMExports();
  return state;
};
/** Once for all files of a worker: what they share has kept the function. */
const state = ((globalThis as {balcaoHashes?: {isReal: boolean}}).balcaoHashes ??= cheapen());
state.isReal = false;

/** From here to the end of this file passwords are hashed as the product hashes them. */
export const realHashes = (): void => {
  state.isReal = true;
};
