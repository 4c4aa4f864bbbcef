/** Whether a product delivers to other systems, and who sees it (rules: Deliveries 5). */
import type {Config} from '../shapes/config.ts';

/** Whether the product delivers to other systems, and so has the page of deliveries. */
export const hasDestinations = ({webhooks = {}}: Pick<Config, 'webhooks'>): boolean => Object.keys(webhooks).length > 0;

/** Profiles that see deliveries and decide about dead ones: the one of the first user. */
export const listDeliveryProfiles = ({profiles}: Pick<Config, 'profiles'>): string[] =>
  Object.keys(profiles).filter(name => profiles[name]?.first === true);

/** Whether a profile has the page of deliveries. */
export const mayDecideDeliveries = (config: Pick<Config, 'profiles' | 'webhooks'>, perfil: string): boolean =>
  hasDestinations(config) && listDeliveryProfiles(config).includes(perfil);
