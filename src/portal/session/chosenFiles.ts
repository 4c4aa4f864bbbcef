/**
 * The browser's store of files that somebody chose and has not sent (rules: Forms 8): where they are, and that they go. What is in
 * it is written by the part that chooses them; localStorage takes text alone. Apart from `leaving.ts`, which every first screen carries.
 */
export const DATABASE = 'rascunhos';

/** How long a browser may take to remove it, in milliseconds: some never answer, and nobody is to be kept here by that. */
const PATIENCE = 2000;

/** Removes all of it, whoever's it is; `then` follows once, also where the browser has no such store or does not let it go. */
export const forgetChosenFiles = (then: () => void): void => {
  let told = false;
  const tell = (): void => {
    if (!told) then();
    told = true;
  };
  try {
    const gone = indexedDB.deleteDatabase(DATABASE);
    gone.onsuccess = gone.onerror = gone.onblocked = tell;
    setTimeout(tell, PATIENCE);
  } catch {
    tell();
  }
};
