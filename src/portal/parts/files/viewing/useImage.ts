/** The bytes of a picture as an address of this page's own, as long as it is shown. */
import {useEffect, useEffectEvent, useState} from 'react';
import type {RecordFile} from '../../../../schema/wire.ts';
import {useToasts} from '../../../toasts/index.ts';
import {useFileCalls} from '../calls.ts';
import {imageTypeOf} from './viewable.ts';

export interface Image {
  /** undefined: it is on its way, or did not come. */
  url: string | undefined;
  /** It did not come, which was said. */
  failed: boolean;
}

/** @param id the record whose file it is */
export const useImage = (name: string, id: number, file: RecordFile | undefined): Image => {
  const calls = useFileCalls(name);
  const toasts = useToasts();
  const [shown, setShown] = useState<Image & {of: number}>();
  const fetched = useEffectEvent(async (one: RecordFile, signal: AbortSignal): Promise<string | undefined> => {
    try {
      const {blob} = await calls.download(id, one.id, signal);
      // As what it is called, and not as what the server or its bytes may say.
      return URL.createObjectURL(new Blob([blob], {type: imageTypeOf(one.nomeArquivo) ?? ''}));
    } catch (error) {
      if (!signal.aborted) toasts.failed(error);
      return undefined;
    }
  });
  useEffect(() => {
    if (file === undefined) return undefined;
    const leaving = new AbortController();
    let url: string | undefined;
    void fetched(file, leaving.signal).then(made => {
      url = made;
      if (!leaving.signal.aborted) setShown({of: file.id, url: made, failed: made === undefined});
      else if (made !== undefined) URL.revokeObjectURL(made);
    });
    return () => {
      leaving.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [file]);
  return shown !== undefined && shown.of === file?.id ? shown : {url: undefined, failed: false};
};
