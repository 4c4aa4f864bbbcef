/** A browser's IndexedDB, as far as the portal uses it: requests answer one after the other, and bytes come back as other objects. */
import {vi} from 'vitest';

type Stored = Map<string, unknown>;

class Request {
  result: unknown;
  error: DOMException | null = null;
  onsuccess?: () => void;
  onerror?: () => void;
  onblocked?: () => void;
  onupgradeneeded?: () => void;
}

/** jsdom's files cannot be cloned as the browser does. */
const copyOf = (value: unknown): unknown =>
  (value instanceof File ? new File([value], value.name, {type: value.type, lastModified: value.lastModified}) : structuredClone(value));
const soon = (work: () => void): void => void setTimeout(work);

class Transaction {
  error: DOMException | null = null;
  oncomplete?: () => void;
  onabort?: () => void;
  private waiting: (() => void)[] = [];
  private readonly before: Stored;
  private readonly stored: Stored;
  private readonly isFull: () => boolean;
  constructor(stored: Stored, isFull: () => boolean) {
    this.before = new Map(stored);
    this.stored = stored;
    this.isFull = isFull;
    soon(() => this.next());
  }
  objectStore() {
    return {
      get: (key: string) => this.ask(() => copyOf(this.stored.get(key))),
      getAllKeys: () => this.ask(() => [...this.stored.keys()]),
      delete: (key: string) => this.ask(() => this.stored.delete(key)),
      put: (value: unknown, key: string) => this.ask(() => {
        if (this.isFull()) throw new DOMException('full', 'QuotaExceededError');
        this.stored.set(key, copyOf(value));
      }),
    };
  }
  private ask(work: () => unknown): Request {
    const request = new Request();
    this.waiting.push(() => {
      request.result = work();
      request.onsuccess?.();
    });
    return request;
  }
  private next(): void {
    const work = this.waiting.shift();
    if (work === undefined) return this.oncomplete?.();
    try {
      work();
      soon(() => this.next());
    } catch (error) {
      this.error = error as DOMException;
      this.stored.clear();
      for (const [key, value] of this.before) this.stored.set(key, value);
      this.onabort?.();
    }
  }
}

/** Puts it in the place of what jsdom does not have, until the stubs are taken off. */
export const browserStore = () => {
  const databases = new Map<string, Stored>();
  let full = false;
  const answering = (request: Request, work: () => void): Request => {
    soon(work);
    return request;
  };
  vi.stubGlobal('indexedDB', {
    open: (name: string) => {
      const request = new Request();
      return answering(request, () => {
        const isNew = !databases.has(name);
        const stored = databases.get(name) ?? new Map<string, unknown>();
        databases.set(name, stored);
        request.result = {
          createObjectStore: () => undefined, close: () => undefined, transaction: () => new Transaction(stored, () => full),
        };
        if (isNew) request.onupgradeneeded?.();
        request.onsuccess?.();
      });
    },
    deleteDatabase: (name: string) => {
      const request = new Request();
      return answering(request, () => {
        databases.delete(name);
        request.onsuccess?.();
      });
    },
  });
  return {
    /** The names of the files in it. */
    files: (): string[] => [...databases.values()].flatMap(stored => [...stored.values()])
      .flatMap(value => (value instanceof File ? [value.name] : [])),
    /** What each was given for a type, and whether it was added with it. */
    types: (): [tipo: string, added: boolean][] => [...databases.values()].flatMap(stored => [...stored.values()])
      .flatMap(value => (value instanceof File ? [] : (value as {files: {tipo: string; added: boolean}[]}).files))
      .map(({tipo, added}) => [tipo, added]),
    fill: (): void => {
      full = true;
    },
  };
};
