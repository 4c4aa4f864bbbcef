/** Downloads attachments: the bytes with the token, then the browser's own save. */
import {useState} from 'react';
import type {RecordFile} from '../../../schema/wire.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {statusOfError} from '../../wire/errors.ts';
import {saveFile} from '../../wire/saveFile.ts';
import {useFileCalls} from './calls.ts';

/** All of them, on their way. */
export const ALL = 'all';

/**
 * @param id the record whose files they are
 * @returns what is on its way, a file by its id or all of them, and the functions that fetch one and all
 */
export const useDownload = (name: string, id: number) => {
  const toasts = useToasts();
  const calls = useFileCalls(name);
  const [fetching, setFetching] = useState<number | typeof ALL>();

  const during = async (what: number | typeof ALL, work: () => Promise<void>): Promise<void> => {
    setFetching(what);
    try {
      await work();
    } catch (error) {
      toasts.failed(error);
    } finally {
      setFetching(undefined);
    }
  };
  const save = async (file: RecordFile): Promise<void> => {
    const {blob, name: given} = await calls.download(id, file.id);
    saveFile(blob, given ?? file.nomeArquivo);
  };
  return {
    fetching,
    fetchFile: (file: RecordFile): Promise<void> => during(file.id, () => save(file)),
    fetchAll: (files: readonly RecordFile[]): Promise<void> => during(ALL, async () => {
      try {
        const {blob, name: given} = await calls.archive(id);
        saveFile(blob, given ?? `${id}.zip`);
      } catch (error) {
        if (statusOfError(error) !== 404) throw error;
        // Another server may have no such call: one after the other.
        for (const file of files) await save(file);
      }
    }),
  };
};
