/** Runs one upload at a time, with progress and cancellation. */
import {useRef, useState} from 'react';

interface UploadOptions {
  signal: AbortSignal;
  onProgress?: (share: number) => void;
}

export interface Upload {
  /** Progress from 0 to 1; undefined: no upload runs. */
  share: number | undefined;
  /**
   * Runs `send` unless an upload is running; resolves undefined after a cancellation.
   *
   * @param hasFiles false: no progress is shown
   */
  run<T>(send: (options: UploadOptions) => Promise<T>, hasFiles?: boolean): Promise<T | undefined>;
  cancel: () => void;
}

export const useUpload = (): Upload => {
  const [share, setShare] = useState<number>();
  const running = useRef<AbortController>(undefined);
  return {
    share,
    run: async (send, hasFiles = true) => {
      if (running.current !== undefined) return undefined;
      running.current = new AbortController();
      if (hasFiles) setShare(0);
      try {
        return await send({signal: running.current.signal, ...(hasFiles ? {onProgress: setShare} : {})});
      } catch (error) {
        if (error instanceof DOMException && error.name === 'AbortError') return undefined;
        throw error;
      } finally {
        running.current = undefined;
        setShare(undefined);
      }
    },
    cancel: () => running.current?.abort(),
  };
};
