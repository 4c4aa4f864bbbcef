/** Progress and cancellation of long commands. */
export interface FileAmount {
  files: number;
  bytes: number;
}

export interface TaskControl {
  /** Called at every change; the display throttles. */
  progress: (step: string, done: FileAmount, total?: FileAmount) => void;
  signal: AbortSignal;
}

export const createProgressMeter = ({progress}: TaskControl, step: string, total?: FileAmount): {
  bytes: (more: number) => void;
  file: () => void;
  done: FileAmount;
} => {
  const done: FileAmount = {files: 0, bytes: 0};
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
