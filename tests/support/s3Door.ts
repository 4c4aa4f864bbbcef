/** An S3 store for tests: signatures checked, multipart, ranges, lists; what goes wrong with real ones it does when it is told to. */
import {createHash, createHmac, randomUUID} from 'node:crypto';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {buffer} from 'node:stream/consumers';
import {setTimeout} from 'node:timers/promises';
import type {S3Env} from '../../src/server/files/s3Storage.ts';

/**
 * `slow`: done a moment later. `busy`: 503, nothing is done. `half`: the answer breaks in its middle. `lost`: it is done, and nobody
 * hears of it. `full`: 507. `denied`: 403.
 * `whole`: all is answered where a part is asked for.
 */
export type Fault = 'slow' | 'busy' | 'half' | 'lost' | 'full' | 'denied' | 'whole';
/** Milliseconds. */
const MOMENT = 300;

interface Stored {
  bytes: Buffer;
  at: Date;
}
interface Cut {
  key: string;
  at: Date;
  parts: Map<number, Buffer>;
}

export interface S3Door {
  /** What reaches it: the bucket `balcao`, all paths beginning with `arquivos/`. */
  env: S3Env;
  /** By their whole keys. */
  objects: Map<string, Stored>;
  /** Uploads on their way, by id. */
  uploads: Map<string, Cut>;
  /** Names of the calls so far, as S3's own document has them. */
  calls: string[];
  /** Breaks the next ones of a call, one after the other. */
  breaks(call: string, ...faults: Fault[]): void;
  /** Keeps something else of what it is sent, or nothing (undefined), until it is called again. */
  keeps(other?: (bytes: Buffer) => Buffer | undefined): void;
  /** Answers nothing any more until it is called again. */
  away(isAway: boolean): void;
  close(): Promise<void>;
}

/** What a store that is not to be trusted keeps of what it is sent. */
export const LIES: readonly (readonly [what: string, kept: (bytes: Buffer) => Buffer | undefined])[] = [
  ['half of it', bytes => bytes.subarray(0, bytes.length / 2)], ['other bytes of the same length', bytes => Buffer.alloc(bytes.length, 1)],
  ['nothing', () => undefined],
];

/** The address of a bucket of another store, with its key in the usual variables: a second opinion of what this door takes a store to be. */
export const OTHER_STORE = process.env['TEST_S3_URL'];
/** What reaches a place of its own there. */
export const otherStore = (name: string = randomUUID()): S3Env => ({S3_URL: `${OTHER_STORE}/${name}`});
/** Where files may lie: what holds of one holds of each. */
export const PLACES = ['a folder', 'a bucket', ...(OTHER_STORE === undefined ? [] : ['a bucket of another store'])] as const;

const BUCKET = 'balcao';
const [KEY_ID, SECRET] = ['chave-de-teste', 'segredo-de-teste'];
/** Keys told by one list: two pages where there are more. */
const PAGE = 40;
const SMALLEST_PART = 5 * 1024 * 1024;

class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const strictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const xml = (text: string): string => text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`);
const tag = (name: string, ...inside: (string | number)[]): string => `<${name}>${inside.join('')}</${name}>`;
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Signature version 4 (docs: Authenticating Requests). @throws S3Error for what is not signed with our key, or altered after it was */
const demandSigned = (request: IncomingMessage, url: URL, body: Buffer): void => {
  const {headers} = request;
  const [, id = '', scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? [];
  if (id !== KEY_ID) throw new S3Error(403, 'InvalidAccessKeyId');
  const payload = String(headers['x-amz-content-sha256']);
  if (!/^[0-9a-f]{64}$/.test(payload)) throw new S3Error(501, 'NotImplemented');
  if (payload !== sha256(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  const query = [...url.searchParams].map(([name, value]) => `${strictly(name)}=${strictly(value)}`).toSorted().join('&');
  const named = signed.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, named, signed, payload].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${SECRET}`);
  if (hmac(key, text).toString('hex') !== signature) throw new S3Error(403, 'SignatureDoesNotMatch');
};

/** The name of a call, by what only it has. */
const callOf = ({method = '', headers}: IncomingMessage, query: URLSearchParams, key: string): string => {
  if (key === '') return query.has('uploads') ? 'ListMultipartUploads' : 'ListObjectsV2';
  if (method === 'POST') return query.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload';
  if (method === 'DELETE') return query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject';
  if (method !== 'PUT') return method === 'HEAD' ? 'HeadObject' : 'GetObject';
  if (query.has('partNumber')) return 'UploadPart';
  return headers['x-amz-copy-source'] === undefined ? 'PutObject' : 'CopyObject';
};

interface Told {
  status?: number;
  headers?: Record<string, string | number>;
  body?: Buffer | string;
}

