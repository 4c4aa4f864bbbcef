/** Loaded ahead of the product, as if its config said so: leases and waits of seconds. */
import config from '../../../resources.config.ts';

/** Seconds. */
export const LEASE = 4;
Object.assign(config.resources.tickets.queue ?? {}, {lease: [1, LEASE, 20], retries: [1, 2], budget: 60});
