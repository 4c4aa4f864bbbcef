/** Downloads attachments with the token, then saves them by the browser. */
import {useState} from 'react';
import {useToasts} from '../../toasts/useToasts.ts';
import {saveFile} from '../../wire/saveFile.ts';
import type {Source} from './viewing/viewable.ts';

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
  return {fetching, during: runDownload};
};

export const saveSource = async ({fetch, nomeArquivo}: Source): Promise<void> => {
  const {blob, name} = await fetch();
  saveFile(blob, name ?? nomeArquivo);
};
