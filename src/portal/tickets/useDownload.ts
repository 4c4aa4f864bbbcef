/** Downloads an attachment: the bytes with the token, then the browser's own save. */
import {useState} from 'react';
import type {RecordFile} from '../../schema/wire.ts';
import {useToasts} from '../toasts/index.ts';
import {download} from '../wire/http.ts';
import {saveFile} from '../wire/saveFile.ts';
import {calls} from './ticket.ts';

/** @returns the id of the file on its way, and the function that fetches one */
export const useDownload = () => {
  const toasts = useToasts();
  const [fetching, setFetching] = useState<number>();
  return {
    fetching,
    fetchFile: async ({id, nomeArquivo}: RecordFile): Promise<void> => {
      setFetching(id);
      try {
        const {blob, name} = await download(calls.downloadFile, {params: {id}});
        saveFile(blob, name ?? nomeArquivo);
      } catch (error) {
        toasts.failed(error);
      } finally {
        setFetching(undefined);
      }
    },
  };
};
