/** How options are asked for (rules: Lists 12): by a text, so many at most, by their ids. */
import {ALSO, BULK_MOST} from '../../../schema/words/bulk.ts';
import {OPTION_PARAMS, OPTIONS_MOST} from '../../../schema/lists/options.ts';
import {normalised} from '../../../schema/fields/text.ts';
import {invalidParam} from '../../errors.ts';
import {idIn, typedText} from '../../http/route.ts';

export interface AskedOptions {
  /** Contained, without case and accents; `''`: whatever they are called. */
  text: string;
  /** undefined: all. */
  size: number | undefined;
  /** As they were sent; undefined: whatever their id. */
  ids: readonly string[] | undefined;
}

const {text: TEXT, size: SIZE, ids: IDS} = OPTION_PARAMS;

const sizeIn = (value: unknown): number | undefined => {
  if (value === undefined || value === '') return undefined;
  const size = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(size >= 1 && size <= OPTIONS_MOST)) throw invalidParam(SIZE, `${SIZE} é um número de 1 a ${OPTIONS_MOST}.`);
  return size;
};

/** Repeated, or a list with commas. */
const idsIn = (value: unknown, param: string, most: number): string[] | undefined => {
  const texts = [value ?? ''].flat().flatMap(one => (typeof one === 'string' ? one.split(',') : []));
  const ids = new Set(texts.map(one => one.trim()).filter(one => one !== ''));
  if (ids.size > most) throw invalidParam(param, `${param} aceita até ${most} códigos.`);
  return ids.size === 0 ? undefined : [...ids];
};

const recordId = (param: string, text: string): number => {
  const id = idIn(text);
  if (id === undefined) throw invalidParam(param);
  return id;
};

/** The ids of records that are asked for. @throws Refusal 400 for what is the id of none */
export const recordIds = ({ids}: AskedOptions): number[] | undefined => ids?.map(id => recordId(IDS, id));

/** The other records that something is asked about as well. @throws Refusal 400 for what is the id of none */
export const alsoIn = (query: unknown): number[] => {
  const {[ALSO]: ids} = query as Readonly<Record<string, unknown>>;
  return (idsIn(ids, ALSO, BULK_MOST) ?? []).map(id => recordId(ALSO, id));
};

/** @throws Refusal 400 for a value that is none */
export const askedOptions = (query: unknown): AskedOptions => {
  const {[SIZE]: size, [IDS]: ids} = query as Readonly<Record<string, unknown>>;
  return {text: typedText(query, TEXT), size: sizeIn(size), ids: idsIn(ids, IDS, OPTIONS_MOST)};
};

/** Those of rows at hand that are asked for, as the database finds them among records. */
export const narrowed = <T extends {id: unknown}>(rows: readonly T[], nameOf: (row: T) => string, {text, size, ids}: AskedOptions): T[] => {
  const wanted = normalised(text);
  const found = rows.filter(row => (ids?.includes(String(row.id)) ?? true) && normalised(nameOf(row)).includes(wanted));
  const starts = (row: T): boolean => normalised(nameOf(row)).startsWith(wanted);
  return [...found.filter(starts), ...found.filter(row => !starts(row))].slice(0, size);
};
