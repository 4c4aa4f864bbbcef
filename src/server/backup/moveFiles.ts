/** Moves files from the fallback to the primary storage. The server may run, because it reads from both. */
import {Readable} from 'node:stream';
import {describeCopyFault, trackChecksum} from '../files/checksum.ts';
import {readStorageIdentity} from '../files/identity.ts';
import {IDENTITY_FILE, parseStoredPath} from '../files/layout.ts';
import type {FileStorage} from '../files/storage.ts';
import {MAX_PARALLEL_FILES, inParallel} from './sealedFiles.ts';
import {createProgressMeter, type FileAmount, type TaskControl} from './progress.ts';

interface KeptFile {
  path: string;
  motivo: string;
}
interface MoveResult extends FileAmount {
  from: string;
  to: string;
  kept: readonly KeptFile[];
}

/**
 * Moves files. An original is removed only after its copy was read back and compared; a different copy is removed. An interrupted run is
 * resumed by the next one.
 *
 * @returns counts, and the files left in place
 * @throws Error, one Portuguese sentence: only one storage, or two installations' files
 */
export const moveFiles = async (target: FileStorage, control: TaskControl): Promise<MoveResult> => {
  const {fallback: from, primary: to = target} = target;
  if (from === undefined) throw new Error('Não há de onde mover: defina S3_URL, e FILES_IN=pasta para trazer os arquivos de volta.');
  const [ownIdentity, sourceIdentity] = [await readStorageIdentity(target), await readStorageIdentity(from)];
  if (sourceIdentity !== undefined && ownIdentity !== sourceIdentity) throw new Error(
    `${from.name} (identidade ${sourceIdentity}) e ${target.name} (identidade ${ownIdentity ?? ''}) ` +
    'são de instalações diferentes: nada foi movido.',
  );
  const files: {path: string; size: number}[] = [];
  for await (const {path, stats} of from.list()) {
    if (parseStoredPath(path) === undefined) continue;
    const {size = 0} = stats ?? await from.stat(path) ?? {};
    files.push({path, size});
  }
  const {file, bytes} = createProgressMeter(control, 'Movendo', {files: files.length, bytes: files.reduce((sum, {size}) => sum + size, 0)});
  const moved: FileAmount = {files: 0, bytes: 0};
  const keptFiles: KeptFile[] = [];
  /** @returns moved bytes; undefined where nothing was moved */
  const move = async (path: string, expectedSize?: number): Promise<number | undefined> => {
    control.signal.throwIfAborted();
    const content = await from.open(path);
    if (content === undefined) return undefined;
    const {parts, checksum} = trackChecksum(content, control.signal, bytes);
    await to.write(path, Readable.from(parts, {objectMode: false}));
    const sent = checksum();
    const isComplete = expectedSize === undefined || sent.size === expectedSize;
    const motivo = isComplete
      ? await describeCopyFault(to, path, sent, control.signal)
      : `foram lidos ${sent.size} bytes de ${expectedSize}`;
    if (motivo === undefined) {
      await from.remove(path);
      return sent.size;
    }
    // Removes the wrong copy, because readers prefer it.
    await to.remove(path);
    keptFiles.push({path, motivo});
    return undefined;
  };
  await inParallel(files, MAX_PARALLEL_FILES, async ({path, size}) => {
    const movedBytes = await move(path, size);
    if (movedBytes !== undefined) {
      moved.files += 1;
      moved.bytes += movedBytes;
    }
    file();
  });
  // Moves the identity file last, because it marks a storage that may hold files of this installation.
  if (keptFiles.length === 0) await move(IDENTITY_FILE);
  return {...moved, from: from.name, to: target.name, kept: keptFiles.toSorted((a, b) => (a.path < b.path ? -1 : 1))};
};
