/** Files from where they lay to where new ones go, while people work: whoever reads one looks in both places. */
import {Readable} from 'node:stream';
import {readMark} from '../files/identity.ts';
import {MARK, placeIn} from '../files/layout.ts';
import type {Listed, Shelf} from '../files/shelf.ts';
import {FILES_AT_ONCE, inParallel} from './copy.ts';
import {meter, type Amount, type Course} from './progress.ts';

interface Moved extends Amount {
  from: string;
  to: string;
}

/**
 * One that is stopped, by whatever, is gone on with by the next: what was moved lies there no more.
 *
 * @throws Error, one Portuguese sentence: there is one place only, or they hold files of two installations
 */
export const moveFiles = async (shelf: Shelf, course: Course): Promise<Moved> => {
  const {also: from} = shelf;
  if (from === undefined) throw new Error('Não há de onde mover: defina S3_URL, e FILES_IN=pasta para trazer os arquivos de volta.');
  const [here, there] = [await readMark(shelf), await readMark(from)];
  if (there !== undefined && here !== there) throw new Error(
    `${from.name} (identidade ${there}) e ${shelf.name} (identidade ${here ?? ''}) são de instalações diferentes: nada foi movido.`,
  );
  const files: Listed[] = [];
  let bytes = 0;
  for await (const one of from.list()) {
    if (placeIn(one.path) === undefined) continue;
    const seen = one.seen ?? await from.look(one.path);
    bytes += seen?.size ?? 0;
    files.push(one);
  }
  const {file, bytes: moved, done} = meter(course, 'Movendo', {files: files.length, bytes});
  const move = async (path: string): Promise<void> => {
    course.signal.throwIfAborted();
    const stored = await from.open(path);
    // Swept meanwhile.
    if (stored === undefined) return;
    const told = async function* () {
      for await (const chunk of stored as AsyncIterable<Buffer>) {
        moved(chunk.length);
        yield chunk;
      }
    };
    await shelf.write(path, Readable.from(told(), {objectMode: false}));
    await from.remove(path);
  };
  await inParallel(files, FILES_AT_ONCE, async ({path}) => {
    await move(path);
    file();
  });
  // Last: as long as it is there, so may be files of this installation.
  await move(MARK);
  return {...done, from: from.name, to: shelf.name};
};
