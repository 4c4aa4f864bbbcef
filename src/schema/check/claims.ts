/** What only one may have: an address, a table, a call. */
import {repeated} from './words.ts';
import type {World} from './world.ts';

export interface Claim {
  /** Where it stands. */
  by: string;
  key: string;
}

/** Who has what belongs to nobody's resource. */
export const PRODUCT = 'o produto';

/** Says so of the last of those that want the same. */
export const checkClaims = (world: World, what: string, claims: readonly Claim[]): void => {
  for (const key of repeated(claims.map(claim => claim.key))) {
    const owners = claims.filter(claim => claim.key === key).map(claim => claim.by);
    world.say(owners.at(-1) ?? '', `${what} "${key}" já é ${owners[0] === PRODUCT ? 'do produto' : `de ${owners[0]}`}`);
  }
};
