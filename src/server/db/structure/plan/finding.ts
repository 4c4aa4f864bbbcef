/** What a start finds in the rows, in words: what, how many, which, and what to do. */
import {addressById} from '../../../../schema/lists/addresses.ts';
import type {Config, Resource} from '../../../../schema/config/config.ts';

export interface Finding {
  /** Where the config says, or said, what it is about: `resources.empresas.fields.contato`. */
  at: string;
  /** One line of Portuguese. */
  sentence: string;
  /** How many records. */
  total: number;
  /** The first of them. */
  some: readonly {id: number; address: string}[];
  /** Whether a start goes no further. */
  stops: boolean;
}

/** Records that a question found: how many, and the numbers of the first. */
export interface Found {
  total: number;
  ids: readonly number[];
}
/** How many of them are told by their numbers. */
export const MOST = 3;

export const amount = (total: number, one: string, many: string): string => `${total.toLocaleString('pt-BR')} ${total === 1 ? one : many}`;
export const records = (total: number): string => amount(total, 'registro', 'registros');
export const having = (total: number): string => amount(total, 'registro tem', 'registros têm');

/** `Empresas, Contato (contato)`. */
export const called = ({label, fields}: Resource, name: string): string => `${label.many}, ${fields[name]?.label ?? name} (${name})`;

/** Where each opens for whoever administers the product. */
export const someOf = (config: Config, of: string, {ids}: Pick<Found, 'ids'>): Finding['some'] => {
  const [first = ''] = Object.entries(config.profiles).find(([, profile]) => profile.first === true) ?? [];
  return ids.map(id => ({id, address: addressById(config, of, id, first) ?? ''}));
};

/** `3 (/adm/empresa/salvar/3), 8 (…) e mais 10`. */
export const which = (some: Finding['some'], total: number): string => {
  const each = some.map(({id, address}) => (address === '' ? `${id}` : `${id} (${address})`)).join(', ');
  return total > some.length ? `${each} e mais ${(total - some.length).toLocaleString('pt-BR')}` : each;
};
