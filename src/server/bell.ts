/** Whoever wrote a mail rings when its transaction is over, and the sender looks at once instead of at its next round. */
export interface Bell {
  ring(): void;
}

/** A bell that one may listen to; until somebody does, ringing is for nothing. */
export const createBell = (): Bell & {onRing(listener: () => void): void} => {
  let listener: (() => void) | undefined;
  return {
    ring: () => listener?.(),
    onRing: heard => {
      listener = heard;
    },
  };
};
