/** Sends what will be the value of a field (rules: Files 15). */
import type {Endpoint} from '../../../schema/shapes/config.ts';
import type {AttachedFile} from '../../../schema/fields/fileKind.ts';
import {request, type RequestOptions} from '../../wire/http.ts';

/** @param key the same for a file that is sent once more */
export const upload = async (
  call: Endpoint, file: Blob, name: string, key: string, how: Pick<RequestOptions, 'signal' | 'onProgress'> = {},
): Promise<AttachedFile> => {
  const body = new FormData();
  body.append('file', file, name);
  return (await request<AttachedFile>(call, {...how, body, headers: {'idempotency-key': key}})).body;
};