export const openS3Door = async (): Promise<S3Door> => {
  const objects: S3Door['objects'] = new Map();
  const uploads: S3Door['uploads'] = new Map();
  const calls: string[] = [];
  const faults = new Map<string, Fault[]>();
  const asSent = (bytes: Buffer): Buffer | undefined => bytes;
  let keeping = asSent;
  let isAway = false;

  const stored = (key: string): Stored => {
    const found = objects.get(key);
    if (found === undefined) throw new S3Error(404, 'NoSuchKey');
    return found;
  };
  const upload = (query: URLSearchParams): Cut => {
    const found = uploads.get(query.get('uploadId') ?? '');
    if (found === undefined) throw new S3Error(404, 'NoSuchUpload');
    return found;
  };
  const keep = (key: string, bytes: Buffer): Told => {
    const kept = keeping(bytes);
    if (kept !== undefined) objects.set(key, {bytes: kept, at: new Date()});
    return {headers: {etag: etagOf(bytes)}};
  };

  type Call = (key: string, query: URLSearchParams, body: Buffer, headers: IncomingMessage['headers']) => Told;
  const answers: Readonly<Record<string, Call>> = {
    PutObject: (key, _query, body) => keep(key, body),
    CopyObject: (key, _query, _body, headers) => {
      const from = decodeURIComponent(String(headers['x-amz-copy-source'])).replace(/^\//, '').slice(BUCKET.length + 1);
      const {etag = ''} = keep(key, stored(from).bytes).headers ?? {};
      return {body: tag('CopyObjectResult', tag('ETag', etag))};
    },
    GetObject: (key, _query, _body, {range}) => {
      const {bytes} = stored(key);
      const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
      const part = start === undefined ? bytes : bytes.subarray(Number(start), end === '' ? bytes.length : Number(end) + 1);
      return {status: start === undefined ? 200 : 206, body: part, headers: {etag: etagOf(bytes), 'content-length': part.length}};
    },
    HeadObject: key => {
      const {bytes, at} = stored(key);
      return {headers: {etag: etagOf(bytes), 'content-length': bytes.length, 'last-modified': at.toUTCString()}};
    },
    DeleteObject: key => {
      objects.delete(key);
      return {status: 204};
    },
    ListObjectsV2: (_key, query) => {
      const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
      const found = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).toSorted();
      const page = found.slice(0, PAGE);
      const told = page.map(key => tag('Contents', tag('Key', xml(key)), tag('Size', stored(key).bytes.length),
        tag('LastModified', stored(key).at.toISOString())));
      const more = found.length > PAGE ? tag('NextContinuationToken', xml(page.at(-1) ?? '')) : '';
      return {body: tag('ListBucketResult', tag('IsTruncated', String(found.length > PAGE)), more, ...told)};
    },
    ListMultipartUploads: () => ({body: tag('ListMultipartUploadsResult', ...[...uploads].map(([id, {key, at}]) =>
      tag('Upload', tag('Key', xml(key)), tag('UploadId', id), tag('Initiated', at.toISOString()))))}),
    CreateMultipartUpload: key => {
      const id = randomUUID();
      uploads.set(id, {key, at: new Date(), parts: new Map()});
      return {body: tag('InitiateMultipartUploadResult', tag('UploadId', id))};
    },
    UploadPart: (_key, query, body) => {
      upload(query).parts.set(Number(query.get('partNumber')), body);
      return {headers: {etag: etagOf(body)}};
    },
    CompleteMultipartUpload: (key, query, body) => {
      const {parts} = upload(query);
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number));
      const chosen = numbers.map(number => parts.get(number) ?? Buffer.alloc(0));
      if (chosen.slice(0, -1).some(part => part.length < SMALLEST_PART)) throw new S3Error(400, 'EntityTooSmall');
      const {etag = ''} = keep(key, Buffer.concat(chosen)).headers ?? {};
      uploads.delete(query.get('uploadId') ?? '');
      return {body: tag('CompleteMultipartUploadResult', tag('ETag', etag))};
    },
    AbortMultipartUpload: (_key, query) => {
      upload(query);
      uploads.delete(query.get('uploadId') ?? '');
      return {status: 204};
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://door');
    const body = await buffer(request);
    const [, bucket = '', ...path] = decodeURIComponent(url.pathname).split('/');
    const key = path.join('/');
    const call = callOf(request, url.searchParams, key);
    calls.push(call);
    const fault = faults.get(call)?.shift();
    if (isAway) return void request.socket.destroy();
    try {
      demandSigned(request, url, body);
      if (bucket !== BUCKET) throw new S3Error(404, 'NoSuchBucket');
      if (fault === 'slow') await setTimeout(MOMENT);
      if (fault === 'busy') throw new S3Error(503, 'SlowDown');
      if (fault === 'denied') throw new S3Error(403, 'AccessDenied');
      if (fault === 'full') throw new S3Error(507, 'XMinioStorageFull');
      const {status = 200, headers = {}, body: told = ''} = answers[call]!(
        key, url.searchParams, body, fault === 'whole' ? {} : request.headers,
      );
      if (fault === 'lost') return void request.socket.destroy();
      response.writeHead(status, headers);
      if (fault !== 'half') return void response.end(told);
      response.write(told.slice(0, told.length / 2), () => request.socket.destroy());
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      response.writeHead(error.status, {'content-type': 'application/xml'}).end(tag('Error', tag('Code', error.code)));
    }
  };

  const server = createServer((request, response) => {
    // A caller that goes away in the middle of what it sends.
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const {port} = server.address() as AddressInfo;
  return {
    env: {S3_URL: `http://127.0.0.1:${port}/${BUCKET}/arquivos`, AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET},
    objects, uploads, calls,
    breaks: (call, ...list) => void faults.set(call, list),
    keeps: (other = asSent) => {
      keeping = other;
    },
    away: value => {
      isAway = value;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => {
        server.close(resolve);
      });
    },
  };
};
