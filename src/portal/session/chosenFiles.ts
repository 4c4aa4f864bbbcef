/** IndexedDB store of chosen files that are not sent yet (rules: Forms 8), because localStorage takes text alone. */
const DATABASE = 'rascunhos';
const STORE = 'arquivos';

/** Limit in milliseconds, because some browsers never answer and signing out must not wait for them. */
const CLEANUP_TIMEOUT_MS = 2000;

export const chosenFileKeyPrefix = (user: number): string => `${user}.`;

export const awaitRequest = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error ?? new DOMException('no answer', 'UnknownError'));
});

/** Runs `work` in one transaction; resolves once it is on disk. Rejects where IndexedDB is missing or full. */
export const inTransaction = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> => {
  const openRequest = indexedDB.open(DATABASE, 1);
  openRequest.onupgradeneeded = () => void openRequest.result.createObjectStore(STORE);
  const database = await awaitRequest(openRequest);
  try {
    const transaction = database.transaction(STORE, mode, {durability: 'strict'});
    const completion = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'));
    });
    const [answer] = await Promise.all([work(transaction.objectStore(STORE)), completion]);
    return answer;
  } finally {
    database.close();
  }
};

/** Removes the files of one person; calls `then` once, also where the store fails or does not answer. */
export const removeChosenFiles = (user: number, then: () => void): void => {
  const finished = Promise.withResolvers<void>();
  const timeout = setTimeout(finished.resolve, CLEANUP_TIMEOUT_MS);
  void finished.promise.then(then);
  void inTransaction('readwrite', async store => {
    const keys = await awaitRequest(store.getAllKeys() as IDBRequest<string[]>);
    for (const key of keys) if (key.startsWith(chosenFileKeyPrefix(user))) store.delete(key);
  }).catch(() => undefined).then(() => {
    clearTimeout(timeout);
    finished.resolve();
  });
};
