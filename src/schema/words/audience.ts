/** Portuguese phrases for the profiles that may read something. */
import type {Config} from '../shapes/config.ts';

const AND_LIST = new Intl.ListFormat('pt-BR');

/** Returns 'a equipe' where `see` holds exactly the profiles of the team, else the names of the profiles. */
const listProfileNames = ({profiles}: Pick<Config, 'profiles'>, see: readonly string[]): readonly string[] => {
  const isTeam = Object.entries(profiles).every(([perfil, {team}]) => see.includes(perfil) === (team === true));
  return isTeam ? ['a equipe'] : see.map(perfil => profiles[perfil]?.name ?? perfil);
};

export const formatOnlyProfiles = (config: Pick<Config, 'profiles'>, see: readonly string[]): string =>
  `Só ${AND_LIST.format(listProfileNames(config, see))}`;

/** 'Só a equipe lê', 'Só Adm e Empresa leem'. */
export const formatReaders = (config: Pick<Config, 'profiles'>, see: readonly string[]): string =>
  `${formatOnlyProfiles(config, see)} ${listProfileNames(config, see).length === 1 ? 'lê' : 'leem'}`;
