/** The `Range` header of a download (RFC 9110, section 14): one range of bytes, or the whole. */
export interface Range {
  start: number;
  /** Inclusive. */
  end: number;
}

/**
 * @returns undefined for the whole file (no header, several ranges, or none that can be read); 'unsatisfiable' where
 *   the range lies outside it
 */
export const rangeOf = (header: string | undefined, size: number): Range | 'unsatisfiable' | undefined => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start > end || start >= size ? 'unsatisfiable' : {start, end};
};
