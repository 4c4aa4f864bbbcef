/**
 * Stores files in an S3 bucket. Uses no conditional writes, because not every S3-compatible store has them. Loaded only when configured.
 */
import {Readable} from 'node:stream';
import {
  AbortMultipartUploadCommand, CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListMultipartUploadsCommand,
  paginateListObjectsV2, S3Client, type S3ServiceException,
} from '@aws-sdk/client-s3';
import {Upload} from '@aws-sdk/lib-storage';
import type {Env} from '../env.ts';
import {describeCopyFault, computeChecksum} from './checksum.ts';
import {waitForFirstBytes, type StorageEntry, type FileStorage} from './storage.ts';

export type S3Env = Pick<Env, 'S3_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN' | 'AWS_REGION'>;

const MIB = 1024 * 1024;
/** Part size of a multipart upload, buffered in memory. S3's limit of 10,000 parts allows more than the largest file. */
const PART_BYTES = 8 * MIB;
const MAX_COPY_BYTES = 5 * 1024 * MIB;

const PARTIAL = 206;
const MAX_RESUMES = 3;

const SECOND_MS = 1000;
const REQUEST_OPTIONS = {
  connectionTimeout: 5 * SECOND_MS, requestTimeout: 60 * SECOND_MS, throwOnRequestTimeout: true,
  // A slow receiver may pause a download as long as the connection limits allow.
  socketTimeout: 180 * SECOND_MS,
  // A running download holds a socket.
  httpAgent: {keepAlive: true, maxSockets: Infinity}, httpsAgent: {keepAlive: true, maxSockets: Infinity},
};

const errorName = (error: unknown): string => (error as Partial<S3ServiceException>).name ?? '';

/** Converts an S3 error to one with `code` and `syscall`, as a file system's. */
const toFileError = (error: unknown, call: string): Error => {
  const {message, $metadata} = error as Partial<S3ServiceException>;
  const isFull = $metadata?.httpStatusCode === 507 || /quota|storagefull/i.test(errorName(error));
  return Object.assign(new Error(`S3 ${call}: ${errorName(error)} ${message ?? ''}`, {cause: error}), {
    code: isFull ? 'ENOSPC' : errorName(error), syscall: call,
  });
};

