/** What is said of files wherever they are chosen: their bytes as people read them, how much of each has gone up, how they are kept. */

/** Of one that came back with its form's draft. */
export const RESTORED = 'restaurado';
/** Where the browser has no store for them (a private window, say), or no room in it. */
export const NOT_KEPT = 'Este navegador não pôde guardar os arquivos. Se a página for recarregada, eles precisarão ser escolhidos de novo.';

const UNITS = ['B', 'KB', 'MB', 'GB'];
/** `1,4 MB` */
export const sizeText = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** power).toLocaleString('pt-BR', {maximumFractionDigits: power === 0 ? 0 : 1})} ${UNITS[power] ?? ''}`;
};

/** `45%` */
export const shareText = (share: number): string => share.toLocaleString('pt-BR', {style: 'percent'});

/**
 * How much of each file has gone up, from 0 to 1, as they go one after the other in one call.
 *
 * @param share of all of them together; undefined: nothing is on its way
 */
export const sharesOf = (files: readonly {file: Pick<File, 'size'>}[], share: number | undefined): readonly number[] | undefined => {
  if (share === undefined) return undefined;
  let left = share * files.reduce((sum, {file}) => sum + file.size, 0);
  return files.map(({file: {size}}) => {
    const gone = Math.min(Math.max(left, 0), size);
    left -= size;
    return gone / size;
  });
};
