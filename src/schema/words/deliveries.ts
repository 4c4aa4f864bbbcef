/** Who sees deliveries to other systems (rules: Deliveries 5): the menu loads this file, and so it holds nothing else. */
import type {Config} from '../shapes/config.ts';

/** Whether a profile has the page of deliveries: the one of the first user, where the product delivers to other systems. */
export const mayDecideDeliveries = ({profiles, webhooks}: Pick<Config, 'profiles' | 'webhooks'>, perfil: string): boolean =>
  webhooks !== undefined && profiles[perfil]?.first === true;
