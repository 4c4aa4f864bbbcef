/** Downloads attachments: the bytes with the token, then the browser's own save. */
import {useState} from 'react';
import {useToasts} from '../../toasts/useToasts.ts';
import {saveFile} from '../../wire/saveFile.ts';
import type {Source} from './viewing/viewable.ts';

/** @returns what is on its way, and what does such work and says where it fails */
export const useDownload = <What,>() => {
  const toasts = useToasts();
  const [fetching, setFetching] = useState<What>();
  const during = async (what: What, work: () => Promise<void>): Promise<void> => {
    setFetching(() => what);
    try {
      await work();
    } catch (error) {
      toasts.failed(error);
    } finally {
      setFetching(undefined);
    }
  };
  return {fetching, during};
};

export const saveSource = async ({fetch, nomeArquivo}: Source): Promise<void> => {
  const {blob, name} = await fetch();
  saveFile(blob, name ?? nomeArquivo);
};
