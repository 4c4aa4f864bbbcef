/** Findings: what a start notices in the rows, as Portuguese sentences with counts, records and advice. */
import {recordAddressById} from '../../../../schema/lists/addresses.ts';
import type {Config, Resource} from '../../../../schema/shapes/config.ts';

export interface Finding {
  /** The config path: `resources.empresas.fields.contato`. */
  at: string;
  sentence: string;
  total: number;
  some: readonly {id: number; address: string}[];
  stops: boolean;
}

export interface RecordSample {
  total: number;
  ids: readonly number[];
}
export const MAX_SAMPLE_IDS = 3;

export const formatCountedNoun = (total: number, singular: string, plural: string): string =>
  `${total.toLocaleString('pt-BR')} ${total === 1 ? singular : plural}`;
export const formatRecordCount = (total: number): string => formatCountedNoun(total, 'registro', 'registros');
export const formatRecordsHave = (total: number): string => formatCountedNoun(total, 'registro tem', 'registros têm');

/** `Empresas, Contato (contato)`. */
export const qualifiedFieldLabel = ({label, fields}: Resource, name: string): string =>
  `${label.many}, ${fields[name]?.label ?? name} (${name})`;

/** The records' addresses, for the administrator's profile. */
export const addressedRecords = (config: Config, of: string, {ids}: Pick<RecordSample, 'ids'>): Finding['some'] => {
  const [first = ''] = Object.entries(config.profiles).find(([, profile]) => profile.first === true) ?? [];
  return ids.map(id => ({id, address: recordAddressById(config, of, id, first) ?? ''}));
};

/** `3 (/adm/empresa/salvar/3), 8 (…) e mais 10`. */
export const formatRecordList = (shown: Finding['some'], total: number): string => {
  const listing = shown.map(({id, address}) => (address === '' ? `${id}` : `${id} (${address})`)).join(', ');
  return total > shown.length ? `${listing} e mais ${(total - shown.length).toLocaleString('pt-BR')}` : listing;
};
