/** What is undone however the benchmark ends: on its own, by an error, by Ctrl-C or with npm. */

const undoings = new Set<() => void>();

process.on('exit', () => {
  for (const undo of [...undoings].toReversed()) undo();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** @param undo waits for nothing, and may be called twice @returns forgets it */
export const atEnd = (undo: () => void): (() => void) => {
  undoings.add(undo);
  return () => void undoings.delete(undo);
};
