/** Reads the query of select options (rules: Lists 12): text, size, ids. */
import {OTHER_IDS_PARAM, MAX_BULK_RECORDS} from '../../../schema/words/bulk.ts';
import {OPTION_PARAMS, MAX_OPTIONS} from '../../../schema/lists/options.ts';
import {toComparableText} from '../../../schema/fields/text.ts';
import {invalidParam} from '../../errors.ts';
import {parseId, readTextParam} from '../../http/route.ts';

export interface OptionsQuery {
  /** Contained text, without case and accents; `''`: no search. */
  text: string;
  size: number | undefined;
  /** Ids as sent; undefined: any. */
  ids: readonly string[] | undefined;
}

const {text: TEXT, size: SIZE, ids: IDS} = OPTION_PARAMS;

const sizeIn = (value: unknown): number | undefined => {
  if (value === undefined || value === '') return undefined;
  const size = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(size >= 1 && size <= MAX_OPTIONS)) throw invalidParam(SIZE, `${SIZE} é um número de 1 a ${MAX_OPTIONS}.`);
  return size;
};

/** Ids of repeated parameters, or of lists with commas. */
const idsIn = (value: unknown, param: string, maxIds: number): string[] | undefined => {
  const texts = [value ?? ''].flat().flatMap(text => (typeof text === 'string' ? text.split(',') : []));
  const ids = new Set(texts.map(text => text.trim()).filter(text => text !== ''));
  if (ids.size > maxIds) throw invalidParam(param, `${param} aceita até ${maxIds} códigos.`);
  return ids.size === 0 ? undefined : [...ids];
};

const recordId = (param: string, text: string): number => {
  const id = parseId(text);
  if (id === undefined) throw invalidParam(param);
  return id;
};

/** Requested record ids. @throws Refusal 400 for an invalid id */
export const recordIds = ({ids}: OptionsQuery): number[] | undefined => ids?.map(id => recordId(IDS, id));

/** Ids of the further records of a bulk question. @throws Refusal 400 for an invalid id */
export const readAlsoIds = (query: unknown): number[] => {
  const {[OTHER_IDS_PARAM]: ids} = query as Readonly<Record<string, unknown>>;
  return (idsIn(ids, OTHER_IDS_PARAM, MAX_BULK_RECORDS) ?? []).map(id => recordId(OTHER_IDS_PARAM, id));
};

/** @throws Refusal 400 for an invalid value */
export const readOptionsQuery = (query: unknown): OptionsQuery => {
  const {[SIZE]: size, [IDS]: ids} = query as Readonly<Record<string, unknown>>;
  return {text: readTextParam(query, TEXT), size: sizeIn(size), ids: idsIn(ids, IDS, MAX_OPTIONS)};
};

/** Narrows rows in memory like the database narrows records. */
export const narrowOptions = <T extends {id: unknown}>(
  rows: readonly T[], nameOf: (row: T) => string, {text, size, ids}: OptionsQuery,
): T[] => {
  const searchText = toComparableText(text);
  const matches = rows.filter(row => (ids?.includes(String(row.id)) ?? true) && toComparableText(nameOf(row)).includes(searchText));
  const isPrefix = (row: T): boolean => toComparableText(nameOf(row)).startsWith(searchText);
  return [...matches.filter(isPrefix), ...matches.filter(row => !isPrefix(row))].slice(0, size);
};
