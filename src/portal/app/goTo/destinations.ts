/** Destinations of 'Ir para': the caller's screens and found records. */
import {mayAccess} from '../../../schema/access.ts';
import type {Config} from '../../../schema/shapes/config.ts';
import type {FieldChoice} from '../../../schema/shapes/fields.ts';
import {statusesOf} from '../../../schema/statuses/statuses.ts';
import {TAB_PARAM, tabsOf} from '../../../schema/lifeCycle/tabs.ts';
import {listSearchedTextFields} from '../../../schema/lists/goTo.ts';
import {matchesWordPrefixes, toComparableWords} from '../../../schema/lists/searchWords.ts';
import {hasScreens, screens} from '../../../schema/paths.ts';
import type {GoToHit} from '../../../schema/apiShapes.ts';
import {ALTERAR_SENHA} from '../../pages/pagePaths.ts';
import {listAddressForOwners} from '../../pages/home/dashboardLinks.ts';
import {buildMenu} from '../../pages/menu.ts';
import type {OwnScreens} from '../../session/ownScreens.ts';

export interface Destination {
  titulo: string;
  endereco: string;
  /** Category: group of the menu, or name of the resource. */
  what: string;
  icon: string;
  status?: FieldChoice;
  /** Tells records of one title apart. */
  detalhes?: string;
  /** The text that contains the match. */
  trecho?: GoToHit['trecho'];
}

export const menuDestinations = (config: Config, perfil: string, pages: OwnScreens['pages']): Destination[] =>
  buildMenu(config, perfil, pages).flatMap(({label = 'Tela', entries}) =>
    entries.map(({label: titulo, icon, to}) => ({titulo, icon, what: label, endereco: to})));

const ALL_OWNERS = {idEmpresa: 0, idFilial: 0};

/** Screens outside the menu: lists with their tabs and statuses, forms of new records, and the password page. */
export const otherDestinations = (config: Config, perfil: string): Destination[] => [
  ...Object.values(config.resources).filter(resource =>
    hasScreens(resource) && mayAccess(resource, 'list', perfil)).flatMap((resource): Destination[] => {
    const {label: {one, many}, icon, list: {createLabel = `Cadastrar ${one}`}, status = ''} = resource;
    const {list, create} = screens(config, resource);
    const filteredList = (titulo: string, filter: Readonly<Record<string, unknown>>, filterIcon = icon): Destination[] => {
      const endereco = listAddressForOwners(config, resource, ALL_OWNERS, filter);
      return endereco === undefined ? [] : [{titulo, what: many, icon: filterIcon, endereco}];
    };
    return [
      {titulo: many, what: 'Lista', icon, endereco: list},
      ...tabsOf(resource, perfil).flatMap(([name, {label}]) => filteredList(label, {[TAB_PARAM]: name})),
      ...statusesOf(resource).flatMap(({id, name, icon: statusIcon}) => filteredList(name, {[status]: id}, statusIcon)),
      ...(mayAccess(resource, 'create', perfil) ? [{titulo: createLabel, what: many, icon, endereco: create}] : []),
    ];
  }),
  {titulo: 'Alterar Senha', what: 'Sua conta', icon: 'usuario', endereco: `${config.product.basename}/${ALTERAR_SENHA}`},
];

/** Lists whose texts the server searches, by resource name, filtered by the text alone. */
export const textSearchLists = (config: Config, perfil: string, text: string): (readonly [name: string, list: Destination])[] =>
  Object.entries(config.resources).flatMap(([name, resource]) => {
    const [filter] = listSearchedTextFields(name, resource, perfil);
    if (filter === undefined || !hasScreens(resource)) return [];
    const endereco = listAddressForOwners(config, resource, ALL_OWNERS, {[filter]: text});
    if (endereco === undefined) return [];
    return [[name, {titulo: `${resource.label.many} com “${text}”`, what: 'Lista', icon: resource.icon, endereco}] as const];
  });

/** True if every word of the text begins a word of the labels. A number must match a whole word, so that 12 does not match 123. */
export const matchesLabels = (text: string, ...labels: readonly string[]): boolean =>
  toComparableWords(text).every(word => labels.some(label =>
    (/^#?\d+$/.test(word) ? toComparableWords(label).includes(word.replace('#', '')) : matchesWordPrefixes(label, [word]))));

/** A found record as a destination; empty for a resource that the config lacks. */
export const recordDestination = (config: Config, {recurso, titulo, endereco, status, detalhes, trecho}: GoToHit): Destination[] => {
  const resource = config.resources[recurso];
  if (resource === undefined) return [];
  const choice = status && (statusesOf(resource).find(({name}) => name === status) ?? {id: status, name: status});
  return [{
    titulo, endereco, what: resource.label.one, icon: resource.icon, ...(choice ? {status: choice} : {}), ...(detalhes ? {detalhes} : {}),
    ...(trecho ? {trecho} : {}),
  }];
};
