/** Memoisation by object identity, for values derived from the immutable config. */

/** Memoises a function of one object in a WeakMap. */
export const onceFor = <A extends object, T extends object>(make: (one: A) => T): ((one: A) => T) => {
  const all = new WeakMap<A, T>();
  return one => {
    const made = all.get(one) ?? make(one);
    all.set(one, made);
    return made;
  };
};

/** Memoises a function of two objects. */
export const onceForEach = <A extends object, B extends object, T extends object>(
  make: (one: A, other: B) => T,
): ((one: A, other: B) => T) => {
  const ofOne = onceFor((one: A) => onceFor((other: B) => make(one, other)));
  return (one, other) => ofOne(one)(other);
};
