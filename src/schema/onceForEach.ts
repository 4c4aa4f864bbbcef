/**
 * What is made of two objects, made once for as long as both are there: a field of the config, and the words of a place. Neither is
 * ever changed.
 */
export const onceForEach = <A extends object, B extends object, T extends object>(
  make: (one: A, other: B) => T,
): ((one: A, other: B) => T) => {
  const all = new WeakMap<A, WeakMap<B, T>>();
  return (one, other) => {
    const ofOne = all.get(one) ?? new WeakMap<B, T>();
    all.set(one, ofOne);
    const made = ofOne.get(other) ?? make(one, other);
    ofOne.set(other, made);
    return made;
  };
};
