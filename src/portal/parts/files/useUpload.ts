/** One send at a time, with the progress of its files and a way to stop it. */
import {useRef, useState} from 'react';

interface Sending {
  signal: AbortSignal;
  onProgress?: (share: number) => void;
}

export interface Upload {
  /** From 0 to 1 while bytes go up; undefined when nothing does. */
  share: number | undefined;
  /**
   * Runs `send` unless one is running already; one that the person stopped resolves undefined.
   *
   * @param hasFiles whether there is a progress to be told; absent: yes
   */
  run<T>(send: (options: Sending) => Promise<T>, hasFiles?: boolean): Promise<T | undefined>;
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
