/** Who alone reads something, in words. */
import type {Config} from '../config/config.ts';

const AND = new Intl.ListFormat('pt-BR');

/** 'Só a equipe', where these are the profiles of the team; else 'Só Adm e Empresa'. */
export const audienceWords = ({profiles}: Pick<Config, 'profiles'>, see: readonly string[]): string => {
  const isTeam = Object.entries(profiles).every(([perfil, {team}]) => see.includes(perfil) === (team === true));
  return `Só ${isTeam ? 'a equipe' : AND.format(see.map(perfil => profiles[perfil]?.name ?? perfil))}`;
};
