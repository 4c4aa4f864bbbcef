/**
 * The browser's store of files that somebody chose and has not sent (rules: Forms 8): where they are, and that they go. What is in
 * it is written by the part that chooses them; localStorage takes text alone.
 */
export const DATABASE = 'rascunhos';

/** Removes all of it, whoever's it is; `then` follows also where the browser has no such store, or does not let it go. */
export const forgetChosenFiles = (then: () => void): void => {
  try {
    const gone = indexedDB.deleteDatabase(DATABASE);
    gone.onsuccess = gone.onerror = gone.onblocked = then;
  } catch {
    then();
  }
};
