/** The part of the config that the public screens load. They do not load the rest (forms, lists, actions). */
import type {Config} from './config.ts';
import type {FieldOf} from './fields.ts';

export type ProductConfig = Pick<Config, 'product'>;

/** Config that the login screen loads once somebody uses it. */
export interface PublicConfig extends Pick<Config, 'product' | 'profiles' | 'messages'> {
  password: FieldOf<'senha'>;
}

/** Returns the limits of a new password. @throws for a config whose users have none */
export const passwordField = (config: Config): FieldOf<'senha'> => {
  const field = config.resources['usuarios']?.fields['senha'];
  if (field?.kind !== 'senha') throw new Error('usuarios.senha is not a password of the config');
  return field;
};

export const pickProductConfig = ({product}: Config): ProductConfig => ({product});

export const pickPublicConfig = (config: Config): PublicConfig => {
  const {product, profiles, messages} = config;
  return {product, profiles, messages, password: passwordField(config)};
};
