/** What the public screens need of the config: the login must not carry the rest (forms, lists, actions). */
import type {Config} from './config.ts';
import type {FieldOf} from './fields.ts';

export interface Front extends Pick<Config, 'product' | 'profiles' | 'messages'> {
  /** The one declaration of what a new password may be. */
  password: FieldOf<'senha'>;
}

/** The limits of a new password; throws for a config whose users have none. */
export const passwordField = (config: Config): FieldOf<'senha'> => {
  const field = config.resources['usuarios']?.fields['senha'];
  if (field?.kind !== 'senha') throw new Error('usuarios.senha is not a password of the config');
  return field;
};

export const frontOf = (config: Config): Front => {
  const {product, profiles, messages} = config;
  return {product, profiles, messages, password: passwordField(config)};
};
