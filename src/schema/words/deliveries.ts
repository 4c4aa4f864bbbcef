/** Words of deliveries to other systems (rules: Deliveries 1). */
import {ENTREGAS} from '../pages.ts';
import type {Config, Endpoint} from '../shapes/config.ts';

/** Events of a webhook besides the statuses of a resource. */
export const [CREATE_EVENT, UPDATE_EVENT, DELETE_EVENT] = ['create', 'update', 'delete'] as const;
export const webhookOperations = [CREATE_EVENT, UPDATE_EVENT, DELETE_EVENT] as const;
export type WebhookOperation = (typeof webhookOperations)[number];

/** Calls of the page of deliveries. */
export const DELIVERY_CALLS = {
  list: 'GET entregas', repeat: 'POST entregas/:id/repetir', skip: 'POST entregas/:id/pular', test: 'POST webhooks/:nome/teste',
} as const satisfies Record<string, Endpoint>;

/** Whether the product has the page of deliveries: where `menu` names it, because the portal does not know of own code. */
export const hasDeliveriesPage = ({menu}: Pick<Config, 'menu'>): boolean => Object.values(menu).some(entries => ENTREGAS in entries);

/** Profiles that see deliveries and decide about dead ones: the one of the first user. */
export const listDeliveryProfiles = ({profiles}: Pick<Config, 'profiles'>): string[] =>
  Object.keys(profiles).filter(name => profiles[name]?.first === true);

/** Whether a profile has the page of deliveries. */
export const mayDecideDeliveries = (config: Pick<Config, 'profiles' | 'menu'>, perfil: string): boolean =>
  hasDeliveriesPage(config) && listDeliveryProfiles(config).includes(perfil);
