/** Files that go up in a call each: how far each is, and a way to stop one while the others go on. */
import {useState} from 'react';
import type {TypedFile} from '../../wire/payload.ts';
import type {Upload} from './useUpload.ts';

interface OneByOne {
  /** How much of each has gone up, from 0 to 1; of those that wait, none. Empty: nothing is on its way. */
  shares: ReadonlyMap<File, number>;
  /** Stops one, on its way or waiting: it stays chosen. */
  stop: (file: File) => void;
  /**
   * Sends them in their order, one at a time.
   *
   * @param one sends one; what it throws ends the whole, unless that file was stopped
   */
  send: (files: readonly TypedFile[], one: (file: TypedFile, how: Going) => Promise<void>) => Promise<void>;
}
interface Going {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

export const useOneByOne = (upload: Upload): OneByOne => {
  const [shares, setShares] = useState<ReadonlyMap<File, number>>(new Map());
  const [stops, setStops] = useState<ReadonlyMap<File, AbortController>>(new Map());
  const leave = (file: File): void => setShares(now => new Map([...now].filter(([one]) => one !== file)));
  return {
    shares,
    stop: file => {
      stops.get(file)?.abort();
      leave(file);
    },
    send: (files, one) => upload.run(async ({signal, onProgress}) => {
      const each = new Map(files.map(({file}) => [file, new AbortController()]));
      setStops(each);
      setShares(new Map(files.map(({file}) => [file, 0])));
      try {
        for (const [at, typed] of files.entries()) {
          const own = each.get(typed.file)?.signal ?? signal;
          if (own.aborted) continue;
          const told = (share: number): void => {
            setShares(now => (now.has(typed.file) ? new Map([...now, [typed.file, share]]) : now));
            onProgress((at + share) / files.length);
          };
          try {
            await one(typed, {signal: AbortSignal.any([signal, own]), onProgress: told});
          } catch (error) {
            if (!own.aborted || signal.aborted) throw error;
          }
          leave(typed.file);
        }
      } finally {
        setShares(new Map());
      }
    }),
  };
};
