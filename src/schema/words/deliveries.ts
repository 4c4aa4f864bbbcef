/** Who sees deliveries to other systems (rules: Deliveries 5): the menu loads this file, and so it holds nothing else. */
import type {Config} from '../shapes/config.ts';

/** Whether a profile decides about deliveries, on the page that `menu` names: the one of the first user. */
export const mayDecideDeliveries = ({profiles}: Pick<Config, 'profiles'>, perfil: string): boolean => profiles[perfil]?.first === true;
