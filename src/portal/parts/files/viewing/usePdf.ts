/** A document in place, as long as it is shown: its pages, or the sentence why there are none (rules: Files 13). */
import {useEffect, useEffectEvent, useState} from 'react';
import type {RecordFile} from '../../../../schema/wire.ts';
import {useToasts} from '../../../toasts/index.ts';
import {useFileCalls} from '../calls.ts';
import type {Pdf} from './pdf.ts';
import {DOWNLOAD_IT, Unreadable} from './viewable.ts';

const NOT_SHOWN = `Este arquivo não pôde ser mostrado. ${DOWNLOAD_IT}`;

export interface OpenPdf {
  /** undefined: it is on its way, or cannot be shown. */
  pdf?: Pdf;
  /** Why it cannot be shown. */
  problem?: string;
}

/** @param id the record whose file it is */
export const usePdf = (name: string, id: number, file: RecordFile | undefined): OpenPdf => {
  const calls = useFileCalls(name);
  const toasts = useToasts();
  const [shown, setShown] = useState<OpenPdf & {of: number}>();
  const failed = useEffectEvent((error: unknown): OpenPdf => {
    if (!(error instanceof Unreadable)) toasts.failed(error);
    return {problem: error instanceof Unreadable ? error.message : NOT_SHOWN};
  });
  const opened = useEffectEvent(async ({id: of}: RecordFile, signal: AbortSignal, broke: (error: unknown) => void): Promise<Pdf> => {
    const {openPdf} = await import('./pdf.ts');
    return openPdf((from, to) => calls.part(id, of, {from, to, signal}), signal, broke);
  });
  useEffect(() => {
    if (file === undefined) return undefined;
    const leaving = new AbortController();
    const {signal} = leaving;
    const tell = (told: OpenPdf): void => setShown({...told, of: file.id});
    const broke = (error: unknown): void => {
      if (!signal.aborted) tell(failed(error));
    };
    void opened(file, signal, broke).then(pdf => signal.aborted || tell({pdf}), broke);
    return () => leaving.abort();
  }, [file]);
  return shown !== undefined && shown.of === file?.id ? shown : {};
};
