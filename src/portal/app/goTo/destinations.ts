/** Places that 'Ir para' offers: the screens in this person's menu, records that were found, and where they went last. */
import type {Config} from '../../../schema/config/config.ts';
import {normalised} from '../../../schema/fields/text.ts';
import type {FoundRecord} from '../../../schema/wire.ts';
import {menuOf} from '../../pages/menu.ts';

export interface Destination {
  titulo: string;
  endereco: string;
  /** What it is, in a word. */
  what: string;
  icon: string;
}

export const screensOf = (config: Config, perfil: string): Destination[] =>
  menuOf(config, perfil).flatMap(({label = 'Tela', entries}) =>
    entries.map(({label: titulo, icon, to}) => ({titulo, icon, what: label, endereco: to})));

/** Screens whose name, or whose group's, holds the text. */
export const matching = (screens: readonly Destination[], text: string): Destination[] => {
  const wanted = normalised(text);
  return screens.filter(({titulo, what}) => normalised(titulo).includes(wanted) || normalised(what).startsWith(wanted));
};

/** A record as a place; a resource that this portal does not know is left out. */
export const destinationOf = (config: Config, {recurso, titulo, endereco}: FoundRecord): Destination[] => {
  const resource = config.resources[recurso];
  return resource === undefined ? [] : [{titulo, endereco, what: resource.label.one, icon: resource.icon}];
};
