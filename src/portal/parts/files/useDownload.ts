/** Downloads an attachment: the bytes with the token, then the browser's own save. */
import {useState} from 'react';
import type {RecordFile} from '../../../schema/wire.ts';
import {useToasts} from '../../toasts/index.ts';
import {saveFile} from '../../wire/saveFile.ts';
import {useFileCalls} from './calls.ts';

/**
 * @param id the record whose files they are
 * @returns the id of the file on its way, and the function that fetches one
 */
export const useDownload = (name: string, id: number) => {
  const toasts = useToasts();
  const calls = useFileCalls(name);
  const [fetching, setFetching] = useState<number>();
  return {
    fetching,
    fetchFile: async (file: RecordFile): Promise<void> => {
      setFetching(file.id);
      try {
        const {blob, name: given} = await calls.download(id, file.id);
        saveFile(blob, given ?? file.nomeArquivo);
      } catch (error) {
        toasts.failed(error);
      } finally {
        setFetching(undefined);
      }
    },
  };
};
