/** Times in milliseconds. Only their ratios mean something: the machine has other things to do. */

/** The median of `times` runs, after one that warms up. */
export const median = async (times: number, work: () => Promise<unknown>): Promise<number> => {
  await work();
  const all: number[] = [];
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    await work();
    all.push(performance.now() - start);
  }
  return all.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
};
