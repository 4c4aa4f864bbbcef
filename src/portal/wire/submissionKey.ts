/** `Idempotency-Key` (rules: Calls 4): one key a submission, reused while its outcome is unknown, so that a retry never runs twice. */
import {useState} from 'react';
import {isJudged} from './errors.ts';
import type {TypedFile} from './payload.ts';

/** Not `crypto.randomUUID`, because pages without https do not have it. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');

const signature = (data: unknown, files: readonly TypedFile[]): string =>
  JSON.stringify([data, files.map(({file, tipo}) => [tipo, file.name, file.size, file.lastModified])]);

interface SentKey {
  signature: string;
  key: string;
}
export interface KeyPlace {
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
export const submissionOver = (last: {current: SentKey | undefined}, place?: KeyPlace): SubmissionKey => {
  const storeSentKey = (sent: SentKey | undefined): void => {
    last.current = sent;
    place?.write(sent);
  };
  return {
    keyFor: (data, files = []) => {
      const content = signature(data, files);
      const previous = last.current ?? place?.read();
      const sent = previous?.signature === content ? previous : {signature: content, key: newKey()};
      storeSentKey(sent);
      return sent.key;
    },
    refused: error => {
      if (isJudged(error)) storeSentKey(undefined);
    },
    done: () => storeSentKey(undefined),
  };
};

export const useSubmissionKey = (place?: KeyPlace): SubmissionKey => {
  const [last] = useState<{current: SentKey | undefined}>({current: undefined});
  return submissionOver(last, place);
};
