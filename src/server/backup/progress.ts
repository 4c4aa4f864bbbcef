/** How far a long command has come, and whether it is still wanted. */
export interface Amount {
  files: number;
  bytes: number;
}

export interface Course {
  /** Hears of each step as often as something happens; who shows it thins it out. */
  progress: (step: string, done: Amount, total?: Amount) => void;
  /** Aborted with the reason to throw. */
  signal: AbortSignal;
}

/** Counts one step. */
export const meter = ({progress}: Course, step: string, total?: Amount): {
  bytes: (more: number) => void;
  file: () => void;
  done: Amount;
} => {
  const done: Amount = {files: 0, bytes: 0};
  const tell = (): void => progress(step, {...done}, total);
  if (total?.files !== 0) tell();
  return {
    done,
    bytes: more => {
      done.bytes += more;
      tell();
    },
    file: () => {
      done.files += 1;
      tell();
    },
  };
};
