/** Places that 'Ir para' offers: the screens of this person, records that were found, and where they went last. */
import {mayAccess} from '../../../schema/access.ts';
import type {Config} from '../../../schema/shapes/config.ts';
import type {FieldChoice} from '../../../schema/shapes/fields.ts';
import {statusesOf} from '../../../schema/statuses/statuses.ts';
import {TAB_PARAM, tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {searchedTexts} from '../../../schema/lists/goTo.ts';
import {beginsIn, wordsIn} from '../../../schema/lists/words.ts';
import {hasScreens, screens} from '../../../schema/paths.ts';
import type {FoundRecord} from '../../../schema/wire.ts';
import {ALTERAR_SENHA} from '../../pages/addresses.ts';
import {listAddress} from '../../pages/home/addresses.ts';
import {menuOf} from '../../pages/menu.ts';

export interface Destination {
  titulo: string;
  endereco: string;
  /** What it is, in a word. */
  what: string;
  icon: string;
  /** Where a record stands. */
  status?: FieldChoice;
  /** What tells it from others of its name. */
  detalhes?: string;
  /** The text in which it was found. */
  trecho?: FoundRecord['trecho'];
}

/** The screens of the menu. */
export const screensOf = (config: Config, perfil: string): Destination[] =>
  menuOf(config, perfil).flatMap(({label = 'Tela', entries}) =>
    entries.map(({label: titulo, icon, to}) => ({titulo, icon, what: label, endereco: to})));

const EVERYWHERE = {idEmpresa: 0, idFilial: 0};

/** Screens that the menu does not name: other lists, their tabs, those in one status, new records; and one's own. */
export const furtherOf = (config: Config, perfil: string): Destination[] => [
  ...Object.values(config.resources).filter(one => hasScreens(one) && mayAccess(one, 'list', perfil)).flatMap((resource): Destination[] => {
    const {label: {one, many}, icon, list: {createLabel = `Cadastrar ${one}`}, status = ''} = resource;
    const {list, create} = screens(config, resource);
    const part = (titulo: string, filter: Readonly<Record<string, unknown>>, own = icon): Destination[] => {
      const endereco = listAddress(config, resource, EVERYWHERE, filter);
      return endereco === undefined ? [] : [{titulo, what: many, icon: own, endereco}];
    };
    return [
      {titulo: many, what: 'Lista', icon, endereco: list},
      ...tabsOf(resource, perfil).flatMap(([name, {label}]) => part(label, {[TAB_PARAM]: name})),
      ...statusesOf(resource).flatMap(({id, name, icon: own}) => part(name, {[status]: id}, own)),
      ...(mayAccess(resource, 'create', perfil) ? [{titulo: createLabel, what: many, icon, endereco: create}] : []),
    ];
  }),
  {titulo: 'Alterar Senha', what: 'Sua conta', icon: 'usuario', endereco: `${config.product.basename}/${ALTERAR_SENHA}`},
];

/** The lists whose texts the server searches, by the names of their resources: each filtered by a text, and by nothing else. */
export const searchedLists = (config: Config, perfil: string, text: string): (readonly [name: string, list: Destination])[] =>
  Object.entries(config.resources).flatMap(([name, resource]) => {
    const [filter] = searchedTexts(name, resource, perfil);
    if (filter === undefined || !hasScreens(resource)) return [];
    const endereco = listAddress(config, resource, EVERYWHERE, {[filter]: text});
    if (endereco === undefined) return [];
    return [[name, {titulo: `${resource.label.many} com “${text}”`, what: 'Lista', icon: resource.icon, endereco}] as const];
  });

/** Whether every word begins one that is said; a number is one whole, so that who types it is led to no other. */
export const isMeant = (text: string, ...said: readonly string[]): boolean =>
  wordsIn(text).every(word => said.some(one =>
    (/^#?\d+$/.test(word) ? wordsIn(one).includes(word.replace('#', '')) : beginsIn(one, [word]))));

/** A record as a place; a resource that this portal does not know is left out. */
export const destinationOf = (config: Config, {recurso, titulo, endereco, status, detalhes, trecho}: FoundRecord): Destination[] => {
  const resource = config.resources[recurso];
  if (resource === undefined) return [];
  const choice = status && (statusesOf(resource).find(({name}) => name === status) ?? {id: status, name: status});
  return [{
    titulo, endereco, what: resource.label.one, icon: resource.icon, ...(choice ? {status: choice} : {}), ...(detalhes ? {detalhes} : {}),
    ...(trecho ? {trecho} : {}),
  }];
};
