/** Files in a bucket of an S3 store. Loaded where one is configured; what any such store can is enough: no write depends on a condition. */
import {Readable} from 'node:stream';
import {
  AbortMultipartUploadCommand, CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListMultipartUploadsCommand,
  paginateListObjectsV2, S3Client, type S3ServiceException,
} from '@aws-sdk/client-s3';
import {Upload} from '@aws-sdk/lib-storage';
import type {Env} from '../env.ts';
import {copyFault, measured} from './checksum.ts';
import {begun, type Listed, type Shelf} from './shelf.ts';

export type S3Env = Pick<Env, 'S3_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN' | 'AWS_REGION'>;

const MIB = 1024 * 1024;
/** What is held of an upload in memory; ten thousand parts are the most, and more than the largest file. */
const PART = 8 * MIB;
/** The most that is copied by one call. */
const COPIED_AT_ONCE = 5 * 1024 * MIB;

/** HTTP's status of an answer that is a part. */
const PARTIAL = 206;
/** How often an answer that breaks is gone on with from where it was. */
const AGAIN = 3;

const SECOND = 1000;
const REQUESTS = {
  connectionTimeout: 5 * SECOND, requestTimeout: 60 * SECOND, throwOnRequestTimeout: true,
  // A download waits for whoever takes it as long as the door lets them.
  socketTimeout: 180 * SECOND,
  // Each download that is under way has one; the door says how many there may be.
  httpAgent: {keepAlive: true, maxSockets: Infinity}, httpsAgent: {keepAlive: true, maxSockets: Infinity},
};

const nameOf = (error: unknown): string => (error as Partial<S3ServiceException>).name ?? '';

/** The store's errors as a file system tells its own. */
const told = (error: unknown, call: string): Error => {
  const {message, $metadata} = error as Partial<S3ServiceException>;
  const isFull = $metadata?.httpStatusCode === 507 || /quota|storagefull/i.test(nameOf(error));
  return Object.assign(new Error(`S3 ${call}: ${nameOf(error)} ${message ?? ''}`, {cause: error}), {
    code: isFull ? 'ENOSPC' : nameOf(error), syscall: call,
  });
};

