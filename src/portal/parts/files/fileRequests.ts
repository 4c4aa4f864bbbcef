/** The file calls of a record: declared by its resource, else those below its list's path. */
import type {Endpoint, Resource} from '../../../schema/shapes/config.ts';
import {fileCallsOf, fileIdParam} from '../../../schema/parts.ts';
import type {Session} from '../../../schema/session.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import type {RecordFile} from '../../../schema/apiShapes.ts';
import type {FileSource} from '../../fields/files/viewing/viewable.ts';
import {useResource, useSession} from '../../session/context.ts';
import {readErrorBody} from '../../api/errors.ts';
import {download, request, type RequestOptions} from '../../api/http.ts';
import type {TypedFile} from '../../api/payload.ts';

/** Bytes that the server needs to tell a program from a document. */
const HEAD_BYTES = 8192;

type UploadOptions = Pick<RequestOptions, 'signal' | 'onProgress' | 'headers'>;

/** Fields sent with a file besides its type; a declared call also gets record and user. */
const declaredData = ({files}: Resource, {id: idUsuario}: Session, id: number, repeated: unknown): RecordValues => {
  const {record, repeats} = files?.calls ?? {};
  return {...(record === undefined ? {} : {[record]: id, idUsuario}), ...(repeats === undefined ? {} : {[repeats]: repeated})};
};

const makeCalls = (name: string, resource: Resource, session: Session) => {
  const calls = fileCallsOf(name, resource);
  const paramsOf = (call: Endpoint, id: number, file: number) => ({id, [fileIdParam(call)]: file, idUsuario: session.id});
  return {
    list: async (id: number, signal: AbortSignal): Promise<readonly RecordFile[] | null> => {
      const {body} = await request<unknown>(calls.list, {params: {id}, signal});
      return Array.isArray(body) ? body as RecordFile[] : null;
    },
    /** Sends the first bytes for a check (rules: Files 6). @returns the server's objection; undefined: none, or no answer */
    check: async ({file, tipo}: TypedFile): Promise<string | undefined> => {
      if (calls.check === undefined) return undefined;
      const body = new FormData();
      body.append('tipo', tipo);
      body.append('file', file.slice(0, HEAD_BYTES, file.type), file.name);
      try {
        await request(calls.check, {body});
        return undefined;
      } catch (error) {
        return readErrorBody(error).message;
      }
    },
    /** The fields sent with a file; part of its idempotency key. */
    dataOf: (id: number, tipo: string, repeated: unknown): RecordValues => ({tipo, ...declaredData(resource, session, id, repeated)}),
    upload: async (id: number, {file}: TypedFile, data: RecordValues, options: UploadOptions): Promise<void> => {
      const body = new FormData();
      // A call of our own server takes the type as a plain field.
      if (resource.files?.calls === undefined) body.append('tipo', String(data['tipo']));
      else body.append('data', JSON.stringify(data));
      body.append('file', file, file.name);
      await request(calls.upload, {params: {id}, body, ...options});
    },
    remove: async (id: number, file: number): Promise<void> => void await request(calls.remove, {params: paramsOf(calls.remove, id, file)}),
    source: (id: number, {id: file, nomeArquivo, tamanho}: RecordFile): FileSource => ({
      id: file, nomeArquivo, tamanho, fetch: options => download(calls.download, {params: paramsOf(calls.download, id, file), ...options}),
    }),
    archive: (id: number) => download(calls.archive, {params: {id}, headers: {accept: '*/*'}}),
  };
};
export type FileRequests = ReturnType<typeof makeCalls>;

export const useFileCalls = (name: string): FileRequests => makeCalls(name, useResource(name), useSession());
