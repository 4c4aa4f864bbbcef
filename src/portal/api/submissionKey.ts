/** `Idempotency-Key` (rules: Calls 4): one key a submission, reused while its outcome is unknown, so that a retry never runs twice. */
import {useState} from 'react';
import {isRefusedByServer} from './errors.ts';
import type {TypedFile} from './payload.ts';

/** Not `crypto.randomUUID`, because pages without https do not have it. */
export const createIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');

const signature = (data: unknown, files: readonly TypedFile[]): string =>
  JSON.stringify([data, files.map(({file, tipo}) => [tipo, file.name, file.size, file.lastModified])]);

interface SentKey {
  signature: string;
  key: string;
}
export interface SubmissionKeyStore {
  read(): SentKey | undefined;
  /** undefined: its outcome is known. */
  write(sent: SentKey | undefined): void;
}

export interface SubmissionKey {
  /** The key for this content; the last one while the content is unchanged and its outcome unknown. */
  keyFor(data: unknown, files?: readonly TypedFile[]): string;
  /** Call after a failure: a refusal drops the key, an error without an outcome keeps it. */
  refused(error: unknown): void;
  done(): void;
}

/**
 * @param last the last submission while its outcome is unknown
 * @param place persists it beyond the page
 */
export const createSubmissionKey = (last: {current: SentKey | undefined}, place?: SubmissionKeyStore): SubmissionKey => {
  const storeSentKey = (sent: SentKey | undefined): void => {
    last.current = sent;
    place?.write(sent);
  };
  return {
    keyFor: (data, files = []) => {
      const content = signature(data, files);
      const previous = last.current ?? place?.read();
      const sent = previous?.signature === content ? previous : {signature: content, key: createIdempotencyKey()};
      storeSentKey(sent);
      return sent.key;
    },
    refused: error => {
      if (isRefusedByServer(error)) storeSentKey(undefined);
    },
    done: () => storeSentKey(undefined),
  };
};

export const useSubmissionKey = (place?: SubmissionKeyStore): SubmissionKey => {
  const [last] = useState<{current: SentKey | undefined}>({current: undefined});
  return createSubmissionKey(last, place);
};
