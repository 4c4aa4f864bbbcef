/** `Idempotency-Key` (rules: Calls 4): one key a submission, kept while its outcome is unknown, so that a retry never does it twice. */
import {useRef} from 'react';
import {statusOfError} from './errors.ts';
import type {TypedFile} from './payload.ts';

/** Also where the page is not on https: there `crypto.randomUUID` does not exist. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');

const signature = (data: unknown, files: readonly TypedFile[]): string =>
  JSON.stringify([data, files.map(({file, tipo}) => [tipo, file.name, file.size, file.lastModified])]);

export interface SubmissionKey {
  /** The key for this content: the last one again while it is unchanged and was neither done nor refused. */
  keyFor(data: unknown, files?: readonly TypedFile[]): string;
  /** Call when the server refused: the next try is a submission of its own. A lost connection keeps the key. */
  refused(error: unknown): void;
  /** Call when it is done. */
  done(): void;
}

export const useSubmissionKey = (): SubmissionKey => {
  const last = useRef<{signature: string; key: string} | undefined>(undefined);
  return {
    keyFor: (data, files = []) => {
      const content = signature(data, files);
      if (last.current?.signature !== content) last.current = {signature: content, key: newKey()};
      return last.current.key;
    },
    refused: error => {
      const status = statusOfError(error) ?? 0;
      if (status >= 400 && status < 500) last.current = undefined;
    },
    done: () => {
      last.current = undefined;
    },
  };
};
