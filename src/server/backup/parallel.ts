/** Does `work` for each item, `atOnce` at a time; the first that fails stops the rest, and is thrown once those under way are over. */
export const inParallel = async <T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const take = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true && !failed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({length: atOnce}, take));
  const broken = results.find(result => result.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
};

/** Files handled at once: what the disk can use, within Node's four threads. */
export const FILES_AT_ONCE = 4;
