/** Words of deliveries to other systems (rules: Deliveries 1). */
import type {Config, Endpoint} from '../shapes/config.ts';

/** Events of a webhook besides the statuses of a resource. */
export const [CREATE_EVENT, UPDATE_EVENT, DELETE_EVENT] = ['create', 'update', 'delete'] as const;
export const webhookOperations = [CREATE_EVENT, UPDATE_EVENT, DELETE_EVENT] as const;
export type WebhookOperation = (typeof webhookOperations)[number];

/** Calls of the page of deliveries. */
export const DELIVERY_CALLS = {
  list: 'GET entregas', repeat: 'POST entregas/:id/repetir', skip: 'POST entregas/:id/pular', test: 'POST webhooks/:nome/teste',
} as const satisfies Record<string, Endpoint>;

/** Whether the product delivers to other systems, and so has the page of deliveries. */
export const hasDestinations = ({webhooks = {}}: Pick<Config, 'webhooks'>): boolean => Object.keys(webhooks).length > 0;

/** Profiles that see deliveries and decide about dead ones: the one of the first user. */
export const listDeliveryProfiles = ({profiles}: Pick<Config, 'profiles'>): string[] =>
  Object.keys(profiles).filter(name => profiles[name]?.first === true);

/** Whether a profile has the page of deliveries. */
export const mayDecideDeliveries = (config: Pick<Config, 'profiles' | 'webhooks'>, perfil: string): boolean =>
  hasDestinations(config) && listDeliveryProfiles(config).includes(perfil);
