/** Progress and cancellation of long commands. */
export interface Amount {
  files: number;
  bytes: number;
}

export interface Course {
  /** Called at every change; the display throttles. */
  progress: (step: string, done: Amount, total?: Amount) => void;
  signal: AbortSignal;
}

export const meter = ({progress}: Course, step: string, total?: Amount): {
  bytes: (more: number) => void;
  file: () => void;
  done: Amount;
} => {
  const done: Amount = {files: 0, bytes: 0};
  const report = (): void => progress(step, {...done}, total);
  if (total?.files !== 0) report();
  return {
    done,
    bytes: more => {
      done.bytes += more;
      report();
    },
    file: () => {
      done.files += 1;
      report();
    },
  };
};
