/** Downloads attachments with the token, then saves them by the browser. */
import {useState} from 'react';
import {useToasts} from '../../toasts/useToasts.ts';
import {saveFile} from '../../api/saveFile.ts';
import type {FileSource} from './viewing/viewable.ts';

/** @returns the running download, and a function that runs one and reports its failure */
export const useDownload = <Target,>() => {
  const toasts = useToasts();
  const [fetching, setFetching] = useState<Target>();
  const runDownload = async (target: Target, work: () => Promise<void>): Promise<void> => {
    setFetching(() => target);
    try {
      await work();
    } catch (error) {
      toasts.failed(error);
    } finally {
      setFetching(undefined);
    }
  };
  return {fetching, runDownload};
};

export const downloadSource = async ({fetch, nomeArquivo}: FileSource): Promise<void> => {
  const {blob, name} = await fetch();
  saveFile(blob, name ?? nomeArquivo);
};
