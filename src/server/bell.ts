/** Whoever wrote a mail rings when its transaction is over, and the sender looks at once instead of at its next round. */
export interface Bell {
  ring(): void;
}

/** A bell that some may listen to; until somebody does, ringing is for nothing. */
export const createBell = (): Bell & {onRing(listener: () => void): void} => {
  const listeners: (() => void)[] = [];
  return {
    ring: () => listeners.forEach(listener => listener()),
    onRing: heard => void listeners.push(heard),
  };
};

/** Rung after calls that may have written (`events/writeBell.ts`). */
export type WriteBell = ReturnType<typeof createBell>;
