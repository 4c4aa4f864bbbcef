/**
 * The browser's store of files that somebody chose and has not sent (rules: Forms 8): where it is, whose is what, and that a person's go.
 * What is in it is written by the part that chooses them; localStorage takes text alone. Apart from `leaving.ts`, which every first screen
 * carries.
 */
const DATABASE = 'rascunhos';
const STORE = 'arquivos';

/** How long a browser may take to remove them, in milliseconds: some never answer, and nobody is to be kept here by that. */
const PATIENCE = 2000;

/** What every key of a person's begins with. */
export const keysOf = (user: number): string => `${user}.`;

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error ?? new DOMException('no answer', 'UnknownError'));
});

/** Does `work` in one transaction; resolves once it is on the disk. Rejects where the browser has no store, or no room in it. */
export const within = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> => {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
  const database = await answerOf(opening);
  try {
    const transaction = database.transaction(STORE, mode, {durability: 'strict'});
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
    });
    const [answer] = await Promise.all([work(transaction.objectStore(STORE)), ended]);
    return answer;
  } finally {
    database.close();
  }
};

/** Removes a person's, and nobody else's; `then` follows once, also where the browser has no such store or does not answer. */
export const forgetChosenFiles = (user: number, then: () => void): void => {
  const told = Promise.withResolvers<void>();
  const longest = setTimeout(told.resolve, PATIENCE);
  void told.promise.then(then);
  void within('readwrite', async store => {
    const keys = await answerOf(store.getAllKeys() as IDBRequest<string[]>);
    for (const key of keys) if (key.startsWith(keysOf(user))) store.delete(key);
  }).catch(() => undefined).then(() => {
    clearTimeout(longest);
    told.resolve();
  });
};