/** @param env `S3_URL` holds the endpoint, the bucket, and an optional prefix of all keys */
export const createS3Storage = ({S3_URL = '', AWS_REGION, ...credentials}: S3Env): FileStorage => {
  const {origin, pathname} = new URL(S3_URL);
  const [Bucket = '', ...pathPrefix] = decodeURIComponent(pathname).split('/').filter(part => part !== '');
  const client = new S3Client({
    endpoint: origin, forcePathStyle: true, region: AWS_REGION ?? 'us-east-1', requestHandler: REQUEST_OPTIONS,
    // Parts are signed with their own hash. Some stores would save the client's additional checksum as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED',
    // Without credentials the client reads its own files or the machine's role.
    ...(credentials.AWS_ACCESS_KEY_ID === undefined ? {} : {credentials: {
      accessKeyId: credentials.AWS_ACCESS_KEY_ID, secretAccessKey: credentials.AWS_SECRET_ACCESS_KEY ?? '',
      ...(credentials.AWS_SESSION_TOKEN === undefined ? {} : {sessionToken: credentials.AWS_SESSION_TOKEN}),
    }}),
  });
  const objectAddress = (path: string) => ({Bucket, Key: [...pathPrefix, path].join('/')});
  const prefixOf = (...folder: string[]): string => [...pathPrefix, ...folder].map(part => `${part}/`).join('');
  const rootPrefix = prefixOf();

  const callStore = async <T>(call: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(errorName(error))) return undefined;
      throw toFileError(error, call);
    }
  };

  const statFile: FileStorage['stat'] = path => callStore('HeadObject', async () => {
    const {ContentLength = 0, LastModified} = await client.send(new HeadObjectCommand(objectAddress(path)));
    return {size: ContentLength, modifiedMs: LastModified?.getTime() ?? 0};
  });

  const open: FileStorage['open'] = async (path, range) => {
    let position = range?.start ?? 0;
    const openFrom = () => callStore('GetObject', async () => {
      const part = range === undefined && position === 0 ? {} : {Range: `bytes=${position}-${range?.end ?? ''}`};
      const {Body, $metadata: {httpStatusCode}} = await client.send(new GetObjectCommand({...objectAddress(path), ...part}));
      const stream = Body as Readable;
      if ('Range' in part && httpStatusCode !== PARTIAL) {
        stream.destroy();
        throw new Error('the store answers a part with the whole');
      }
      await waitForFirstBytes(stream);
      return stream;
    });
    let stream = await openFrom();
    if (stream === undefined) return undefined;
    const chunks = async function* (): AsyncGenerator<Buffer> {
      for (let retriesLeft = MAX_RESUMES; ; retriesLeft--) {
        try {
          for await (const chunk of stream as AsyncIterable<Buffer>) {
            position += chunk.length;
            yield chunk;
          }
          return;
        } catch (error) {
          stream = retriesLeft === 0 ? undefined : await openFrom();
          if (stream === undefined) throw error;
        }
      }
    };
    return Readable.from(chunks(), {objectMode: false}).once('close', () => stream?.destroy());
  };

  const write: FileStorage['write'] = async (path, bytes) => {
    const upload = new Upload({client, params: {...objectAddress(path), Body: bytes}, queueSize: 1, partSize: PART_BYTES});
    const result = await callStore('PutObject', () => upload.done()).catch((error: unknown) => {
      const {errored} = bytes;
      // Prefers the input stream's own error. An AbortError only says that the stream was given up because the store failed.
      throw errored !== null && (errored === (error as Error).cause || errored.name !== 'AbortError') ? errored : error;
    });
    // A repeated call after a lost answer finds no such upload, because the upload is complete.
    if (result === undefined && (await statFile(path)) === undefined) throw toFileError(new Error('the upload is gone'), 'PutObject');
  };

  const remove: FileStorage['remove'] = async path =>
    void await callStore('DeleteObject', () => client.send(new DeleteObjectCommand(objectAddress(path))));

  const copy = (from: string, to: string, size: number): Promise<true | undefined> => callStore('CopyObject', async () => {
    const bytes = size > MAX_COPY_BYTES ? await open(from) : undefined;
    if (bytes !== undefined) return write(to, bytes).then(() => true);
    await client.send(new CopyObjectCommand({...objectAddress(to), CopySource: encodeURI(`${Bucket}/${objectAddress(from).Key}`)}));
    return true;
  });

  const storage: FileStorage = {
    name: `${origin}/${[Bucket, ...pathPrefix].join('/')}`,
    write, open, stat: statFile, remove,
    move: async (from, to) => {
      const stats = await statFile(from);
      if (stats === undefined || (await copy(from, to, stats.size)) === undefined) return false;
      const original = await open(from);
      const fault = original && await describeCopyFault(storage, to, await computeChecksum(original));
      if (fault !== undefined) {
        await remove(to);
        throw toFileError(new Error(`${from}: ${fault}`), 'CopyObject');
      }
      await remove(from);
      return true;
    },
    list: async function* (folder): AsyncGenerator<StorageEntry> {
      const pages = paginateListObjectsV2({client}, {Bucket, Prefix: folder === undefined ? rootPrefix : prefixOf(folder)});
      try {
        for await (const {Contents = []} of pages) {
          for (const {Key = '', Size = 0, LastModified} of Contents) {
            yield {path: Key.slice(rootPrefix.length), stats: {size: Size, modifiedMs: LastModified?.getTime() ?? 0}};
          }
        }
      } catch (error) {
        throw toFileError(error, 'ListObjectsV2');
      }
    },
    removeUnfinishedUploads: async cutoffMs => {
      const page = await callStore('ListMultipartUploads', () =>
        client.send(new ListMultipartUploadsCommand({Bucket, Prefix: rootPrefix})));
      const unfinishedUploads = (page?.Uploads ?? []).filter(({Initiated}) => Initiated !== undefined && Initiated.getTime() < cutoffMs);
      for (const {Key, UploadId} of unfinishedUploads) {
        await callStore('AbortMultipartUpload', () => client.send(new AbortMultipartUploadCommand({Bucket, Key, UploadId})));
      }
      return unfinishedUploads.length;
    },
  };
  return storage;
};
