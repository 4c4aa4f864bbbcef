/** Calls of the page of deliveries (rules: Deliveries 5). Separate from `deliveries.ts`, which the menu loads. */
import type {Endpoint} from '../shapes/config.ts';

export const DELIVERY_CALLS = {
  list: 'GET entregas', repeat: 'POST entregas/:id/repetir', skip: 'POST entregas/:id/pular', test: 'POST webhooks/:nome/teste',
} as const satisfies Record<string, Endpoint>;
