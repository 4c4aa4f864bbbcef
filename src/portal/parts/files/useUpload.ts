/** One upload at a time, with its progress and a way to stop it. */
import {useRef, useState} from 'react';

export interface Upload {
  /** From 0 to 1 while bytes go up; undefined when nothing does. */
  share: number | undefined;
  /** Runs `send` unless one is running already; an upload that the person stopped resolves undefined. */
  run<T>(send: (options: {signal: AbortSignal; onProgress: (share: number) => void}) => Promise<T>): Promise<T | undefined>;
  cancel(): void;
}

export const useUpload = (): Upload => {
  const [share, setShare] = useState<number>();
  const running = useRef<AbortController>(undefined);
  return {
    share,
    run: async send => {
      if (running.current !== undefined) return undefined;
      running.current = new AbortController();
      setShare(0);
      try {
        return await send({signal: running.current.signal, onProgress: setShare});
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
