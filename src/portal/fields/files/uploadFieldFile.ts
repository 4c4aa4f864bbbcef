/** Uploads the file of a field (rules: Files 15). */
import type {Endpoint} from '../../../schema/shapes/config.ts';
import type {AttachedFile} from '../../../schema/fields/fileKind.ts';
import {request, type RequestOptions} from '../../api/http.ts';

/** @param key idempotency key, the same for a repeat */
export const uploadFieldFile = async (
  call: Endpoint, file: Blob, name: string, key: string, options: Pick<RequestOptions, 'signal' | 'onProgress'> = {},
): Promise<AttachedFile> => {
  const body = new FormData();
  body.append('file', file, name);
  return (await request<AttachedFile>(call, {...options, body, headers: {'idempotency-key': key}})).body;
};
