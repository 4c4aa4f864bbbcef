/** `Idempotency-Key` (rules: Calls 4): one key a submission, kept while its outcome is unknown, so that a retry never does it twice. */
import {useState} from 'react';
import {isJudged} from './errors.ts';
import type {TypedFile} from './payload.ts';

/** Also where the page is not on https: there `crypto.randomUUID` does not exist. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');

const signature = (data: unknown, files: readonly TypedFile[]): string =>
  JSON.stringify([data, files.map(({file, tipo}) => [tipo, file.name, file.size, file.lastModified])]);

/** A submission whose outcome is unknown: its content, and the key it was sent under. */
interface SentKey {
  signature: string;
  key: string;
}
/** Where the last one is kept, so that it outlives the page. */
export interface KeyPlace {
  read(): SentKey | undefined;
  /** undefined: its outcome is known. */
  write(sent: SentKey | undefined): void;
}

export interface SubmissionKey {
  /** The key for this content: the last one again while it is unchanged and was neither done nor refused. */
  keyFor(data: unknown, files?: readonly TypedFile[]): string;
  /** Call when the server refused: the next try is a submission of its own. What says nothing of the tries before keeps the key. */
  refused(error: unknown): void;
  /** Call when it is done. */
  done(): void;
}

/**
 * @param last the last submission, as long as its outcome is unknown
 * @param place where it is kept as well; without one it is gone with the page
 */
export const submissionOver = (last: {current: SentKey | undefined}, place?: KeyPlace): SubmissionKey => {
  const keep = (sent: SentKey | undefined): void => {
    last.current = sent;
    place?.write(sent);
  };
  return {
    keyFor: (data, files = []) => {
      const content = signature(data, files);
      const known = last.current ?? place?.read();
      const sent = known?.signature === content ? known : {signature: content, key: newKey()};
      keep(sent);
      return sent.key;
    },
    refused: error => {
      if (isJudged(error)) keep(undefined);
    },
    done: () => keep(undefined),
  };
};

/** One of a screen or dialog. */
export const useSubmissionKey = (place?: KeyPlace): SubmissionKey => {
  const [last] = useState<{current: SentKey | undefined}>({current: undefined});
  return submissionOver(last, place);
};
