/** Memoisation by object identity, for values derived from the immutable config. */

/** Memoises a function of one object in a WeakMap. */
export const memoize = <A extends object, T extends object>(compute: (key: A) => T): ((key: A) => T) => {
  const cache = new WeakMap<A, T>();
  return key => {
    const value = cache.get(key) ?? compute(key);
    cache.set(key, value);
    return value;
  };
};

export const memoizePair = <A extends object, B extends object, T extends object>(
  compute: (first: A, second: B) => T,
): ((first: A, second: B) => T) => {
  const ofOne = memoize((first: A) => memoize((second: B) => compute(first, second)));
  return (first, second) => ofOne(first)(second);
};
