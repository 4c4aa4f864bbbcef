/** Texts about chosen files: size, upload progress, storage. */

/** Marks a file that was restored with its form's draft. */
export const RESTORED_LABEL = 'restaurado';
/** Shown where the browser has no store for files (a private window, say), or no space in it. */
export const NOT_STORED_NOTE =
  'Este navegador não pôde guardar os arquivos. Se a página for recarregada, eles precisarão ser escolhidos de novo.';

const UNITS = ['B', 'KB', 'MB', 'GB'];
/** `1,4 MB` */
export const formatFileSize = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${(bytes / 1024 ** power).toLocaleString('pt-BR', {maximumFractionDigits: power === 0 ? 0 : 1})} ${UNITS[power] ?? ''}`;
};

/** `45%` */
export const formatPercent = (share: number): string => share.toLocaleString('pt-BR', {style: 'percent'});

/**
 * Progress of each file from 0 to 1, while they are sent one after the other in one call.
 *
 * @param share progress of all together; undefined: nothing is being sent
 */
export const uploadProgressOf = (
  files: readonly {file: Pick<File, 'size'>}[], share: number | undefined,
): readonly number[] | undefined => {
  if (share === undefined) return undefined;
  let remainingBytes = share * files.reduce((sum, {file}) => sum + file.size, 0);
  return files.map(({file: {size}}) => {
    const sentBytes = Math.min(Math.max(remainingBytes, 0), size);
    remainingBytes -= size;
    return sentBytes / size;
  });
};
