/** Files from where they lay to where new ones go, while people work: whoever reads one looks in both places. */
import {Readable} from 'node:stream';
import {copyFault, counting} from '../files/checksum.ts';
import {readMark} from '../files/identity.ts';
import {MARK, placeIn} from '../files/layout.ts';
import type {Shelf} from '../files/shelf.ts';
import {FILES_AT_ONCE, inParallel} from './copy.ts';
import {meter, type Amount, type Course} from './progress.ts';

/** A file that stays where it was. */
interface Kept {
  path: string;
  motivo: string;
}
interface Moved extends Amount {
  from: string;
  to: string;
  kept: readonly Kept[];
}

/**
 * Moves files. An original goes only when its copy was read back and is the same, byte for byte; where it is not, the copy goes. What was
 * stopped, by whatever, is gone on with by the next: what was moved lies there no more.
 *
 * @returns what was moved, and what stays because its copy is another
 * @throws Error, one Portuguese sentence: there is one place only, or they hold files of two installations
 */
export const moveFiles = async (shelf: Shelf, course: Course): Promise<Moved> => {
  const {also: from, alone: to = shelf} = shelf;
  if (from === undefined) throw new Error('Não há de onde mover: defina S3_URL, e FILES_IN=pasta para trazer os arquivos de volta.');
  const [here, there] = [await readMark(shelf), await readMark(from)];
  if (there !== undefined && here !== there) throw new Error(
    `${from.name} (identidade ${there}) e ${shelf.name} (identidade ${here ?? ''}) são de instalações diferentes: nada foi movido.`,
  );
  const files: {path: string; size: number}[] = [];
  for await (const {path, seen} of from.list()) {
    if (placeIn(path) === undefined) continue;
    const {size = 0} = seen ?? await from.look(path) ?? {};
    files.push({path, size});
  }
  const {file, bytes} = meter(course, 'Movendo', {files: files.length, bytes: files.reduce((sum, {size}) => sum + size, 0)});
  const moved: Amount = {files: 0, bytes: 0};
  const kept: Kept[] = [];
  /** @returns the bytes of what was moved; undefined: nothing was */
  const move = async (path: string, known?: number): Promise<number | undefined> => {
    course.signal.throwIfAborted();
    const stored = await from.open(path);
    // Swept meanwhile.
    if (stored === undefined) return undefined;
    const {parts, checksum} = counting(stored, course.signal, bytes);
    await to.write(path, Readable.from(parts, {objectMode: false}));
    const sent = checksum();
    const isWhole = known === undefined || sent.size === known;
    const motivo = isWhole ? await copyFault(to, path, sent, course.signal) : `foram lidos ${sent.size} bytes de ${known}`;
    if (motivo === undefined) {
      await from.remove(path);
      return sent.size;
    }
    // Whoever reads the file would be given this one.
    await to.remove(path);
    kept.push({path, motivo});
    return undefined;
  };
  await inParallel(files, FILES_AT_ONCE, async ({path, size}) => {
    const done = await move(path, size);
    if (done !== undefined) {
      moved.files += 1;
      moved.bytes += done;
    }
    file();
  });
  // Last: as long as it is there, so may be files of this installation.
  if (kept.length === 0) await move(MARK);
  return {...moved, from: from.name, to: shelf.name, kept: kept.toSorted((a, b) => (a.path < b.path ? -1 : 1))};
};
