/** All that comes one by one: `Array.fromAsync`, which browsers that the portal counts on do not have, and so no file here. */
export const gathered = async <T>(each: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of each) all.push(one);
  return all;
};
