/** Value of an `arquivo` field, which is one file, and its calls for upload and download. */
// zod/mini, because the portal loads this module.
import * as z from 'zod/mini';
import type {Endpoint, Resource} from '../shapes/config.ts';
import {apiOf, parseEndpoint} from '../paths.ts';
import type {FieldOf} from '../shapes/fields.ts';
import {PLAIN_KIND, type KindRule} from './kindRule.ts';

/** A file as a value. `id` is 0 during the upload. */
export interface AttachedFile {
  id: number;
  nomeArquivo: string;
  /** Bytes. */
  tamanho: number;
  /** Download path below the API, of a stored record's file. */
  caminho?: string;
  /** Key of the running upload. */
  envio?: string;
}

const isAttached = (value: unknown): value is AttachedFile => {
  const {id, nomeArquivo, tamanho} = (value ?? {}) as Partial<AttachedFile>;
  return Number.isInteger(id) && Number(id) >= 0 && typeof nomeArquivo === 'string' && typeof tamanho === 'number';
};
/** Returns a value that is a file; undefined for any other value. */
export const asAttachedFile = (value: unknown): AttachedFile | undefined => (isAttached(value) ? value : undefined);

export const fileKindRule = {
  bare: raw => {
    if (!isAttached(raw)) return raw === '' ? null : raw ?? null;
    return {id: raw.id, nomeArquivo: raw.nomeArquivo, tamanho: raw.tamanho};
  },
  schema: (_field, messages) => z.unknown().check(
    z.refine(isAttached, messages.invalid), z.refine(value => !isAttached(value) || value.id > 0, messages.notUploaded),
  ),
  format: value => asAttachedFile(value)?.nomeArquivo ?? '',
  empty: null as AttachedFile | null,
  filter: 'none', ...PLAIN_KIND, column: 'read', prose: true, alone: false,
} as const satisfies KindRule<FieldOf<'arquivo'>>;

/** Returns the calls of a field's file: the upload before the record is saved, and the download of a stored record's file. */
export const fileFieldCalls = (name: string, resource: Resource, field: string): {upload: Endpoint; download: Endpoint} => {
  const {path} = parseEndpoint(apiOf(name, resource).list ?? `GET ${name}`);
  return {upload: `POST ${path}/campos/${field}`, download: `GET ${path}/:id/campos/${field}`};
};