/** @param env with `S3_URL`: the store's address, the bucket, and what all paths in it begin with, if anything */
export const s3Shelf = ({S3_URL = '', AWS_REGION, ...keys}: S3Env): Shelf => {
  const {origin, pathname} = new URL(S3_URL);
  const [Bucket = '', ...before] = decodeURIComponent(pathname).split('/').filter(part => part !== '');
  const client = new S3Client({
    endpoint: origin, forcePathStyle: true, region: AWS_REGION ?? 'us-east-1', requestHandler: REQUESTS,
    // Each part is signed with its own hash. What the client would add to that, other stores keep as if it were the file's.
    requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED',
    // Without them the client looks where it always does: its files, the machine's own role.
    ...(keys.AWS_ACCESS_KEY_ID === undefined ? {} : {credentials: {
      accessKeyId: keys.AWS_ACCESS_KEY_ID, secretAccessKey: keys.AWS_SECRET_ACCESS_KEY ?? '',
      ...(keys.AWS_SESSION_TOKEN === undefined ? {} : {sessionToken: keys.AWS_SESSION_TOKEN}),
    }}),
  });
  const place = (path: string) => ({Bucket, Key: [...before, path].join('/')});
  /** What all paths below one begin with. */
  const prefixOf = (...below: string[]): string => [...before, ...below].map(part => `${part}/`).join('');
  const root = prefixOf();

  /** What `work` says; undefined where the store says that there is no such file. */
  const asked = async <T>(call: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(nameOf(error))) return undefined;
      throw told(error, call);
    }
  };

  const look: Shelf['look'] = path => asked('HeadObject', async () => {
    const {ContentLength = 0, LastModified} = await client.send(new HeadObjectCommand(place(path)));
    return {size: ContentLength, at: LastModified?.getTime() ?? 0};
  });

  const open: Shelf['open'] = async (path, range) => {
    let at = range?.start ?? 0;
    const ask = () => asked('GetObject', async () => {
      const part = range === undefined && at === 0 ? {} : {Range: `bytes=${at}-${range?.end ?? ''}`};
      const {Body, $metadata: {httpStatusCode}} = await client.send(new GetObjectCommand({...place(path), ...part}));
      const stream = Body as Readable;
      if ('Range' in part && httpStatusCode !== PARTIAL) {
        stream.destroy();
        throw new Error('the store answers a part with the whole');
      }
      await begun(stream);
      return stream;
    });
    let stream = await ask();
    if (stream === undefined) return undefined;
    const chunks = async function* (): AsyncGenerator<Buffer> {
      for (let left = AGAIN; ; left--) {
        try {
          for await (const chunk of stream as AsyncIterable<Buffer>) {
            at += chunk.length;
            yield chunk;
          }
          return;
        } catch (error) {
          stream = left === 0 ? undefined : await ask();
          if (stream === undefined) throw error;
        }
      }
    };
    return Readable.from(chunks(), {objectMode: false}).once('close', () => stream?.destroy());
  };

  const write: Shelf['write'] = async (path, bytes) => {
    const upload = new Upload({client, params: {...place(path), Body: bytes}, queueSize: 1, partSize: PART});
    const sent = await asked('PutObject', () => upload.done()).catch((error: unknown) => {
      const {errored} = bytes;
      // Its own failure, whatever became of the upload's end. A stream that was given up because the store failed says only that.
      throw errored !== null && (errored === (error as Error).cause || errored.name !== 'AbortError') ? errored : error;
    });
    // An answer that was lost: asked again, the store knows the upload no more, for it is done.
    if (sent === undefined && (await look(path)) === undefined) throw told(new Error('the upload is gone'), 'PutObject');
  };

  const remove: Shelf['remove'] = async path => void await asked('DeleteObject', () => client.send(new DeleteObjectCommand(place(path))));

  const copy = (from: string, to: string, size: number): Promise<true | undefined> => asked('CopyObject', async () => {
    const bytes = size > COPIED_AT_ONCE ? await open(from) : undefined;
    if (bytes !== undefined) return write(to, bytes).then(() => true);
    await client.send(new CopyObjectCommand({...place(to), CopySource: encodeURI(`${Bucket}/${place(from).Key}`)}));
    return true;
  });

  const shelf: Shelf = {
    name: `${origin}/${[Bucket, ...before].join('/')}`,
    write, open, look, remove,
    move: async (from, to) => {
      const found = await look(from);
      if (found === undefined || (await copy(from, to, found.size)) === undefined) return false;
      const original = await open(from);
      const fault = original && await copyFault(shelf, to, await measured(original));
      if (fault !== undefined) {
        await remove(to);
        throw told(new Error(`${from}: ${fault}`), 'CopyObject');
      }
      await remove(from);
      return true;
    },
    list: async function* (below): AsyncGenerator<Listed> {
      const pages = paginateListObjectsV2({client}, {Bucket, Prefix: below === undefined ? root : prefixOf(below)});
      try {
        for await (const {Contents = []} of pages) {
          for (const {Key = '', Size = 0, LastModified} of Contents) {
            yield {path: Key.slice(root.length), seen: {size: Size, at: LastModified?.getTime() ?? 0}};
          }
        }
      } catch (error) {
        throw told(error, 'ListObjectsV2');
      }
    },
    dropCut: async before => {
      // Those of one page: the next sweep sees the next one.
      const page = await asked('ListMultipartUploads', () => client.send(new ListMultipartUploadsCommand({Bucket, Prefix: root})));
      const cut = (page?.Uploads ?? []).filter(({Initiated}) => Initiated !== undefined && Initiated.getTime() < before);
      for (const {Key, UploadId} of cut) {
        await asked('AbortMultipartUpload', () => client.send(new AbortMultipartUploadCommand({Bucket, Key, UploadId})));
      }
      return cut.length;
    },
  };
  return shelf;
};
