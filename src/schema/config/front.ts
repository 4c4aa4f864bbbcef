/** What the public screens need of the config: they must not carry the rest (forms, lists, actions). */
import type {Config} from './config.ts';
import type {FieldOf} from './fields.ts';

/** What the login shows before anybody does anything. */
export type Front = Pick<Config, 'product'>;

/** What it says, checks and needs to know once somebody does. */
export interface FrontWords extends Pick<Config, 'product' | 'profiles' | 'messages'> {
  /** The one declaration of what a new password may be. */
  password: FieldOf<'senha'>;
}

/** The limits of a new password; throws for a config whose users have none. */
export const passwordField = (config: Config): FieldOf<'senha'> => {
  const field = config.resources['usuarios']?.fields['senha'];
  if (field?.kind !== 'senha') throw new Error('usuarios.senha is not a password of the config');
  return field;
};

export const frontOf = ({product}: Config): Front => ({product});

export const wordsOf = (config: Config): FrontWords => {
  const {product, profiles, messages} = config;
  return {product, profiles, messages, password: passwordField(config)};
};
