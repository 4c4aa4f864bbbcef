/** Calls of the page of deliveries (rules: Deliveries 5). Separate from `deliveries.ts`, which the menu loads. */
import {ENTREGAS} from '../pages.ts';
import type {Config, Endpoint} from '../shapes/config.ts';

export const DELIVERY_CALLS = {
  list: 'GET entregas', repeat: 'POST entregas/:id/repetir', skip: 'POST entregas/:id/pular', test: 'POST webhooks/:nome/teste',
} as const satisfies Record<string, Endpoint>;

/** Whether the product has the page of deliveries: where `menu` names it, because the portal does not know of own code. */
export const hasDeliveriesPage = ({menu}: Pick<Config, 'menu'>): boolean => Object.values(menu).some(entries => ENTREGAS in entries);
