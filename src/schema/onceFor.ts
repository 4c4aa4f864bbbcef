/** What the config says does not change while it is there: what follows from it is made once. */

/** What is made of one object, kept as long as that is there. */
export const onceFor = <A extends object, T extends object>(make: (one: A) => T): ((one: A) => T) => {
  const all = new WeakMap<A, T>();
  return one => {
    const made = all.get(one) ?? make(one);
    all.set(one, made);
    return made;
  };
};

/** The same of two: a field, and the words of a place. */
export const onceForEach = <A extends object, B extends object, T extends object>(
  make: (one: A, other: B) => T,
): ((one: A, other: B) => T) => {
  const ofOne = onceFor((one: A) => onceFor((other: B) => make(one, other)));
  return (one, other) => ofOne(one)(other);
};
